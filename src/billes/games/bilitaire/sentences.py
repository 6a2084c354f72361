"""What is said about Bi-litaire: moves, handles, touches in vain, endings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.sentences import Params, Sentence
from ...scenes import defaults
from ...scenes.defaults import warning as warning
from .handling import SLOTS, Table, group, holes, path, shifted
from .rules import MARBLES

if TYPE_CHECKING:
    from ...core.position import Outcome, Position

ROLE, ROUND, SCORE = 3, 5, 6  # where a state holds them


def move(before: Position, move: str) -> tuple[Sentence, ...]:
    """What a move does: jumps, or trays slid or removed and what is announced with it, and that round one is over."""
    return (*handled(before, move), *change(before, move))


def change(before: Position, move: str) -> tuple[Sentence, ...]:
    """That a move leads straight to round two, and what round one came to."""
    if before.state[ROUND] == 2 or before.variant == "round":
        return ()
    after = before.play(move).state
    return (Sentence("move.bilitaire.change", {"left": after[SCORE]}),) if after[ROUND] == 2 else ()


def handled(before: Position, move: str) -> tuple[Sentence, ...]:
    """What a hand does with a move."""
    who = {"name": before.player}
    action, _, number = move.partition("!")
    if before.state[ROLE] == MARBLES:
        if action.startswith("x"):
            return (Sentence("move.bilitaire.first", {"place": action[1:]}, who),)
        way = path(action)
        jumped: Params = {"jumps": len(way) - 1, "from": way[0], "to": way[-1], "path": ", ".join(way)}
        return (Sentence("move.bilitaire.jumps", jumped, who),)
    announced = (Sentence("move.bilitaire.announced", {"jumps": int(number)}),) if number else ()
    if action.startswith("x"):
        return (Sentence("move.bilitaire.remove", {"slot": action[1:]}, who), *announced)
    slots, way_of, distance = group(action)
    to = shifted(slots[0], SLOTS, way_of, distance)
    slide: Params = {"trays": len(slots), "first": min(slots), "last": max(slots), "to": to}
    return (Sentence("move.bilitaire.slide", slide, who), *announced)


def handle(position: Position, handle: str, reader: int) -> Sentence:
    """What a handle is: a tray, a slot, a number to announce, a button, a hole."""
    kind, _, name = handle.rpartition(":")
    match kind or handle:
        case "tray":
            full = Table(position).full
            return Sentence("handle.tray", {"slot": name, "count": sum(hole in full for hole in holes(name))})
        case "slot":
            return Sentence("handle.slot", {"slot": name})
        case "announce":
            return Sentence("handle.announce", {"jumps": int(name)})
        case "remove":
            return Sentence("handle.remove")
        case "done":
            return defaults.handle(position, handle, reader)
    return defaults.place(position.game, handle, 0 if handle in Table(position).full else None, reader)


def refusal(position: Position, handle: str, touched: tuple[str, ...]) -> Sentence:
    """Why a handle may not be touched."""
    table = Table(position)
    if not table.jumping:
        if handle.startswith("slot:"):
            return Sentence("refused.bilitaire.slot" if touched else "refused.bilitaire.tray.first")
        return Sentence("refused.bilitaire.tray" if handle.startswith("tray:") else "refused.bilitaire.trays")
    if ":" in handle:
        return Sentence("refused.bilitaire.marbles")
    if touched:
        return Sentence("refused.bilitaire.where")
    if handle not in table.full:
        return Sentence("refused.empty")
    if table.announced:
        return Sentence("refused.bilitaire.jumps", {"jumps": table.announced})
    return Sentence("refused.bilitaire.jump")


def ending(position: Position, outcome: Outcome) -> Sentence:
    """Why the game is over: the marbles left."""
    if outcome.reason != "score" or not outcome.scores:
        return defaults.ending(position, outcome)
    few, many = min(outcome.scores), max(outcome.scores)
    kind = "round" if len(outcome.scores) == 1 else "equal" if few == many else "match"
    return Sentence(f"why.score.{kind}", {"few": few, "many": many})
