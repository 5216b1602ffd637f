"""Write docs/schema.md: the tables and views of the index, column by column.

``python tests/make_schema.py`` writes it; tests/test_replay_views.py compares.
"""

import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))  # as a script; pytest has it already

from replay.index.schema_text import schema_text  # noqa: E402

PAGE: Final = ROOT / "docs" / "schema.md"


def main() -> None:
    """Write the page."""
    PAGE.write_text(schema_text(), encoding="utf-8")


if __name__ == "__main__":
    main()
