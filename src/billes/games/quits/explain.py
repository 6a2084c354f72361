"""Why a move of Quits is refused."""

from __future__ import annotations

from ...core.errors import quoted
from ...core.jit import buffer
from ...core.reading import FILES
from ...core.sentences import Sentence
from ...core.wording import called, form_error, no_place
from . import rules
from .notation import move_text
from .rules import CELL, CORNERS, NAME, SLIDES, State

FORM = Sentence("illegal.quits.form")
ARROWS = "><^v"
ENDS = {">": "e", "<": "a", "^": "5", "v": "1"}


def explain(state: State, text: str) -> Sentence:
    """The reason why a text is not a legal move of an open state."""
    if fault := form_error(text, FORM):
        return fault
    if text == "pass":
        buf = buffer(rules.ROOM)
        rules.moves(state, buf, 0)
        return Sentence("illegal.pass", {"move": move_text(state, int(buf[0]))})
    if text.lower() == "pass":
        return Sentence("illegal.quits.pass", {"text": quoted(text)})
    if text in SLIDES:
        return _slide(state, SLIDES.index(text))
    if any(arrow in text for arrow in ARROWS):
        return _no_slide(text)
    if len(text) != 4:
        if text in CELL:
            return Sentence("illegal.quits.half", {"text": quoted(text)})
        return Sentence("illegal.form", {"text": quoted(text), "form": FORM})
    for part in (text[:2], text[2:]):
        if part not in CELL:
            return no_place(part, FILES[:5], 5, Sentence("place.cell"))
    return _step(state, CELL[text[:2]], CELL[text[2:]])


def _owner(state: State, cell: int) -> int:
    """The number of the player whose marble lies on a cell, or 0."""
    players = 4 // state[6]
    for seat in range(players):
        if state[seat] >> cell & 1:
            return (rules.mover(state) - 1 + seat) % players + 1
    return 0


def _row(name: str) -> Sentence:
    return Sentence("row.rank" if name.isdigit() else "row.file", {"row": name})


def _slide(state: State, slide: int) -> Sentence:
    """What is wrong with a well-formed slide."""
    text = SLIDES[slide]
    row = _row(text[0])
    if not state[0] & int(rules.LINE[slide]):
        return Sentence(
            "illegal.quits.slide.none", {"move": text, "row": row, "player": called(rules.mover(state), "quits")}
        )
    end = int(rules.END[slide]).bit_length() - 1
    owner = _owner(state, end)
    if owner:
        towards = _row(ENDS[text[1]])
        return Sentence(
            "illegal.quits.slide.end", {"row": row, "end": towards, "cell": NAME[end], "owner": called(owner, "quits")}
        )
    return Sentence("illegal.quits.slide.forbidden", {"move": text, "other": SLIDES[slide ^ 1]})


def _no_slide(text: str) -> Sentence:
    """What is wrong with a text that has an arrow and is no slide."""
    if len(text) != 2 or text[1] not in ARROWS:
        return Sentence("illegal.quits.slide", {"text": quoted(text)})
    line = text[0]
    if line in "12345":
        return Sentence("illegal.quits.slide.rank", {"text": quoted(text), "row": line})
    if line in FILES[:5]:
        return Sentence("illegal.quits.slide.file", {"text": quoted(text), "row": line})
    if line.lower() in FILES[:5]:
        return Sentence("illegal.quits.slide.small", {"text": quoted(text), "row": line.lower()})
    return Sentence("illegal.quits.slide.row", {"text": quoted(text), "row": quoted(line)})


def _step(state: State, origin: int, to: int) -> Sentence:
    """What is wrong with a step from cell to cell."""
    here, there, who = NAME[origin], NAME[to], rules.mover(state)
    owner = _owner(state, origin)
    if owner == 0:
        return Sentence("illegal.none", {"place": here})
    if owner != who:
        return Sentence(
            "illegal.theirs", {"place": here, "owner": called(owner, "quits"), "player": called(who, "quits")}
        )
    file, rank = to % 5 - origin % 5, to // 5 - origin // 5
    if origin == to:
        return Sentence("illegal.quits.stays", {"cell": here})
    if abs(file) != abs(rank):
        return Sentence("illegal.quits.diagonal", {"from": here, "to": there})
    if abs(file) > 1:
        return Sentence("illegal.quits.far", {"from": here, "to": there, "count": abs(file)})
    base = CORNERS[state[4]]
    if (file > 0) == (base % 5 > 0) and (rank > 0) == (base // 5 > 0):
        return Sentence(
            "illegal.quits.back", {"move": here + there, "base": NAME[base], "player": called(who, "quits")}
        )
    return Sentence("illegal.taken", {"place": there, "owner": called(_owner(state, to), "quits")})
