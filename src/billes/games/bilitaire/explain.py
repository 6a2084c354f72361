"""Why a move of Bi-litaire is refused."""

from __future__ import annotations

from itertools import pairwise

from ...core.errors import quoted
from ...core.reading import FILES
from ...core.wording import are, form_error, listed, no_place
from . import rules
from .rules import ALL_MARBLES, ALL_SLIDES, ARROWS, HOLE, MARBLES, NAME, SLOT, SLOT_NAME, State

JUMPS = "the marble player writes the holes of the jumps (d4d6), or takes the first marble off (xd4)"
SLIDES = "the tray player slides trays (B1>1, A2B2>2) or removes an empty one (xB1), and may announce jumps (B1>1!3)"
MOST = {1: "1 to 3 slots", 2: "1 or 2 slots", 3: "1 slot"}
NUMBERS = {1: "one tray", 2: "two trays", 3: "three trays"}


def explain(state: State, text: str) -> str:
    """The reason why a text is not a legal move of an open state."""
    fault = form_error(text, JUMPS if state[3] == MARBLES else SLIDES)
    if fault:
        return fault
    body = text.removeprefix("x")
    of_trays = body[:2] in SLOT and (text[0] == "x" or any(sign in text for sign in "><^v!"))
    of_marbles = body[:2] in HOLE and not any(sign in text for sign in "><^v!")
    if state[3] == MARBLES:
        if of_trays:
            return f"{quoted(text)} is a move of the tray player, and the marbles are to move: {JUMPS}"
        return _marbles(state, text)
    if of_marbles:
        return f"{quoted(text)} is a move of the marble player, and the trays are to move: {SLIDES}"
    return _trays(state, text)


# ----------------------------------------------------------------------------------------------------- marbles
def _marbles(state: State, text: str) -> str:
    first = state[0].bit_count() + state[1].bit_count() == ALL_MARBLES
    if text[0] == "x":
        if text[1:] not in HOLE:
            return no_place(text[1:], FILES, 8, "hole")
        if first:
            return f"there is no marble on {text[1:]}: {_floor(state, HOLE[text[1:]])}"
        return "a marble is taken off only with the first move of a round; now one must jump, as in d4d6"
    holes = [text[i : i + 2] for i in range(0, len(text), 2)]
    for hole in holes:
        if hole not in HOLE:
            return no_place(hole, FILES, 8, "hole")
    if first:
        return f"no marble can jump yet: the first move of a round takes one off, as in x{holes[0]}"
    path = [HOLE[hole] for hole in holes]
    return _origin(state, path[0]) or _number(state, text, len(path) - 1) or _jumps(state, path)


def _marble(state: State, hole: int) -> bool:
    return bool((state[0] | state[1] << 32) >> hole & 1)


def _tray(state: State, hole: int) -> bool:
    return bool(state[2] >> (hole // 16 * 4 + hole % 8 // 2) & 1)


def _floor(state: State, hole: int) -> str:
    return "the hole is empty" if _tray(state, hole) else "no tray is there"


def _origin(state: State, hole: int) -> str | None:
    if _marble(state, hole):
        return None
    return f"there is no marble on {NAME[hole]}: {_floor(state, hole)}"


def _number(state: State, text: str, jumps: int) -> str | None:
    """What is wrong with the number of jumps."""
    if jumps == 0:
        return f"{quoted(text)} names no jump: write the hole it leads to as well, as in d4d6"
    made = f"{quoted(text)} makes {jumps} jump{'s' if jumps > 1 else ''}"
    if state[4] and jumps != state[4]:
        return f"{made}, but {state[4]} were announced: exactly so many must be made with one marble"
    if not state[4] and jumps > 1:
        return f"{made}, but none were announced: the marble player makes a single one"
    return None


def _jumps(state: State, path: list[int]) -> str:
    """What is wrong with the first jump that cannot be made."""
    left, jumped = (state[0] | state[1] << 32) & ~(1 << path[0]), 0
    for a, b in pairwise(path):
        way = f"{NAME[a]}{NAME[b]}"
        if sorted((abs(a % 8 - b % 8), abs(a // 8 - b // 8))) != [0, 2]:
            return f"{way} is not a jump: one goes two holes along a rank or file"
        over = (a + b) // 2
        if not _tray(state, over):
            return f"{way} is not possible: there is no tray under {NAME[over]}, and a gap cannot be crossed"
        if not _tray(state, b):
            return f"{way} is not possible: there is no tray under {NAME[b]} to land on"
        if jumped >> over & 1:
            return f"{way} is not possible: the marble on {NAME[over]} has already been jumped over"
        if not left >> over & 1:
            return f"{way} is not possible: there is no marble on {NAME[over]} to jump over"
        if left >> b & 1:
            return f"{way} is not possible: a marble lies on {NAME[b]}"
        left &= ~(1 << over)
        jumped |= 1 << over
    return f"{quoted(''.join(NAME[h] for h in path))} is not a legal move here"


# ------------------------------------------------------------------------------------------------------- trays
def _trays(state: State, text: str) -> str:
    body, mark, announced = text.partition("!")
    if body.startswith("x"):
        fault, what = _removal(state, body[1:])
    else:
        fault, what = _slide(state, body)
    return fault or _announcement(state, body, announced if mark else None, what)


def _no_slot(part: str) -> str:
    return no_place(part, "ABCD", 4, "slot")


def _removal(state: State, name: str) -> tuple[str | None, int]:
    """What is wrong with a removal, and its number."""
    if name not in SLOT:
        return _no_slot(name), 0
    slot = SLOT[name]
    if not state[2] >> slot & 1:
        return f"there is no tray on {name} to remove", 0
    holes = [16 * (slot // 4) + 2 * (slot % 4) + k for k in (0, 1, 8, 9)]
    full = [NAME[hole] for hole in holes if _marble(state, hole)]
    if full:
        return f"the tray on {name} cannot be removed: there {are(full)} still marbles on {listed(full)}", 0
    return None, rules.SLIDES + slot


def _slide(state: State, body: str) -> tuple[str | None, int]:
    """What is wrong with a slide, and its number."""
    at = next((i for i, letter in enumerate(body) if letter in ARROWS), -1)
    if at < 0:
        if body in SLOT or (body[:2] in SLOT and body[2:] in SLOT):
            return f"{quoted(body)} says not where to: a slide ends with direction and distance, as in B1>1", 0
        return f"{quoted(body)} is no move: {SLIDES}" if len(body) != 2 else _no_slot(body), 0
    group, arrow, distance = body[:at], body[at], body[at + 1 :]
    parts = [group[:2], group[2:]] if len(group) > 2 else [group]
    for part in parts:
        if part not in SLOT:
            return _no_slot(part), 0
    fault, count = _group(state, [SLOT[part] for part in parts], arrow)
    if fault:
        return fault, 0
    if distance not in ("1", "2", "3")[: 4 - count]:
        what = quoted(distance) if distance else "nothing"
        return f"{NUMBERS[count]} may slide by {MOST[count]}: the distance after {arrow!r} is {what}", 0
    wanted = (SLOT[parts[0]], count, ARROWS.index(arrow), int(distance))
    if wanted not in ALL_SLIDES:
        return f"{body} leads off the board, which has slots A1 to D4", 0
    number = ALL_SLIDES.index(wanted)
    taken = [name for slot, name in enumerate(SLOT_NAME) if state[2] & int(rules.CLEAR[number]) & 1 << slot]
    if taken:
        plural = "s" if len(taken) > 1 else ""
        return f"{body} is not possible: the tray{plural} on {listed(taken)} {are(taken)} in the way", 0
    return None, number


def _group(state: State, slots: list[int], arrow: str) -> tuple[str | None, int]:
    """What is wrong with a group of trays, and their number."""
    first, last = slots[0], slots[-1]
    name = "".join(SLOT_NAME[slot] for slot in slots)
    if len(slots) == 2 and first == last:
        return f"{name} names one slot twice: a tray alone is written {SLOT_NAME[first]}{arrow}1", 0
    level, upright = first // 4 == last // 4, first % 4 == last % 4
    if not level and not upright:
        return f"{SLOT_NAME[first]} and {SLOT_NAME[last]} are not in one line: trays slide together along one", 0
    if first > last:
        return f"{name} begins at the wrong end: the lower slot comes first, {SLOT_NAME[last]}{SLOT_NAME[first]}", 0
    along = 1 if level else 4
    group = list(range(first, last + 1, along))
    if len(group) > 3:
        return f"{name} are four trays: at most three slide together", 0
    gone = [SLOT_NAME[slot] for slot in group if not state[2] >> slot & 1]
    if gone:
        return f"there is no tray on {listed(gone)} to slide", 0
    if len(group) > 1 and (arrow in "><") != level:
        right = "> or <" if level else "^ or v"
        return f"{name} is a line that slides {right}, not {arrow}: trays slide together only along their line", 0
    return None, len(group)


def _announcement(state: State, body: str, announced: str | None, what: int) -> str:
    """What is wrong with the announcement after a tray move that is all right."""
    if announced is None:
        return f"{quoted(body)} is not a legal move here"
    if not announced:
        return f"the announced number is missing after '!': write it ({body}!2), or only {body}"
    if not (announced.isascii() and announced.isdigit()):
        return f"{quoted(announced)} is no number of jumps: an announcement is a number of 2 or more, as in {body}!2"
    if announced.lstrip("0") in ("", "1"):
        return f"an announcement is a number of 2 or more: without one ({body}) the marble player makes a single jump"
    if announced[0] == "0":
        return f"{quoted(announced)} is no number of jumps: it is written without a zero before it"
    lo, hi, trays = state[0], state[1], state[2]
    if what < rules.SLIDES:
        lo, hi, trays = rules.slid(lo, hi, trays, what)
    else:
        trays &= ~(1 << (what - rules.SLIDES))
    most = rules.longest(lo, hi, trays)
    if most < 2:
        can = "can jump" if most == 0 else "can make more than one jump"
        return f"nothing can be announced with {body}: after it no marble {can}"
    return f"{quoted(announced)} jumps cannot be announced: after {body} no marble can make more than {most} in a row"
