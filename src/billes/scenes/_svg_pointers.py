"""Arrows over a board: where a move would go, and where none may go."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ._svg_board import Picture
from ._svg_marbles import brass, marble, nearer, towards
from ._xml import cross, disc, figure, line, rounded, tag
from .motions import Motion
from .scene import Flat, Scene, Slab

WIDTH = 12
"""How thick an arrow is at most, in units of the picture."""
FORBIDDEN, FORBIDDEN_EDGE = "#e0442c", "#fff4ec"
"""The colours of an arrow that is struck through."""
BULGE = 0.13
"""How far a jump swings out beside the marbles it passes over, as a part of its length."""


def pointers(picture: Picture, moved: Sequence[Motion], after: Scene) -> list[str]:
    """What shows a move that is not played yet: arrows of marbles and trays, and the ball to be put down.

    `after` is the scene that the move leads to: slabs are looked up there.
    """
    drawn = []
    tilted = next((motion.step for motion in moved if motion.kind == "tilt"), len(moved))
    for motion in moved:
        if motion.thing == "slab" or motion.step >= tilted:
            continue
        if motion.kind == "place":
            drawn.append(ghost(picture, motion))
        elif motion.kind in ("raise", "jump", "step"):
            drawn.append(arrow(picture, motion.what, motion.to, bool(motion.via)))
        elif motion.kind == "roll":
            drawn.append(rolled(picture, motion))
    return [*pushed(picture, [motion for motion in moved if motion.thing == "slab"], after), *drawn]


def rolls(picture: Picture, moved: Sequence[Motion]) -> list[str]:
    """The marbles that rolled when the board tilted, drawn on the scene after it."""
    tilted = next((motion.step for motion in moved if motion.kind == "tilt"), len(moved))
    return [rolled(picture, motion) for motion in moved if motion.kind == "roll" and motion.step >= tilted]


def rolled(picture: Picture, motion: Motion) -> str:
    """A short thin arrow along a groove; nothing for the steel balls, which belong to nobody."""
    lying = picture.scene.lying.get(motion.to) or picture.scene.lying.get(motion.what)
    if lying is not None and not lying.owner:
        return ""
    here, there = picture.at(motion.what), picture.at(motion.to)
    return _arrow(
        [here, towards(here, there, math.dist(here, there) * 0.62)],
        WIDTH * 0.6 * picture.style.theme.arrows,
        *_colours(picture),
    )


def arrow(picture: Picture, here: str, there: str, jumps: bool = False, forbidden: bool = False) -> str:
    """An arrow from a place to another, swinging out where it jumps; struck through where that is forbidden."""
    start, end = picture.at(here), picture.at(there)
    radius = picture.scene.by_id[here].radius * picture.scale
    length = math.dist(start, end)
    inner = towards(start, end, min(radius * 0.45, length / 4)), towards(end, start, min(radius * 0.25, length / 4))
    width = min(WIDTH, radius * 0.24) * picture.style.theme.arrows
    colour, edge = (FORBIDDEN, FORBIDDEN_EDGE) if forbidden else _colours(picture)
    bend = _beside(start, end, BULGE * length) if jumps else None
    drawn = _arrow([inner[0], *([bend] if bend else []), inner[1]], width, colour, edge)
    if forbidden:
        at = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        d = cross(*at, radius * 0.32)
        drawn += tag("path", d=d, stroke=edge, stroke_width=WIDTH + 9, stroke_linecap="round")
        drawn += tag("path", d=d, stroke=colour, stroke_width=WIDTH + 1, stroke_linecap="round")
    return tag("g", drawn, data_pointer=f"{'not ' if forbidden else ''}{here} {there}")


def ghost(picture: Picture, motion: Motion) -> str:
    """A marble that would be put down: seen through, in a dashed ring."""
    place, ball = picture.scene.by_id[motion.to], picture.scene.lying[motion.what]
    x, y = picture.at(place.id)
    radius = place.radius * picture.scale * nearer(place.level)
    seen = tag("g", marble(picture.style, ball, x, y, radius), opacity=0.85)
    return tag(
        "g", seen, brass(picture.style, disc(x, y, radius * 0.95), 6.5, dash="16 11"), data_pointer=f"place {place.id}"
    )


def pushed(picture: Picture, moved: Sequence[Motion], after: Scene) -> list[str]:
    """Slabs that would slide: an outline round them and an arrow to where the foremost goes; lifted ones dashed."""
    before = {slab.id: slab for slab in picture.scene.slabs}
    there = {slab.id: slab for slab in after.slabs}
    sliding = [(before[m.what], there[m.to]) for m in moved if m.kind == "slide" and m.step == 0]
    lifted = [before[m.what] for m in moved if m.kind in ("round", "lift") and m.step == 0]
    drawn = [brass(picture.style, rounded(_outline(picture, [slab]), 12), 8, dash="20 14") for slab in lifted]
    if sliding:
        drawn.append(brass(picture.style, rounded(_outline(picture, [slab for slab, _ in sliding]), 12), 6))
        (x, _, z), (to_x, _, to_z) = sliding[0][0].at, sliding[0][1].at
        way = to_x - x, to_z - z
        first, last = max(sliding, key=lambda pair: pair[0].at[0] * way[0] + pair[0].at[2] * way[1])
        ends = [picture.xy(piece.at[0], piece.at[2]) for piece in (first, last)]
        drawn.append(_arrow(ends, WIDTH * 1.3, *_colours(picture)))
    return [tag("g", each, data_pointer="push") for each in drawn]


def _colours(picture: Picture) -> tuple[str, str]:
    """The colour of arrows, and of their edge."""
    return picture.style.theme.mark, picture.style.theme.mark_edge


def _outline(picture: Picture, pieces: Sequence[Slab]) -> list[Flat]:
    """The corners of the box round some slabs."""
    xs = [s.at[0] + side * s.size[0] / 2 for s in pieces for side in (-1, 1)]
    zs = [s.at[2] + side * s.size[2] / 2 for s in pieces for side in (-1, 1)]
    left, right, far, near = min(xs), max(xs), min(zs), max(zs)
    return [picture.xy(*corner) for corner in ((left, far), (right, far), (right, near), (left, near))]


def _beside(start: Flat, end: Flat, away: float) -> Flat:
    """A point beside the middle of a line."""
    length = math.dist(start, end)
    dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    return (start[0] + end[0]) / 2 - dy * away * 2, (start[1] + end[1]) / 2 + dx * away * 2


def _arrow(points: list[Flat], width: float, colour: str, edge: str) -> str:
    """An arrow through two points, or bent towards the middle one of three."""
    end, before = points[-1], points[-2]
    size = width * 2.6
    foot = towards(end, before, size * 0.8)
    if len(points) == 3:
        (x0, y0), (x1, y1) = points[0], points[1]
        d = f"M{figure(x0)} {figure(y0)}Q{figure(x1)} {figure(y1)} {figure(foot[0])} {figure(foot[1])}"
    else:
        d = line([points[0], foot])
    angle = math.atan2(end[1] - before[1], end[0] - before[0])
    side = angle + math.pi / 2
    wing = size * 0.62
    back = (end[0] - size * math.cos(angle), end[1] - size * math.sin(angle))
    head = [
        end,
        (back[0] + wing * math.cos(side), back[1] + wing * math.sin(side)),
        (back[0] - wing * math.cos(side), back[1] - wing * math.sin(side)),
    ]
    tip = line(head) + "Z"
    shaft = {"d": d, "fill": "none", "stroke_linecap": "round"}
    return (
        tag("path", **shaft, stroke=edge, stroke_width=width + 6)
        + tag("path", d=tip, fill=edge, stroke=edge, stroke_width=7, stroke_linejoin="round")
        + tag("path", **shaft, stroke=colour, stroke_width=width)
        + tag("path", d=tip, fill=colour)
    )
