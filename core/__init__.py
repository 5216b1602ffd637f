"""The laws of the games: cards, rule books, deals. Standard library only, no input or output."""
