"""Taking one's identity to another device: a short code that is good once, for a few minutes.

A visitor is known by the secret in their cookie, of which the database keeps a fingerprint only. A code is kept so that
it can be recognised and, with the code itself, turned back into that secret; without the code it is useless. Whoever
enters it gets the cookie of the visitor who asked for it, whichever process they ask.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets

from sqlalchemy import and_, delete, insert, or_, select, update

from .errors import Refused
from .events import now
from .network.middleware import fingerprint
from .storage.rows import codes
from .storage.store import Store

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""No i, l, o, 0, 1: they are mistaken for each other."""
LENGTH = 8
"""39 bits: with the few attempts that an address has, a code cannot be guessed while it is good."""
GOOD = 600.0
"""Seconds a code can be used."""
REMEMBERED = 3600.0
"""Seconds for which it can be said that a code was used or has expired, and not just that there is none."""


class Codes:
    """The codes of a server."""

    def __init__(self, store: Store, good: float = GOOD) -> None:
        self.store = store
        self.good = good

    async def give(self, token: str) -> tuple[str, float]:
        """A new code for the visitor with this secret, and when it expires; an older one of theirs is good no more."""
        at, visitor = now(), fingerprint(token)
        letters = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        name, pad = await asyncio.to_thread(_stretched, letters, len(token))
        row = {"id": name, "visitor": visitor, "secret": _mixed(token.encode(), pad).hex(), "used": 0}
        replaced = and_(codes.c.visitor == visitor, codes.c.used == 0)
        old = delete(codes).where(or_(codes.c.until < at - REMEMBERED, replaced))
        await self.store.put("", (), [(old, {}), (insert(codes), {**row, "until": at + self.good})])
        return f"{letters[: LENGTH // 2]}-{letters[LENGTH // 2 :]}", at + self.good

    async def take(self, text: str, token: str) -> str:
        """The secret of the visitor who was given a code; it is used up. Refused says what is wrong with it."""
        letters = "".join(text.lower().replace("-", " ").split())
        name, pad = await asyncio.to_thread(_stretched, letters, len(token))
        rows = await self.store.rows(select(codes).where(codes.c.id == name))
        if not rows:
            raise Refused("bad-code", "error.code-unknown")
        code = rows[0]
        if code.visitor == fingerprint(token):
            raise Refused("bad-code", "error.code-own")
        used = update(codes).where(codes.c.id == name, codes.c.used == 0).values(used=1, secret="")
        if code.used or (now() <= code.until and not await self.store.change(used)):
            raise Refused("bad-code", "error.code-used")
        if now() > code.until:
            raise Refused("bad-code", "error.code-expired")
        return _mixed(bytes.fromhex(code.secret), pad).decode()


def _stretched(letters: str, length: int) -> tuple[str, bytes]:
    """The name under which a code is kept, and what its secret is mixed with: dear to try for all possible codes."""
    made = hashlib.scrypt(letters.encode(), salt=b"billes", n=1 << 14, r=8, p=1, dklen=32 + length)
    return made[:32].hex(), made[32:]


def _mixed(text: bytes, pad: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(text, pad, strict=True))
