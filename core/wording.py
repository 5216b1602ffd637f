"""Numbers of things in words: one trick, two tricks."""


def counted(count: float, thing: str) -> str:
    """Write a number of things, as one talks."""
    told = str(int(count)) if count == int(count) else f"{count:g}"
    return f"{told} {thing}" if count == 1 else f"{told} {thing}s"


def are(count: int) -> str:
    """Give the verb that goes with a number of things."""
    return "is" if count == 1 else "are"
