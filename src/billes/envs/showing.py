"""How environments show a position: in a terminal, as a text, or as a picture."""

from __future__ import annotations

from .play import Play

RENDER_MODES = ("ansi", "human", "svg")


def show(play: Play, mode: str | None) -> str | None:
    """The position on the board: a text for "ansi", a picture for "svg", nothing for "human", which prints it."""
    if mode is None:
        return None
    if mode not in RENDER_MODES:
        raise ValueError(f"the render modes are {', '.join(RENDER_MODES)}, not {mode!r}")
    if mode == "svg":
        from ..scenes import svg

        return svg(play.position)
    from ..scenes import text

    drawn = text(play.position)
    if mode == "ansi":
        return drawn
    print(drawn)
    return None
