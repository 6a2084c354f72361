"""Why a move of Quits is refused."""

from __future__ import annotations

from ...core.errors import quoted
from ...core.jit import buffer
from ...core.reading import FILES
from ...core.wording import form_error, no_place
from . import rules
from .notation import move_text
from .rules import CELL, CORNERS, NAME, SLIDES, State

FORM = "a move is a step (b2c3), a slide (3> or cv) or pass"
ARROWS = "><^v"
ENDS = {">": "file e", "<": "file a", "^": "rank 5", "v": "rank 1"}


def explain(state: State, text: str) -> str:
    """The reason why a text is not a legal move of an open state."""
    fault = form_error(text, FORM)
    if fault:
        return fault
    if text == "pass":
        buf = buffer(rules.ROOM)
        rules.moves(state, buf, 0)
        return (
            f"passing is only for a player who can do nothing else, and {move_text(state, int(buf[0]))} can be played"
        )
    if text.lower() == "pass":
        return f"{quoted(text)} is written in small letters: pass"
    if text in SLIDES:
        return _slide(state, SLIDES.index(text))
    if any(arrow in text for arrow in ARROWS):
        return _no_slide(text)
    if len(text) != 4:
        if text in CELL:
            return f"{quoted(text)} is only half a step: name the cell it comes from and the one it goes to"
        return f"{quoted(text)} is no move: {FORM}"
    for part in (text[:2], text[2:]):
        if part not in CELL:
            return no_place(part, FILES[:5], 5, "cell")
    return _step(state, CELL[text[:2]], CELL[text[2:]])


def _owner(state: State, cell: int) -> int:
    """The number of the player whose marble lies on a cell, or 0."""
    players = 4 // state[6]
    for seat in range(players):
        if state[seat] >> cell & 1:
            return (rules.mover(state) - 1 + seat) % players + 1
    return 0


def _slide(state: State, slide: int) -> str:
    """What is wrong with a well-formed slide."""
    text = SLIDES[slide]
    line = f"{'rank' if slide < 10 else 'file'} {text[0]}"
    if not state[0] & int(rules.LINE[slide]):
        return f"{text} cannot be played: {line} holds no marble of player {rules.mover(state)}"
    end = int(rules.END[slide]).bit_length() - 1
    owner = _owner(state, end)
    if owner:
        return f"{line} cannot go towards {ENDS[text[1]]}: at that end, on {NAME[end]}, is a marble of player {owner}"
    return f"{text} is forbidden: it is the inverse of {SLIDES[slide ^ 1]}, the slide just played"


def _no_slide(text: str) -> str:
    """What is wrong with a text that has an arrow and is no slide."""
    if len(text) != 2 or text[1] not in ARROWS:
        return f"{quoted(text)} is no slide: one is a rank or file and an arrow, such as 3> or cv"
    line = text[0]
    if line in "12345":
        return f"{quoted(text)} is no slide: a rank moves > or <, so {line}> or {line}<"
    if line in FILES[:5]:
        return f"{quoted(text)} is no slide: a file moves ^ or v, so {line}^ or {line}v"
    if line.lower() in FILES[:5]:
        return f"{quoted(text)} is no slide: files are small letters, so {line.lower()}^ or {line.lower()}v"
    return f"{quoted(text)} is no slide: {quoted(line)} is no rank (1 to 5) and no file (a to e)"


def _step(state: State, origin: int, to: int) -> str:
    """What is wrong with a step from cell to cell."""
    here, there, who = NAME[origin], NAME[to], rules.mover(state)
    owner = _owner(state, origin)
    if owner == 0:
        return f"there is no marble on {here}"
    if owner != who:
        return f"the marble on {here} is player {owner}'s, and player {who} is to move"
    file, rank = to % 5 - origin % 5, to // 5 - origin // 5
    if origin == to:
        return f"the marble stays on {here}: a step goes to a diagonal neighbour"
    if abs(file) != abs(rank):
        return f"{there} is not diagonal from {here}: a step goes one cell diagonally"
    if abs(file) > 1:
        return f"{there} is {abs(file)} cells away from {here}: a step goes one cell diagonally"
    base = CORNERS[state[4]]
    if (file > 0) == (base % 5 > 0) and (rank > 0) == (base // 5 > 0):
        return f"{here}{there} leads back to {NAME[base]}, the base corner of player {who}: no marble steps that way"
    return f"{there} is taken: a marble of player {_owner(state, to)} lies there"
