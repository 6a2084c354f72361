"""What is said about Quits: moves, handles, touches in vain, endings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.sentences import Sentence
from ...scenes import defaults
from ...scenes.defaults import warning as warning
from .handling import STEP, leaving, line, lying
from .rules import NEEDED

if TYPE_CHECKING:
    from ...core.position import Outcome, Position


def move(before: Position, move: str) -> tuple[Sentence, ...]:
    """What a move does: a step or a slide, and whose marble it brings out."""
    if move == "pass":
        return defaults.move(before, move)
    who = {"name": before.player}
    if step := STEP.fullmatch(move):
        said = Sentence("move.quits.step", {"from": step[1], "to": step[2]}, who)
    else:
        row, end = _row(move)
        said = Sentence(f"move.quits.{'rank' if row.isdigit() else 'file'}", {"row": row, "end": end}, who)
    gone = leaving(before, move)
    return (said, Sentence("move.quits.out", players={"other": gone[0]})) if gone else (said,)


def _row(slide: str) -> tuple[str, str]:
    """The row that slides, and the file or rank at the end it goes to."""
    last = line(slide)[-1]
    return slide[0], last[0] if slide[0].isdigit() else last[1]


def handle(position: Position, handle: str, reader: int) -> Sentence:
    """What a handle is: an arrow, a button, a tile."""
    kind, _, name = handle.rpartition(":")
    if kind == "arrow":
        row, end = _row(name)
        return Sentence(f"handle.arrow.{'rank' if row.isdigit() else 'file'}", {"row": row, "end": end})
    if handle == "pass":
        return defaults.handle(position, handle, reader)
    return defaults.place(position.game, handle, lying(position).get(handle), reader)


def refusal(position: Position, handle: str, touched: tuple[str, ...]) -> Sentence:
    """Why a handle may not be touched."""
    there, player = lying(position), position.player
    if handle.startswith("arrow:"):
        slide = handle.removeprefix("arrow:")
        cells = line(slide)
        if not any(there.get(cell) == player for cell in cells):
            return Sentence("refused.quits.none")
        if cells[-1] in there:
            return Sentence("refused.quits.end", {"place": cells[-1]})
        return Sentence("refused.quits.barred" if slide == str(position).split()[2] else "refused")
    if handle not in there and touched:
        return Sentence("refused.quits.step")
    return defaults.refused_place(there.get(handle), player, touched)


def ending(position: Position, outcome: Outcome) -> Sentence:
    """Why the game is over: how many marbles had to get out."""
    if outcome.reason == "out":
        return Sentence("why.out.count", {"count": NEEDED[position.variant]})
    return defaults.ending(position, outcome)
