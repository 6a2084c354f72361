"""A position as text for a terminal: coloured or plain, with drawn characters or in pure ASCII."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import normalize

from ._canvas import Canvas, Style
from ._captions import Captions, captions, counted, ending, state, title
from ._text_board import ASCII, INKS, UNICODE, Pen, board
from .build import scene
from .scene import Scene

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
    and a marble is the number of its player. `language` is "en" or "fr".
    """
    return write(scene(position, last=last), colour=colour, unicode=unicode, language=language)


def write(made: Scene, *, colour: bool = True, unicode: bool = True, language: str = "en") -> str:
    """Write a scene for a terminal; see `text`."""
    canvas, say = Canvas(), captions(language)
    if not unicode:
        say = {key: normalize("NFKD", said).encode("ascii", "ignore").decode() for key, said in say.items()}
    pen = Pen(canvas, made, UNICODE if unicode else ASCII, say)
    canvas.put(0, 1, title(made, say), STRONG)
    board(pen, 2)
    below(pen, canvas.height + 1)
    return "\n".join(canvas.lines(colour))


def below(pen: Pen, row: int) -> None:
    """Under the board: the players with what each of them counts, then what concerns all."""
    made, canvas, say = pen.scene, pen.canvas, pen.say
    for n, player in enumerate(made.players):
        said = state(player, made, say)
        if said:
            canvas.put(row + n, 1, pen.glyphs["turn"], BRASS)
        canvas.put(row + n, 3, f" {pen.glyphs[player.matter]} ", INKS[player.matter])
        canvas.put(row + n, 7, say[player.matter], STRONG if said else Style())
        goals = [zone.places[0] for zone in made.zones if zone.kind == "goal" and zone.owner == player.number]
        told = [say[f"role {player.role}"]] if player.role else []
        told += [counted(count, say) for count in player.counts]
        told += [say["goal"].format(place=place) for place in goals]
        canvas.put(row + n, 16, ", ".join([*told, said] if said else told))
    for n, line in enumerate(facts(made, say)):
        canvas.put(row + len(made.players) + n, 3, line)


def facts(made: Scene, say: Captions) -> list[str]:
    """What concerns all players, a line each."""
    lines = [f"{say['last']} {made.last}"] if made.last else []
    lines += [f"{arrow.id} {say['barred']}" for arrow in made.arrows if arrow.barred and not made.ending]
    for player in made.players:
        if made.tilt and made.tilt.towards == player.number:
            lines.append(say["leans"].format(name=say[player.matter]))
    for count in made.counts:
        if count.name == "announced":
            lines.append(f"{say['announced']}: {say['jumps'].format(value=count.value)}")
    head, reason = ending(made, say)
    return [*lines, f"{head}: {reason}"] if head else lines
