"""What a client is told when something cannot be done: a code for the page and a sentence for people."""

from __future__ import annotations

STATUS = {
    "malformed": 400,
    "bad-position": 400,
    "unknown-game": 400,
    "not-your-turn": 403,
    "not-your-seat": 403,
    "not-allowed": 403,
    "foreign": 403,
    "not-found": 404,
    "illegal": 409,
    "stale": 409,
    "over": 409,
    "waiting": 409,
    "no-offer": 409,
    "taken": 409,
    "too-large": 413,
    "slow-down": 429,
    "too-many": 429,
    "trouble": 500,
    "busy": 503,
}
"""Every code and the HTTP status it goes with."""


class Refused(Exception):
    """Something a client asked for is not done."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        assert code in STATUS, code
        self.code = code
        self.message = message

    @property
    def status(self) -> int:
        """The HTTP status that goes with it."""
        return STATUS[self.code]


TROUBLE = Refused("trouble", "Something went wrong on our side; it has been noted.")
