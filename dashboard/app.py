"""The dashboard's frame: its pages. Each page is a script in `page/`.

The folder is not called `pages`: beside the main script Streamlit takes one of that name for its
own older way, and the first deep link after a start would miss this frame.
"""

import streamlit as st

from dashboard import filters, privacy

VISIBLE = {
    "overview": "Overview",
    "history": "History",
    "findings": "Findings",
    "players": "Players",
    "contracts": "Contracts",
    "balances": "Balances",
    "rules": "Rules",
    "log": "Log",
}
FILTERED = frozenset(
    {"history", "players", "contracts", "balances"}
)  # the pages that look at a part of all deals
HIDDEN = {"session": "Session", "replay": "Replay", "finding": "Finding"}


def pages() -> list[st.Page]:
    """Give all pages; those that need an address are reached by links."""
    shown = [
        st.Page(f"page/{name}.py", title=title, url_path=name, default=name == "overview")
        for name, title in VISIBLE.items()
    ]
    hidden = [
        st.Page(f"page/{name}.py", title=title, url_path=name, visibility="hidden")
        for name, title in HIDDEN.items()
    ]
    return [*shown, *hidden]


st.set_page_config(
    page_title="trickbook", layout="wide", menu_items={}, initial_sidebar_state="collapsed"
)
chosen = st.navigation(pages(), position="top")
privacy.hide_toggle()
if chosen.url_path in FILTERED:
    filters.widgets()
chosen.run()
