"""The texts of Bi-litaire: positions and moves."""

from __future__ import annotations

from ...core.errors import BadPosition, quoted
from ...core.jit import buffer
from ...core.reading import fields, rows
from ...core.sentences import Sentence
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
    ROOM,
    SLIDES,
    SLOT_NAME,
    TRAYS,
    State,
    can_jump,
    longest,
    moves,
    round_start,
    slid,
    slots_apart,
)


def write(s: State, variant: str) -> str:
    """The position text."""
    lo, hi, trays, role, jumps, number, score, _ = s
    marbles, floor = lo | hi << 32, int(FLOOR[trays & 255]) | int(FLOOR[trays >> 8]) << 32
    letters = ["o" if marbles >> h & 1 else "." if floor >> h & 1 else "_" for h in range(64)]
    board = "/".join("".join(letters[8 * r : 8 * r + 8]) for r in range(8))
    return f"{board} {'mt'[role]} {jumps or '-'} {number} {score or '-'}"


def _number(text: str, field: str, low: int, high: int) -> int:
    """A number field, 0 for '-'."""
    if text == "-":
        return 0
    if text in {str(n) for n in range(low, high + 1)}:
        return int(text)
    raise BadPosition.of("position.number", field=Sentence(f"field.{field}"), low=low, high=high, text=quoted(text))


def _board(text: str) -> tuple[int, int, int]:
    """Marbles and trays of the board field."""
    letters = "".join(rows(text, (8,) * 8, "o._"))
    trays = 0
    for slot, name in enumerate(SLOT_NAME):
        holes = [16 * (slot // 4) + 2 * (slot % 4) + k for k in (0, 1, 8, 9)]
        gone = [h for h in holes if letters[h] == "_"]
        if gone and len(gone) < 4:
            there = next(h for h in holes if letters[h] != "_")
            raise BadPosition.of("position.bilitaire.tray", slot=name, hole=NAME[there], gap=NAME[gone[0]])
        trays |= (not gone) << slot
    if trays.bit_count() > ALL_TRAYS:
        raise BadPosition.of("position.bilitaire.trays", count=trays.bit_count(), most=ALL_TRAYS)
    marbles = sum(1 << h for h in range(64) if letters[h] == "o")
    return marbles & HALF, marbles >> 32, trays


def read(text: str, variant: str) -> State:
    """The state of a position text."""
    match = 1 if variant == "match" else 0
    board, who, announced, turn, known = fields(text, ("board", "role", "announced", "round", "score"))
    lo, hi, trays = _board(board)
    if who not in ("m", "t"):
        raise BadPosition.of("position.bilitaire.role", text=quoted(who))
    role = "mt".index(who)
    jumps = _number(announced, "announced", 2, 24)
    if turn not in ("1", "2") or (turn == "2" and not match):
        raise BadPosition.of("position.bilitaire.round", rounds=1 + match, text=quoted(turn))
    number = int(turn)
    score = _number(known, "score", 1, ALL_MARBLES - 1)
    if (number == 2) != (score > 0):
        raise BadPosition.of("position.bilitaire.score", round=number, text=quoted(known))
    state = lo, hi, trays, role, jumps, number, score, match
    _check(state)
    return state


def _check(s: State) -> None:
    """Refuse what no game can reach."""
    lo, hi, trays, role, jumps, number, score, match = s
    whole = round_start(number, score, match)
    count = lo.bit_count() + hi.bit_count()
    if count == 0:
        raise BadPosition.of("position.bilitaire.none")
    if count == ALL_MARBLES and s != whole:
        raise BadPosition.of("position.bilitaire.all", count=ALL_MARBLES)
    if count == ALL_MARBLES - 1 and role == TRAYS and trays != whole[2]:
        raise BadPosition.of("position.bilitaire.first.trays")
    if count == ALL_MARBLES - 1 and role == MARBLES and trays not in AFTER_ONE_SLIDE:
        raise BadPosition.of("position.bilitaire.first.slide")
    if jumps and role == TRAYS:
        raise BadPosition.of("position.bilitaire.announced.trays", jumps=jumps)
    if jumps and jumps > longest(lo, hi, trays):
        raise BadPosition.of("position.bilitaire.announced.most", jumps=jumps, most=longest(lo, hi, trays))
    if match and number == 1 and role == MARBLES and count < ALL_MARBLES and not can_jump(lo, hi, trays):
        raise BadPosition.of("position.bilitaire.over")


def respelled(s: State, text: str) -> str:
    """A move text as it is written here: announcing a single jump says nothing more, where one is possible."""
    wanted, _, announced = text.partition("!")
    if announced != "1" or s[3] != TRAYS:
        return text
    buf = buffer(ROOM)
    for code in (int(buf[i]) for i in range(moves(s, buf, 0))):
        if move_text(s, code) == wanted:
            lo, hi, trays = s[0], s[1], s[2]
            if code < SLIDES:
                lo, hi, trays = slid(lo, hi, trays, code)
            else:
                trays &= ~(1 << (code - SLIDES))
            return wanted if can_jump(lo, hi, trays) else text
    return text


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
