"""Why a move of Bi-litaire is refused."""

from __future__ import annotations

from itertools import pairwise

from ...core.errors import quoted
from ...core.reading import FILES
from ...core.sentences import Params, Sentence
from ...core.wording import form_error, listed, no_place
from . import rules
from .rules import ALL_MARBLES, ALL_SLIDES, ARROWS, HOLE, MARBLES, NAME, SLOT, SLOT_NAME, State

JUMPS = Sentence("illegal.bilitaire.form.marbles")
SLIDES = Sentence("illegal.bilitaire.form.trays")


def explain(state: State, text: str) -> Sentence:
    """The reason why a text is not a legal move of an open state."""
    if fault := form_error(text, JUMPS if state[3] == MARBLES else SLIDES):
        return fault
    body = text.removeprefix("x")
    of_trays = body[:2] in SLOT and (text[0] == "x" or any(sign in text for sign in "><^v!"))
    of_marbles = body[:2] in HOLE and not any(sign in text for sign in "><^v!")
    if state[3] == MARBLES:
        if of_trays:
            return Sentence("illegal.bilitaire.of-trays", {"text": quoted(text), "form": JUMPS})
        return _marbles(state, text)
    if of_marbles:
        return Sentence("illegal.bilitaire.of-marbles", {"text": quoted(text), "form": SLIDES})
    return _trays(state, text)


# ----------------------------------------------------------------------------------------------------- marbles
def _marbles(state: State, text: str) -> Sentence:
    first = state[0].bit_count() + state[1].bit_count() == ALL_MARBLES
    if text[0] == "x":
        if text[1:] not in HOLE:
            return no_place(text[1:], FILES, 8, Sentence("place.hole"))
        if first:
            return _no_marble(state, HOLE[text[1:]])
        return Sentence("illegal.bilitaire.first.only")
    holes = [text[i : i + 2] for i in range(0, len(text), 2)]
    for hole in holes:
        if hole not in HOLE:
            return no_place(hole, FILES, 8, Sentence("place.hole"))
    if first:
        return Sentence("illegal.bilitaire.first.jump", {"example": f"x{holes[0]}"})
    path = [HOLE[hole] for hole in holes]
    if not _marble(state, path[0]):
        return _no_marble(state, path[0])
    return _number(state, text, len(path) - 1) or _jumps(state, path)


def _marble(state: State, hole: int) -> bool:
    return bool((state[0] | state[1] << 32) >> hole & 1)


def _tray(state: State, hole: int) -> bool:
    return bool(state[2] >> (hole // 16 * 4 + hole % 8 // 2) & 1)


def _no_marble(state: State, hole: int) -> Sentence:
    return Sentence("illegal.bilitaire.none", {"hole": NAME[hole], "trays": int(_tray(state, hole))})


def _number(state: State, text: str, jumps: int) -> Sentence | None:
    """What is wrong with the number of jumps."""
    if jumps == 0:
        return Sentence("illegal.bilitaire.jumps.none", {"text": quoted(text)})
    if state[4] and jumps != state[4]:
        params: Params = {"text": quoted(text), "jumps": jumps, "announced": state[4]}
        return Sentence("illegal.bilitaire.jumps.announced", params)
    if not state[4] and jumps > 1:
        return Sentence("illegal.bilitaire.jumps.single", {"text": quoted(text), "jumps": jumps})
    return None


def _jumps(state: State, path: list[int]) -> Sentence:
    """What is wrong with the first jump that cannot be made."""
    left, jumped = (state[0] | state[1] << 32) & ~(1 << path[0]), 0
    for a, b in pairwise(path):
        way = f"{NAME[a]}{NAME[b]}"
        if sorted((abs(a % 8 - b % 8), abs(a // 8 - b // 8))) != [0, 2]:
            return Sentence("illegal.bilitaire.jump", {"jump": way})
        over = (a + b) // 2
        if not _tray(state, over):
            return Sentence("illegal.bilitaire.jump.gap", {"jump": way, "hole": NAME[over]})
        if not _tray(state, b):
            return Sentence("illegal.bilitaire.jump.land", {"jump": way, "hole": NAME[b]})
        if jumped >> over & 1:
            return Sentence("illegal.bilitaire.jump.twice", {"jump": way, "hole": NAME[over]})
        if not left >> over & 1:
            return Sentence("illegal.bilitaire.jump.over", {"jump": way, "hole": NAME[over]})
        if left >> b & 1:
            return Sentence("illegal.bilitaire.jump.taken", {"jump": way, "hole": NAME[b]})
        left &= ~(1 << over)
        jumped |= 1 << over
    return Sentence("illegal.here", {"text": quoted("".join(NAME[h] for h in path))})


# ------------------------------------------------------------------------------------------------------- trays
def _trays(state: State, text: str) -> Sentence:
    body, mark, announced = text.partition("!")
    what = _removal(state, body[1:]) if body.startswith("x") else _slide(state, body)
    return what if isinstance(what, Sentence) else _announcement(state, body, announced if mark else None, what)


def _no_slot(part: str) -> Sentence:
    return no_place(part, "ABCD", 4, Sentence("place.slot"))


def _removal(state: State, name: str) -> Sentence | int:
    """The number of a removal, or what is wrong with it."""
    if name not in SLOT:
        return _no_slot(name)
    slot = SLOT[name]
    if not state[2] >> slot & 1:
        return Sentence("illegal.bilitaire.remove.none", {"slot": name})
    holes = [16 * (slot // 4) + 2 * (slot % 4) + k for k in (0, 1, 8, 9)]
    full = [NAME[hole] for hole in holes if _marble(state, hole)]
    if full:
        return Sentence("illegal.bilitaire.remove.full", {"slot": name, "holes": listed(full), "count": len(full)})
    return rules.SLIDES + slot


def _slide(state: State, body: str) -> Sentence | int:
    """The number of a slide, or what is wrong with it."""
    at = next((i for i, letter in enumerate(body) if letter in ARROWS), -1)
    if at < 0:
        if body in SLOT or (body[:2] in SLOT and body[2:] in SLOT):
            return Sentence("illegal.bilitaire.slide.where", {"text": quoted(body)})
        if len(body) == 2:
            return _no_slot(body)
        return Sentence("illegal.form", {"text": quoted(body), "form": SLIDES})
    group, arrow, distance = body[:at], body[at], body[at + 1 :]
    parts = [group[:2], group[2:]] if len(group) > 2 else [group]
    for part in parts:
        if part not in SLOT:
            return _no_slot(part)
    count = _group(state, [SLOT[part] for part in parts], arrow)
    if isinstance(count, Sentence):
        return count
    if distance not in ("1", "2", "3")[: 4 - count]:
        given = quoted(distance) if distance else Sentence("illegal.bilitaire.slide.nothing")
        return Sentence("illegal.bilitaire.slide.distance", {"trays": count, "arrow": quoted(arrow), "given": given})
    wanted = (SLOT[parts[0]], count, ARROWS.index(arrow), int(distance))
    if wanted not in ALL_SLIDES:
        return Sentence("illegal.bilitaire.slide.off", {"move": body})
    number = ALL_SLIDES.index(wanted)
    taken = [name for slot, name in enumerate(SLOT_NAME) if state[2] & int(rules.CLEAR[number]) & 1 << slot]
    if taken:
        return Sentence("illegal.bilitaire.slide.taken", {"move": body, "slots": listed(taken), "count": len(taken)})
    return number


def _group(state: State, slots: list[int], arrow: str) -> Sentence | int:
    """How many trays a group has, or what is wrong with it."""
    first, last = slots[0], slots[-1]
    name = "".join(SLOT_NAME[slot] for slot in slots)
    if len(slots) == 2 and first == last:
        return Sentence("illegal.bilitaire.group.twice", {"group": name, "right": f"{SLOT_NAME[first]}{arrow}1"})
    level, upright = first // 4 == last // 4, first % 4 == last % 4
    if not level and not upright:
        return Sentence("illegal.bilitaire.group.line", {"first": SLOT_NAME[first], "last": SLOT_NAME[last]})
    if first > last:
        return Sentence("illegal.bilitaire.group.order", {"group": name, "right": SLOT_NAME[last] + SLOT_NAME[first]})
    along = 1 if level else 4
    group = list(range(first, last + 1, along))
    if len(group) > 3:
        return Sentence("illegal.bilitaire.group.four", {"group": name})
    gone = [SLOT_NAME[slot] for slot in group if not state[2] >> slot & 1]
    if gone:
        return Sentence("illegal.bilitaire.group.none", {"slots": listed(gone)})
    if len(group) > 1 and (arrow in "><") != level:
        key = "illegal.bilitaire.group.rank" if level else "illegal.bilitaire.group.file"
        return Sentence(key, {"group": name, "arrow": arrow})
    return len(group)


def _announcement(state: State, body: str, announced: str | None, what: int) -> Sentence:
    """What is wrong with the announcement after a tray move that is all right."""
    if announced is None:
        return Sentence("illegal.here", {"text": quoted(body)})
    if not announced:
        return Sentence("illegal.bilitaire.announced.missing", {"move": body})
    if not (announced.isascii() and announced.isdigit()):
        return Sentence("illegal.bilitaire.announced.number", {"text": quoted(announced), "move": body})
    if not announced.strip("0"):
        return Sentence("illegal.bilitaire.announced.one", {"move": body})
    if announced[0] == "0":
        return Sentence("illegal.bilitaire.announced.zero", {"text": quoted(announced)})
    lo, hi, trays = state[0], state[1], state[2]
    if what < rules.SLIDES:
        lo, hi, trays = rules.slid(lo, hi, trays, what)
    else:
        trays &= ~(1 << (what - rules.SLIDES))
    most = rules.longest(lo, hi, trays)
    return Sentence("illegal.bilitaire.announced.most", {"text": quoted(announced), "move": body, "most": most})
