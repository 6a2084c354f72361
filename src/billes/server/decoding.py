"""Reading what clients send: strictly, and with a refusal that names the field and says what is wrong with it."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from litestar import Request
from litestar.datastructures import State
from msgspec import DecodeError, ValidationError, convert, json

from ..core.sentences import Param, Sentence
from .errors import Refused

FIELDS = {
    "name": "request.name",
    "code": "request.code",
    "text": "request.position",
    "start": "request.position",
    "OpenRecord.text": "request.record",
    "board": "request.board",
    "comment": "request.comment",
    "move": "request.move",
    "moves": "request.moves",
}
"""What people call the fields they fill in, by field, or by type and field where the field alone does not say it."""

WRONG = (
    (r"Expected `str` of length <= (?P<most>\d+)", "error.field.long"),
    (r"Expected `str` of length >= (?P<least>\d+)", "error.field.short"),
    (r"Expected `(?:array|object)` of (?:at most )?length <= (?P<most>\d+)", "error.field.many"),
    (r"Expected `(?:array|object)` of (?:at least )?length >= (?P<least>\d+)", "error.field.few"),
    (r"Expected `(?:int|float)` >= (?P<least>\S+)", "error.field.low"),
    (r"Expected `(?:int|float)` <= (?P<most>\S+)", "error.field.high"),
    (r"Expected `str` matching regex", "error.field.form"),
    (r"Object missing required field `(?P<name>[^`]*)`", "error.field.missing"),
    (r"Object contains unknown field `(?P<name>[^`]*)`", "error.field.unknown"),
    (r"Invalid (?:enum )?value (?P<given>.+)", "error.field.choice"),
    (r"Expected `(?P<wanted>[^`]+)`, got `(?P<given>[^`]+)`", "error.field.kind"),
)
"""What msgspec says is wrong with a value, and the sentence for it."""
_PLACE = re.compile(r" - at `(?:key in )?\$?(.*)`$")


class HttpRequest(Request[None, None, State]):
    """A request whose body is read strictly: the framework would take the text "1" for a number."""

    async def json(self) -> Any:
        """The body, as the type that the handler asks for."""
        field = getattr(self.route_handler, "parsed_data_field", None)
        if field is None:
            return await super().json()
        return decoded(field.annotation, await self.body())


@cache
def _decoder(kind: Any) -> json.Decoder[Any]:
    return json.Decoder(kind)


def decoded(kind: Any, text: str | bytes) -> Any:
    """A message of some type; Refused says which field is wrong, and why."""
    try:
        try:
            return _decoder(kind).decode(text)
        except ValidationError as error:
            if "got `float`" not in str(error):
                raise
            return convert(_whole(json.decode(text)), kind)
    except ValidationError as error:
        raise malformed(str(error), owner=getattr(kind, "__name__", "")) from error
    except (DecodeError, UnicodeError, RecursionError) as error:
        raise Refused("malformed", "error.not-json") from error


def _whole(value: Any) -> Any:
    """The same with 2.0 written as 2: some programs write all numbers alike."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [_whole(one) for one in value]
    if isinstance(value, dict):
        return {key: _whole(one) for key, one in value.items()}
    return value


def malformed(message: str, place: str = "", owner: str = "") -> Refused:
    """A refusal that names a field, from what msgspec says about it.

    >>> malformed("Expected `str` of length <= 60 - at `$.name`").message
    'The name is too long: 60 characters at most.'
    """
    if found := _PLACE.search(message):
        message, place = message[: found.start()], found[1].strip(".")
    for pattern, key in WRONG:
        if said := re.match(pattern, message):
            params: dict[str, Param] = {name: _shown(value) for name, value in said.groupdict().items()}
            if name := params.pop("name", ""):
                place = f"{place}.{name}".strip(".")
            return Refused("malformed", key, field=_field(place, owner), **params)
    return Refused("malformed", detail=(f"{place}: {message}" if place else message)[:300])


def _shown(value: str) -> str | int | float:
    try:
        return int(value)
    except ValueError:
        pass
    try:
        return float(value)
    except ValueError:
        return value[:60]


def _field(place: str, owner: str) -> Sentence:
    """What a field is called."""
    last = re.split(r"[.\[\]]+", place.rstrip("[.]0123456789"))[-1]
    key = FIELDS.get(f"{owner}.{last}") or FIELDS.get(last)
    if not place:
        return Sentence("request.whole")
    return Sentence(key) if key else Sentence("request.field", {"name": place[:60]})
