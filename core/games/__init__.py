"""The games, one file each. The tuple is the registry."""

from typing import Final

from core.games.boston import BOSTON
from core.rulebook import RuleBook

ALL: Final[tuple[RuleBook, ...]] = (BOSTON,)
BY_KEY: Final = {book.key: book for book in ALL}
