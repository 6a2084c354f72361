"""A position as text for a terminal: coloured or plain, with drawn characters or in pure ASCII."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._canvas import Canvas, Style
from ._text_board import ASCII, INKS, UNICODE, Pen, board
from .build import scene
from .captions import Captions

if TYPE_CHECKING:
    from ..core.position import Move, Position

STRONG = Style(bold=True)
BRASS = Style(ink=178, bold=True)


def text(
    position: Position,
    *,
    last: Move | str | None = None,
    colour: bool = True,
    unicode: bool = True,
    language: str = "en",
) -> str:
    """Write a position for a terminal.

    A marble that just moved stands in [brackets], where it came from in (round ones), and x is where one was taken.
    `last` is the move to mark (by default the position's own last move, "" for none). Without `unicode` all is ASCII
    and a marble is the number of its player. `language` is any of the `languages`.
    """
    made = scene(position, last=last)
    canvas, captions = Canvas(), Captions.of(position, made, language, plain=not unicode)
    pen = Pen(canvas, made, UNICODE if unicode else ASCII, captions)
    canvas.put(0, 1, ", ".join(captions.heading()), STRONG)
    board(pen, 2)
    below(pen, canvas.height + 1)
    return "\n".join(canvas.lines(colour))


def below(pen: Pen, row: int) -> None:
    """Under the board: the players with what each of them counts, then what concerns all."""
    made, canvas, captions = pen.scene, pen.canvas, pen.captions
    counted = max(16, 9 + max(len(captions.player(player)) for player in made.players))
    for n, player in enumerate(made.players):
        said = captions.state(player)
        if said:
            canvas.put(row + n, 1, pen.glyphs["turn"], BRASS)
        canvas.put(row + n, 3, f" {pen.glyphs[player.matter]} ", INKS[player.matter])
        canvas.put(row + n, 7, captions.player(player), STRONG if said else Style())
        goals = [zone.places[0] for zone in made.zones if zone.kind == "goal" and zone.owner == player.number]
        told = [captions.say(f"role.{player.role}")] if player.role else []
        told += [captions.count(count) for count in player.counts]
        told += [captions.say("goal", place=place) for place in goals]
        canvas.put(row + n, counted, ", ".join([*told, said] if said else told))
    for n, line in enumerate(facts(captions)):
        canvas.put(row + len(made.players) + n, 3, line)


def facts(captions: Captions) -> list[str]:
    """What concerns all players, one line each."""
    made = captions.scene
    lines = [captions.last()] if made.last else []
    lines += [f"{arrow.id} {captions.say('barred')}" for arrow in made.arrows if arrow.barred and not made.ending]
    lines += [captions.say("leans", made.tilt.towards)] if made.tilt else []
    lines += [captions.count(count) for count in made.counts if count.name == "announced"]
    return [*lines, captions.render(*captions.end)] if captions.end else lines
