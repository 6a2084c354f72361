"""How environments show a position: in a terminal, as a text, or as a picture."""

from __future__ import annotations

from .play import Play

RENDER_MODES = ("ansi", "human", "svg")


def render_mode(mode: str | None) -> str | None:
    """A render mode as it was asked for; ValueError where there is none of that name."""
    if mode not in (None, *RENDER_MODES):
        raise ValueError(f"the render modes are {', '.join(RENDER_MODES)}, not {mode!r}")
    return mode


def show(play: Play, mode: str | None) -> str | None:
    """The position on the board: a text for "ansi", a picture for "svg", nothing for "human", which prints it."""
    if mode is None:
        return None
    if mode == "svg":
        from ..scenes import svg

        return svg(play.position)
    from ..scenes import text

    drawn = text(play.position)
    if mode == "ansi":
        return drawn
    print(drawn)
    return None
