"""The board's component: registered once, mounted with the data of a deal."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import streamlit as st

from replay.documents import Document

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

FOLDER: Final = Path(__file__).with_name("component")
KEY: Final = "board"


@st.cache_resource(show_spinner=False)
def _component() -> "ComponentRenderer":
    css = (FOLDER / "board.css").read_text(encoding="utf-8")
    js = (FOLDER / "board.js").read_text(encoding="utf-8")
    html = '<div class="host"></div>'
    return st.components.v2.component("trickbook.board", html=html, css=css, js=js)


def mount(data: Document, on_go: Callable[[], None], on_seat: Callable[[], None]) -> None:
    """Show the board.

    Args:
        data: what `dashboard.payload.board_data` gives, with an ``id`` that names what is shown.
        on_go: called when another deal is wanted; `wanted` tells which.
        on_seat: called when another seat's view is wanted.

    """
    _component()(key=KEY, data=data, on_go_change=on_go, on_seat_change=on_seat)


def wanted() -> dict[str, Any]:
    """Give what the component asked for last."""
    state = st.session_state.get(KEY)
    return dict(state) if state else {}
