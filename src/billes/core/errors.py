"""Errors whose messages say what is wrong, where, and what would be right. Every one is a ValueError."""


class BadPosition(ValueError):
    """A position text that is malformed or that no game can reach; the message says what is wrong and where."""


class IllegalMove(ValueError):
    """A move text that is malformed or not allowed here; the message says why."""


class UnknownGame(ValueError):
    """A game or variant that does not exist; the message names those that do."""


class BadRecord(ValueError):
    """A game record that cannot be read; the message names the line."""


def quoted(text: str, longest: int = 60) -> str:
    """The text in quotes for a message, cut where it is too long to help."""
    return repr(text if len(text) <= longest else text[: longest - 1] + "…")


class MissingPart(ValueError):
    """A game lacks an optional part, such as an evaluator or a tablebase; the message says which."""


class BrokenGame(ValueError):
    """A game that cannot be played because its package is faulty; the message says what is wrong with it."""


def in_one_line(error: BaseException) -> str:
    """An error as one line of text: its message, after its kind where that tells something."""
    text = " ".join(str(error).split())
    return text if isinstance(error, ValueError) and text else f"{type(error).__name__}: {text}".removesuffix(": ")
