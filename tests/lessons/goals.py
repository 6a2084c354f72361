"""What each step asks for, told apart from the steps' own patterns: by what has changed on the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from billes.core.position import Position

Goal: TypeAlias = Callable[[Position, str, Position], bool]
"""Whether a move from one position to another does what a step asks for."""


def wins(before: Position, move: str, after: Position) -> bool:
    """The move wins."""
    return after.outcome is not None and after.outcome.winner == before.player


def anything(before: Position, move: str, after: Position) -> bool:
    """Every legal move will do."""
    return True


def cells(position: Position) -> dict[str, str]:
    """The board of a game with files and ranks, by place."""
    rows = str(position).split()[0].split("/")
    return {f"{'abcdefgh'[file]}{rank}": mark for rank, row in enumerate(rows, 1) for file, mark in enumerate(row)}


# ----------------------------------------------------------------------------------------------------------- Pylos
def balls(position: Position) -> dict[str, str]:
    """The balls of a pyramid, by cell."""
    found: dict[str, str] = {}
    for level, text in enumerate(str(position).split()[0].split("/"), 1):
        side = 5 - level
        found |= {f"{level}{'abcd'[at % side]}{at // side + 1}": owner for at, owner in enumerate(text) if owner != "."}
    return found


def spent(before: Position, after: Position) -> int:
    """How many balls of the player to move have left the reserve."""
    player = str(before.player)
    return list(balls(after).values()).count(player) - list(balls(before).values()).count(player)


def raises(before: Position, move: str, after: Position) -> bool:
    """A ball has left its cell for a higher one, and none came from the reserve."""
    (place,) = balls(after).keys() - balls(before).keys() or {""}
    return ">" in move and spent(before, after) == 0 and place > "2"


PYLOS: dict[str, Goal] = {
    "top": lambda before, move, after: "4a1" in balls(after),
    "place": lambda before, move, after: spent(before, after) == 1,
    "stack": lambda before, move, after: "2b2" in balls(after),
    "raise": raises,
    "free": raises,
    "square": lambda before, move, after: spent(before, after) == -1,
    "take": lambda before, move, after: spent(before, after) == -1 and len(balls(before).keys() & {"1a1", "1b2"}) > len(
        balls(after).keys() & {"1a1", "1b2"}
    ),
    "both": lambda before, move, after: ">" in move and spent(before, after) < 0,
    "reserve": wins,
    "save": lambda before, move, after: spent(before, after) == 0,
    "children": raises,
    "lines": lambda before, move, after: move.startswith("1d1") and spent(before, after) <= 0,
    "block": lambda before, move, after: balls(after).get("1c3") == "1",
}  # fmt: skip


# ----------------------------------------------------------------------------------------------------------- Quits
def moved(before: Position, after: Position) -> tuple[set[str], set[str]]:
    """The places that marbles of the player to move have left, and those they have come to."""
    was, now = cells(before), cells(after)
    mine = str(before.player)
    return (
        {place for place in was if was[place] == mine != now[place]},
        {place for place in was if was[place] != mine == now[place]},
    )


def stepped(by: tuple[tuple[int, int], ...], source: str = "") -> Goal:
    """One marble has gone in one of these directions, files and ranks."""

    def goal(before: Position, move: str, after: Position) -> bool:
        left, come = moved(before, after)
        if len(left) != 1 or len(come) != 1 or len(move) != 4:
            return False
        (old,), (new,) = left, come
        return source in ("", old) and (ord(new[0]) - ord(old[0]), int(new[1]) - int(old[1])) in by

    return goal


def comes(source: str, *targets: str) -> Goal:
    """A marble has left one place, and one has come to one of the others; no other player's has gone."""

    def goal(before: Position, move: str, after: Position) -> bool:
        left, come = moved(before, after)
        gone = sum(mark == "2" for mark in cells(before).values()) - sum(mark == "2" for mark in cells(after).values())
        return source in left and bool(come & set(targets)) and not gone

    return goal


SIDES = ((-1, 1), (1, -1))
QUITS: dict[str, Goal] = {
    "aim": wins,
    "first": stepped(((1, 1),)),
    "sides": stepped(SIDES, "c3"),
    "taken": stepped(((1, 1), *SIDES), "c3"),
    "slide": comes("b3", "c3"),
    "back": comes("c4", "b4", "c3"),
    "undo": comes("c3", "d4", "c4"),
    "out": wins,
    "pushed": comes("d1", "c2", "d2", "e2"),
    "simple": wins,
    "four": wins,
    "rows": lambda before, move, after: len(move) == 2 and cells(after)["c4"] == cells(after)["c3"] == "1",
}


# ---------------------------------------------------------------------------------------------------------- Balanx
def between(move: str) -> list[str]:
    """The places that a move goes over."""
    (file, rank), (to_file, to_rank) = (move[0], int(move[1])), (move[2], int(move[3]))
    if file == to_file:
        return [f"{file}{each}" for each in range(min(rank, to_rank) + 1, max(rank, to_rank))]
    first, last = sorted((file, to_file))
    return [f"{chr(each)}{rank}" for each in range(ord(first) + 1, ord(last))]


def longest_down(before: Position) -> int:
    """How many marbles the longest jump towards the near side goes over."""
    return max(
        len(between(move.text)) for move in before.moves if move.text[0] == move.text[2] and move.text[1] > move.text[3]
    )


ZONE = {"d1", "e1", "e2", "f1", "f2", "f3", "g1", "g2", "g3", "g4"}
OTHER_ZONE = {"a5", "a6", "a7", "a8", "b6", "b7", "b8", "c7", "c8", "d8"}
BALANX: dict[str, Goal] = {
    "aim": wins,
    "jump": lambda before, move, after: len(between(move)) == 1,
    "tilt": lambda before, move, after: "c5" in between(move),
    "roll": lambda before, move, after: move.endswith("c6"),
    "several": lambda before, move, after: len(between(move)) == 3,
    "colours": lambda before, move, after: {cells(before)[place] for place in between(move)} == {"2"},
    "side": lambda before, move, after: not between(move),
    "forward": lambda before, move, after: move.startswith("d4"),
    "zone": lambda before, move, after: move[:2] not in ZONE and move[2:] in ZONE,
    "full": wins,
    "last": lambda before, move, after: move[:2] in OTHER_ZONE and move[2:] not in OTHER_ZONE,
    "weight": anything,
    "ladder": lambda before, move, after: move[0] == move[2] and move[1] > move[3]
    and len(between(move)) == longest_down(before),
}  # fmt: skip


# ------------------------------------------------------------------------------------------------------ Bi-litaire
def trays(position: Position) -> dict[str, int]:
    """The marbles on every tray, by slot."""
    rows = str(position).split()[0].split("/")
    found = {}
    for file in range(4):
        for rank in range(4):
            holes = [rows[2 * rank + up][2 * file + over] for up in (0, 1) for over in (0, 1)]
            if "_" not in holes:
                found[f"{'ABCD'[file]}{rank + 1}"] = holes.count("o")
    return found


def pushed(count: int) -> Goal:
    """So many trays were pushed."""

    def goal(before: Position, move: str, after: Position) -> bool:
        slots = [move[at : at + 2] for at in range(0, len(move) - 2, 2)]
        first, last = slots[0], slots[-1]
        return 1 + abs(ord(first[0]) - ord(last[0])) + abs(int(first[1]) - int(last[1])) == count

    return goal


def alone(position: Position) -> int:
    """How many full trays touch no other."""
    there = trays(position)
    beside = ((0, 1), (1, 0), (0, -1), (-1, 0))
    return sum(
        marbles == 4 and not any(f"{chr(ord(slot[0]) + over)}{int(slot[1]) + up}" in there for over, up in beside)
        for slot, marbles in there.items()
    )


BILITAIRE: dict[str, Goal] = {
    "first": anything,
    "jump": anything,
    "gap": anything,
    "one": pushed(1),
    "two": pushed(2),
    "three": pushed(3),
    "announce": lambda before, move, after: str(after).split()[2] == "2",
    "multiple": lambda before, move, after: sum(trays(before).values()) - sum(trays(after).values()) == 3,
    "remove": lambda before, move, after: len(trays(after)) == len(trays(before)) - 1,
    "roles": lambda before, move, after: str(after).split()[3] == "2",
    "count": wins,
    "isolate": lambda before, move, after: alone(after) > alone(before),
}

GOALS = {"pylos": PYLOS, "quits": QUITS, "balanx": BALANX, "bilitaire": BILITAIRE}
