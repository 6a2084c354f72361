"""What a client gets when something cannot be done: a code, a sentence for the page and an English message for bots."""

from __future__ import annotations

import math
from collections import Counter

from ..core.sentences import Param, Sentence
from .messages.responses import Problem, Refusal, sendable
from .watching.logs import request_id

STATUS = {
    "malformed": 400,
    "not-your-turn": 403,
    "not-your-seat": 403,
    "not-allowed": 403,
    "foreign": 403,
    "not-found": 404,
    "unknown-game": 404,
    "wrong-method": 405,
    "bad-position": 409,
    "bad-record": 409,
    "bad-code": 409,
    "bad-name": 409,
    "bad-choice": 409,
    "illegal": 409,
    "stale": 409,
    "over": 409,
    "waiting": 409,
    "no-offer": 409,
    "taken": 409,
    "damaged": 410,
    "too-large": 413,
    "slow-down": 429,
    "too-many": 429,
    "trouble": 500,
    "busy": 503,
    "not-kept": 503,
}
"""Every code and the HTTP status it goes with. 400 is for what the description of the interface does not allow; what it
allows and is refused all the same (a position that cannot be, say) is none of the client's mistakes in writing."""

ANYWHERE = ("foreign", "slow-down", "trouble", "busy", "not-kept")
"""What any request may be refused with."""
NO_TABLE = ("not-found", "unknown-game", "damaged")
"""What requests about a table may be refused with: there is none, its game is not installed any more, or unreadable."""
NO_POSITION = ("unknown-game", "bad-position")
"""What requests about a position may be refused with."""


refusals: Counter[str] = Counter()
"""How often this process has refused something, by code."""


class Refused(Exception):
    """A request that is not carried out, with its sentence or the key of one; `error.CODE` where none is given.

    >>> Refused("not-your-turn").message
    'It is not your turn.'
    """

    def __init__(self, code: str, said: str | Sentence = "", **params: Param) -> None:
        assert code in STATUS, code
        self.code = code
        self.sentence = said if isinstance(said, Sentence) else Sentence(said or f"error.{code}", params)
        self.message = str(self.sentence)
        self.retry = 0.0
        """Seconds after which it makes sense to ask again, where that is known."""
        super().__init__(self.message)

    def __reduce__(self) -> tuple[type[Refused], tuple[str, Sentence]]:
        """As it comes from another process."""
        return Refused, (self.code, self.sentence)

    @property
    def status(self) -> int:
        """The HTTP status that goes with it."""
        return STATUS[self.code]

    @property
    def headers(self) -> dict[str, str]:
        """Headers that go with it: when to ask again."""
        return {"retry-after": str(max(1, math.ceil(self.retry or 2)))} if self.status in (429, 503) else {}

    @property
    def problem(self) -> Problem:
        """The error as it is sent over HTTP."""
        refusals[self.code] += 1
        return Problem(self.code, sendable(self.sentence), self.message, request_id.get())

    def refusal(self, tag: str = "") -> Refusal:
        """The error as it is sent over a socket."""
        refusals[self.code] += 1
        return Refusal(self.code, sendable(self.sentence), self.message, tag, request_id.get())


class Overtaken(Refused):
    """Another process has written first, or is the table's owner now: look again, and judge once more."""

    def __init__(self, owner: bool = False) -> None:
        self.owner = owner
        """Whether somebody else is the table's owner."""
        super().__init__("busy", "error.overtaken")
