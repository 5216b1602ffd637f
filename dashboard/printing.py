"""A button that prints the page: on paper navigation is left out, and what is folded is open."""

from typing import TYPE_CHECKING, Final

import streamlit as st

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

CSS: Final = """
button { font: inherit; color: inherit; background: none; cursor: pointer; padding: 0.3rem 0.9rem;
  border: 1px solid var(--st-border-color); border-radius: 0.5rem; min-height: 2rem; }
button:hover { border-color: currentColor; }
button:focus-visible { outline: 2px solid var(--st-primary-color); outline-offset: 2px; }
@media print { button { display: none; } }
"""
JS: Final = """
export default ({ parentElement }) => {
  const folded = () => document.querySelectorAll('details.why')
  const unfold = () => folded().forEach((one) => { one.open = true })
  parentElement.querySelector('button').onclick = () => window.print()
  addEventListener('beforeprint', unfold)
  return () => removeEventListener('beforeprint', unfold)
}
"""


@st.cache_resource(show_spinner=False)
def _component() -> "ComponentRenderer":
    html = '<button type="button">Print this sheet</button>'
    return st.components.v2.component("trickbook.print", html=html, css=CSS, js=JS)


def print_button() -> None:
    """Offer to print the page."""
    _component()(key="print")
