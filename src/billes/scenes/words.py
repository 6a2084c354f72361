"""What the table says about a position, in English and French.

Sentences are kept by key, with {placeholders}; `speak` gives all those of a language. What is said about a position,
a move or a handle is a `Said`: a key, what its placeholders stand for, and which of them stand for players' names.
Whoever knows the names fills them in, here (`say`) or in the page. Keys by their first word:

- ``game``, ``variant``, ``matter``, ``role``: names; the half-line that explains one has ``.more`` behind it
- ``count``: the numbers of a scene; ``turn``: whose turn it is
- ``ask``: what is asked now, by the keys of `gestures.Node.ask`; ``.more`` is the second line
- ``end`` and ``why``: how a game ended; ``omen``; ``round``; ``announced``: what stands in the bubble
- ``handle``: labels of handles; ``move``: a move just made; ``refused``: why a touch leads nowhere, see `refusals`

A key followed by ``.you`` is for the reader who is himself the player called {name}.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ..games.balanx import handling as _hand_balanx
from ..games.bilitaire import handling as _hand_bilitaire
from ..games.pylos import handling as _hand_pylos
from ..games.pylos.rules import BALLS
from ..games.quits import handling as _hand_quits
from ..games.quits.rules import NEEDED
from ._words_en import WORDS as ENGLISH
from ._words_fr import WORDS as FRENCH
from .scene import MATTERS

if TYPE_CHECKING:
    from ..core.position import Outcome, Position

Language: TypeAlias = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = ("en", "fr")

BLANK = "\N{NO-BREAK SPACE}"
"""Marbles out that win in Quits."""


@dataclass(frozen=True, slots=True)
class Said:
    """One sentence, in no language yet. `players` are the placeholders that stand for a player's name."""

    key: str
    params: Mapping[str, int | str] = field(default_factory=dict)
    players: Mapping[str, int] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """Give it as plain values without the defaults, ready to be sent as JSON."""
        plain: dict[str, Any] = {"key": self.key}
        if self.params:
            plain["params"] = dict(self.params)
        if self.players:
            plain["players"] = dict(self.players)
        return plain


@cache
def speak(language: str) -> dict[str, str]:
    """All sentences of a language; English where it is not known.

    >>> speak("fr")["ask.bilitaire.remove"]
    'Retirez-vous le plateau {slot}\\xa0?'
    """
    if language != "fr":
        return ENGLISH
    return {key: re.sub(r" ([:;!?])", rf"{BLANK}\1", text) for key, text in FRENCH.items()}


def say(
    said: Said | tuple[Said, ...], language: str, names: Mapping[int, str] | None = None, reader: int | None = None
) -> str:
    """Put what is said into words. Players without a name are called by their matter: Ivory, Night.

    >>> say(Said("end.won", players={"name": 2}), "en")
    'Night wins.'
    """
    if isinstance(said, tuple):
        return " ".join(say(one, language, names, reader) for one in said)
    words = speak(language)
    called = {
        slot: (names or {}).get(player) or words[f"matter.{MATTERS[player]}"] for slot, player in said.players.items()
    }
    own = f"{said.key}.you"
    key = own if own in words and reader is not None and said.players.get("name") == reader else said.key
    return words[key].format(**said.params, **called)


def _counted(stem: str, jumps: int, **players: int) -> Said:
    """A sentence about a number of jumps, which has a word of its own for the small ones."""
    key = f"{stem}.{jumps}" if jumps in _hand_bilitaire.NAMED else stem
    return Said(key, {"jumps": jumps}, players)


# ------------------------------------------------------------------------------------------------------- moves
def move_said(before: Position, move: str) -> tuple[Said, ...]:
    """Tell what a move does, in one sentence or two."""
    who = {"name": before.player}
    if move == "pass":
        return (Said("move.pass", players=who),)
    match before.game:
        case "pylos":
            return _pylos_move(move, who)
        case "quits":
            return _quits_move(before, move, who)
        case "balanx":
            origin, target = move[:2], move[2:]
            deed = "jump" if _hand_balanx.between(origin, target) else "step"
            return (Said(f"move.balanx.{deed}", {"from": origin, "to": target}, who),)
    return _bilitaire_move(before, move, who)


def move_sentence(before: Position, move: str, language: str, names: Mapping[int, str] | None = None) -> str:
    """Tell what a move does, in words.

    >>> from billes.core.position import start
    >>> move_sentence(start("quits"), "b2c3", "en", {1: "Papa"})
    'Papa plays b2 to c3.'
    """
    return say(move_said(before, move), language, names)


def _pylos_move(move: str, who: Mapping[str, int]) -> tuple[Said, ...]:
    origin, target, taken = _hand_pylos.parts(move)
    put = Said("move.pylos.raise", {"from": origin, "to": target}, who)
    put = put if origin else Said("move.pylos.place", {"to": target}, who)
    match taken:
        case [first]:
            return put, Said("move.pylos.take", {"first": first})
        case [first, second]:
            return put, Said("move.pylos.take.two", {"first": first, "second": second})
    return (put,)


def _quits_move(before: Position, move: str, who: Mapping[str, int]) -> tuple[Said, ...]:
    if step := _hand_quits.STEP.fullmatch(move):
        said = Said("move.quits.step", {"from": step[1], "to": step[2]}, who)
    else:
        row, end = _row(move)
        said = Said(f"move.quits.{'rank' if row.isdigit() else 'file'}", {"row": row, "end": end}, who)
    gone = _hand_quits.leaving(before, move)
    return (said, Said("move.quits.out", players={"other": gone[0]})) if gone else (said,)


def _row(slide: str) -> tuple[str, str]:
    """The row that slides, and the file or rank at the end it goes to."""
    last = _hand_quits.line(slide)[-1]
    return slide[0], last[0] if slide[0].isdigit() else last[1]


def _bilitaire_move(before: Position, move: str, who: Mapping[str, int]) -> tuple[Said, ...]:
    deed, _, number = move.partition("!")
    if str(before).split()[1] == "t":
        announced = (_counted("move.bilitaire.announced", int(number)),) if number else ()
        if deed.startswith("x"):
            return (Said("move.bilitaire.remove", {"slot": deed[1:]}, who), *announced)
        slots, way, distance = _hand_bilitaire.group(deed)
        to = _hand_bilitaire.shifted(slots[0], _hand_bilitaire.SLOTS, way, distance)
        key = "move.bilitaire.slide" + ("", ".two", ".three")[len(slots) - 1]
        ends = {"first": min(slots)} if len(slots) == 1 else {"first": min(slots), "last": max(slots)}
        return (Said(key, {**ends, "to": to}, who), *announced)
    if deed.startswith("x"):
        return (Said("move.bilitaire.first", {"place": deed[1:]}, who),)
    way_of = _hand_bilitaire.path(deed)
    if len(way_of) == 2:
        return (Said("move.bilitaire.jump", {"from": way_of[0], "to": way_of[1]}, who),)
    return (Said("move.bilitaire.jumps", {"jumps": len(way_of) - 1, "path": ", ".join(way_of)}, who),)


# ----------------------------------------------------------------------------------------------------- handles
def handle_said(position: Position, handle: str, reader: int | None = None) -> Said:
    """Tell what a handle is, to a reader: by default the player to move, whose marbles are 'your marble'."""
    reader = position.player if reader is None else reader
    kind, _, name = handle.rpartition(":")
    match kind or handle:
        case "done":
            return Said("handle.done.bilitaire" if position.game == "bilitaire" else "handle.done")
        case "remove" | "pass":
            return Said(f"handle.{handle}")
        case "announce":
            return _counted("handle.announce", int(name))
        case "arrow":
            row, end = _row(name)
            return Said(f"handle.arrow.{'rank' if row.isdigit() else 'file'}", {"row": row, "end": end})
        case "reserve":
            left = BALLS - str(position).split()[0].count(name)
            return Said(f"handle.reserve.{_owner(int(name), reader)}", {"count": left})
        case "slot":
            return Said("handle.slot", {"slot": name})
        case "tray":
            full = sum(hole in _hand_bilitaire.Table(position).full for hole in _hand_bilitaire.holes(name))
            key = {0: "handle.tray.empty", 1: "handle.tray.one"}.get(full, "handle.tray")
            return Said(key, {"slot": name, "count": full} if full > 1 else {"slot": name})
    return _place_said(position, handle, reader)


def _owner(player: int, reader: int) -> str:
    return "own" if player == reader else MATTERS[player]


def _place_said(position: Position, place: str, reader: int) -> Said:
    where = {"place": place}
    match position.game:
        case "bilitaire":
            full = place in _hand_bilitaire.Table(position).full
            return Said("handle.marble" if full else "handle.hole", where)
        case "pylos":
            lying = _hand_pylos.Balls(position).owner
            if place in lying:
                return Said(f"handle.ball.{_owner(lying[place], reader)}", where)
            held_up = _hand_pylos.supports(place) <= lying.keys()
            return Said("handle.place" if held_up else "handle.place.shut", where)
        case "quits":
            lying = _hand_quits.lying(position)
        case _:
            lying = _hand_balanx.lying(position)
    return Said(f"handle.marble.{_owner(lying[place], reader)}" if place in lying else "handle.place", where)


def handle_label(position: Position, handle: str, language: str, reader: int | None = None) -> str:
    """Tell what a handle is, in words for a screen reader.

    >>> from billes.core.position import start
    >>> handle_label(start("quits"), "arrow:3>", "en")
    'slide rank 3 towards e'
    """
    return say(handle_said(position, handle, reader), language)


# ----------------------------------------------------------------------------------------------------- the end
def outcome_said(position: Position, outcome: Outcome) -> tuple[Said, ...]:
    """Tell who won and why."""
    if outcome.winner is None:
        return Said("end.draw" if outcome.draw else "end.over"), _why(position, outcome, {})
    others = {"other": 3 - outcome.winner} if position.players == 2 else {}
    return Said("end.won", players={"name": outcome.winner}), _why(position, outcome, others)


def outcome_sentence(
    position: Position,
    outcome: Outcome,
    language: str,
    names: Mapping[int, str] | None = None,
    reader: int | None = None,
) -> str:
    """Tell who won and why, in words: 'Claire wins. The last ball is on the top.'"""
    return say(outcome_said(position, outcome), language, names, reader)


def _why(position: Position, outcome: Outcome, others: Mapping[str, int]) -> Said:
    key = f"why.{outcome.reason}"
    match outcome.reason:
        case "out":
            count = NEEDED[position.variant]
            return Said(f"{key}.one") if count == 1 else Said(key, {"count": count})
        case "score":
            few, many = min(outcome.scores), max(outcome.scores)
            if len(outcome.scores) == 1:
                return Said(f"{key}.round", {"count": few})
            return Said(f"{key}.equal", {"count": few}) if few == many else Said(key, {"few": few, "many": many})
        case "reserve" | "blocked":
            return Said(key, players=others)
        case "resignation" | "time":
            return Said(f"{key}.one", players=others) if others else Said(key)
    return Said(key)
