"""The texts of Bi-litaire: positions and moves."""

from __future__ import annotations

from ...core.errors import BadPosition, quoted
from ...core.reading import fields, rows
from .rules import (
    AFTER_ONE_SLIDE,
    ALL_MARBLES,
    ALL_SLIDES,
    ALL_TRAYS,
    ARROWS,
    FLOOR,
    HALF,
    MARBLES,
    NAME,
    SLIDES,
    SLOT_NAME,
    TRAYS,
    State,
    can_jump,
    longest,
    round_start,
    slots_apart,
)


def write(s: State, variant: str) -> str:
    """The position text."""
    lo, hi, trays, role, jumps, number, score, _ = s
    marbles, floor = lo | hi << 32, int(FLOOR[trays & 255]) | int(FLOOR[trays >> 8]) << 32
    letters = ["o" if marbles >> h & 1 else "." if floor >> h & 1 else "_" for h in range(64)]
    board = "/".join("".join(letters[8 * r : 8 * r + 8]) for r in range(8))
    return f"{board} {'mt'[role]} {jumps or '-'} {number} {score or '-'}"


def _number(text: str, what: str, low: int, high: int) -> int:
    """A number field, 0 for '-'."""
    if text == "-":
        return 0
    if text in {str(n) for n in range(low, high + 1)}:
        return int(text)
    raise BadPosition(f"the {what} is '-' or a number from {low} to {high}, not {quoted(text)}")


def _board(text: str) -> tuple[int, int, int]:
    """Marbles and trays of the board field."""
    letters = "".join(rows(text, (8,) * 8, "o._"))
    trays = 0
    for slot, name in enumerate(SLOT_NAME):
        holes = [16 * (slot // 4) + 2 * (slot % 4) + k for k in (0, 1, 8, 9)]
        gone = [h for h in holes if letters[h] == "_"]
        if gone and len(gone) < 4:
            there = next(h for h in holes if letters[h] != "_")
            raise BadPosition(
                f"slot {name} has a tray under {NAME[there]} and none under {NAME[gone[0]]}: trays are 2x2"
            )
        trays |= (not gone) << slot
    if trays.bit_count() > ALL_TRAYS:
        raise BadPosition(f"there are {trays.bit_count()} trays on the board; a round begins with {ALL_TRAYS}")
    marbles = sum(1 << h for h in range(64) if letters[h] == "o")
    return marbles & HALF, marbles >> 32, trays


def read(text: str, variant: str) -> State:
    """The state of a position text."""
    match = 1 if variant == "match" else 0
    board, who, announced, turn, known = fields(
        text, ("board", "role to move", "announced number", "round", "score of round one")
    )
    lo, hi, trays = _board(board)
    if who not in ("m", "t"):
        raise BadPosition(f"the role to move is 'm' (marbles) or 't' (trays), not {quoted(who)}")
    role = "mt".index(who)
    jumps = _number(announced, "announced number", 2, 24)
    if turn not in ("1", "2") or (turn == "2" and not match):
        raise BadPosition(f"the round is {'1 or 2' if match else '1'}, not {quoted(turn)}")
    number = int(turn)
    score = _number(known, "score of round one", 1, ALL_MARBLES - 1)
    if (number == 2) != (score > 0):
        need = "is known in round two" if number == 2 else "is '-' in round one"
        raise BadPosition(f"the score of round one {need}, not {quoted(known)}")
    state = lo, hi, trays, role, jumps, number, score, match
    _check(state)
    return state


def _check(s: State) -> None:
    """Refuse what no game can reach."""
    lo, hi, trays, role, jumps, number, score, match = s
    whole = round_start(number, score, match)
    count = lo.bit_count() + hi.bit_count()
    if count == 0:
        raise BadPosition("there is no marble on the board; a jump needs two and leaves one")
    if count == ALL_MARBLES and s != whole:
        raise BadPosition(
            f"all {ALL_MARBLES} marbles are there, so the marble player must be about to take the first one off"
        )
    if count == ALL_MARBLES - 1 and role == TRAYS and trays != whole[2]:
        raise BadPosition("only the first marble is gone, so no tray can have moved yet")
    if count == ALL_MARBLES - 1 and role == MARBLES and trays not in AFTER_ONE_SLIDE:
        raise BadPosition("only the first marble is gone, so the trays must stand as after one slide from the start")
    if jumps and role == TRAYS:
        raise BadPosition(f"the tray player is to move, so the announced number is '-', not {jumps}")
    if jumps and jumps > longest(lo, hi, trays):
        raise BadPosition(
            f"{jumps} jumps are announced, but no marble can make more than {longest(lo, hi, trays)} in a row here"
        )
    if match and number == 1 and role == MARBLES and count < ALL_MARBLES and not can_jump(lo, hi, trays):
        raise BadPosition("no jump is left, so round one is over and the position is the start of round two")


def move_text(s: State, move: int) -> str:
    """The text of a move."""
    if s[3] == MARBLES:
        hole, count = move & 63, (move >> 6) & 31
        if count == 0:
            return f"x{NAME[hole]}"
        path = [hole]
        for i in range(count):
            path.append(path[-1] + (2, -2, 16, -16)[(move >> (11 + 2 * i)) & 3])
        return "".join(NAME[h] for h in path)
    what, jumps = move & 255, move >> 8
    suffix = f"!{jumps}" if jumps else ""
    if what >= SLIDES:
        return f"x{SLOT_NAME[what - SLIDES]}{suffix}"
    slot, count, direction, distance = ALL_SLIDES[what]
    last = "" if count == 1 else SLOT_NAME[slot + (count - 1) * slots_apart(direction)]
    return f"{SLOT_NAME[slot]}{last}{ARROWS[direction]}{distance}{suffix}"
