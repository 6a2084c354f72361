"""What the server writes about itself: one line per event, as text or as JSON, each with the id of its request."""

from __future__ import annotations

import logging
import re
import secrets
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Literal, TextIO, TypeAlias

from msgspec import json

Form: TypeAlias = Literal["text", "json"]
events = logging.getLogger("billes.events")
"""What happens in the ordinary course of things: requests, sockets, starting and stopping. Written as JSON only."""
request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The id of the request, or of the socket, that is being served."""
GIVEN = re.compile(r"[A-Za-z0-9._:-]{1,64}")
"""What a request id from a proxy may look like."""


def new_id() -> str:
    """An id for a request that has none."""
    return secrets.token_hex(8)


def event(name: str, **details: Any) -> None:
    """Write that something happened. `details` hold nothing personal but the address."""
    if events.isEnabledFor(logging.INFO):
        events.info(name, extra={"details": details})


class Text(logging.Formatter):
    """A line for people: `WARNING billes.server.storage.store: could not write [request 1f…]`."""

    def __init__(self) -> None:
        super().__init__("%(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """The line; a traceback follows on its own lines."""
        if identity := request_id.get():
            record = logging.makeLogRecord({**record.__dict__, "msg": f"{record.getMessage()} [request {identity}]"})
            record.args = None
        return super().format(record)


class Json(logging.Formatter):
    """One JSON object per event, on one line, a traceback included."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {"time": at, "level": record.levelname.lower(), "logger": record.name}
        line["event" if record.name == events.name else "message"] = record.getMessage()
        if identity := request_id.get():
            line["request"] = identity
        line.update(getattr(record, "details", {}))
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.encode(line, enc_hook=str).decode()


def set_up(form: Form, stream: TextIO | None = None) -> None:
    """Write logs in this form to the standard error stream: warnings as text, and events besides as JSON."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Json() if form == "json" else Text())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    events.setLevel(logging.INFO if form == "json" else logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(_worth_telling)


def _worth_telling(record: logging.LogRecord) -> bool:
    """Not that a socket was refused with an answer, which uvicorn takes for a mistake of ours."""
    return "without completing handshake" not in str(record.msg)
