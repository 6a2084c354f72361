"""Taking one's identity to another device: a short code that is good once, for a few minutes.

A visitor is known by the secret in their cookie, of which the database keeps a fingerprint only. So codes are kept in
memory: whoever enters one gets the cookie of the visitor who asked for it.
"""

from __future__ import annotations

import secrets

from msgspec import Struct

from .errors import Refused
from .events import now

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""No i, l, o, 0, 1: they are mistaken for each other."""
LENGTH = 8
"""39 bits: with the few attempts that an address has, a code cannot be guessed while it is good."""
GOOD = 600.0
"""Seconds a code can be used."""
REMEMBERED = 3600.0
"""Seconds for which it can be said that a code was used or has expired, and not just that there is none."""


class Code(Struct):
    """A code that was given to a visitor."""

    token: str
    until: float
    used: bool = False


class Codes:
    """The codes of a server, by their letters."""

    def __init__(self, good: float = GOOD) -> None:
        self.good = good
        self._codes: dict[str, Code] = {}

    def give(self, token: str) -> tuple[str, float]:
        """A new code for the visitor with this secret, and when it expires; an older one of theirs is good no more."""
        at = now()
        self._codes = {
            letters: code
            for letters, code in self._codes.items()
            if code.until + REMEMBERED > at and (code.token != token or code.used)
        }
        letters = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        self._codes[letters] = Code(token, at + self.good)
        return f"{letters[: LENGTH // 2]}-{letters[LENGTH // 2 :]}", at + self.good

    def take(self, text: str, token: str) -> str:
        """The secret of the visitor who was given a code; it is used up. Refused says what is wrong with it."""
        letters = "".join(text.lower().replace("-", " ").split())
        code = self._codes.get(letters)
        if code is None:
            raise Refused("bad-code", "error.code-unknown")
        if code.token == token:
            raise Refused("bad-code", "error.code-own")
        if code.used:
            raise Refused("bad-code", "error.code-used")
        if now() > code.until:
            raise Refused("bad-code", "error.code-expired")
        code.used = True
        return code.token
