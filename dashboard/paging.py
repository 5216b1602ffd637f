"""Lists in pages, and counts that lead to a part of a list."""

from collections import Counter
from collections.abc import Mapping

import streamlit as st

from core.games import ALL, BY_KEY
from dashboard.markup import Markup, el, href, join, link

FEW = 12


def in_words(value: str) -> str:
    """Say a key for people: a game's title, a bid's, or the words that it is made of."""
    if value in BY_KEY:
        return BY_KEY[value].title
    titles = (book.ladder_by_key[value].title for book in ALL if value in book.ladder_by_key)
    return value.replace("-", " ") if value.isdigit() else next(titles, value.replace("-", " "))


def page_number(total: int, each: int) -> int:
    """Read which page is wanted, from 0; one that is not there becomes the nearest."""
    told = st.query_params.get("page", "1")
    wanted = int(told) if told.isdecimal() and len(told) < len("1000000") else 1
    return min(max(wanted, 1), max((total - 1) // each + 1, 1)) - 1


def turn(page: str, at: int, total: int, each: int) -> Markup:
    """Lead to the pages before and after."""
    query: dict[str, str | None] = {**st.query_params.to_dict()}
    links = [link("← before", href(page, {**query, "page": str(at)}))] if at else []
    first, last = min(each * at + 1, total), min(each * (at + 1), total)
    links.append(el("span", f"{first}–{last} of {total}"))
    if last < total:
        links.append(link("next →", href(page, {**query, "page": str(at + 2)})))
    return el("nav", *links, class_="go", aria_label="pages")


def facets(page: str, counts: Mapping[str, Counter[str]], labels: Mapping[str, str]) -> Markup:
    """Offer what to look at alone, with counts; what is chosen can be left out again."""
    query: dict[str, str | None] = {
        name: value for name, value in st.query_params.items() if name != "page"
    }
    groups: list[Markup] = []
    for name, label in labels.items():
        chosen = query.get(name)
        offered = [
            _facet(page, {**query, name: None if value == chosen else value}, value, count, chosen)
            for value, count in counts[name].most_common(FEW)
        ]
        if len(offered) > 1 or chosen:
            what = el("span", label, class_="quiet")
            groups.append(el("div", what, el("span", join(offered, " ")), class_="facets"))
    return join(groups)


def _facet(
    page: str, to: Mapping[str, str | None], value: str, count: int, chosen: str | None
) -> Markup:
    mark = "✓ " if value == chosen else ""
    current = "true" if value == chosen else None
    where = link(f"{mark}{in_words(value)}", href(page, to), aria_current=current)
    return el("span", where, " ", el("small", str(count), class_="quiet"), class_="badge")
