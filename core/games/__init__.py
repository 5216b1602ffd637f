"""The games, one file each. The tuple is the registry."""

from typing import Final

from core.games.boston import BOSTON
from core.games.chinese_whist import CHINESE_WHIST
from core.games.fontainebleau import FONTAINEBLEAU
from core.games.french import FRENCH
from core.games.german_whist import GERMAN_WHIST
from core.games.russian import RUSSIAN
from core.games.russian_fontainebleau import RUSSIAN_FONTAINEBLEAU
from core.rulebook import RuleBook

ALL: Final[tuple[RuleBook, ...]] = (
    BOSTON,
    FONTAINEBLEAU,
    FRENCH,
    RUSSIAN,
    RUSSIAN_FONTAINEBLEAU,
    GERMAN_WHIST,
    CHINESE_WHIST,
)
BY_KEY: Final = {book.key: book for book in ALL}
