"""Marbles and the brass marks of the last move, seen from above."""

from __future__ import annotations

import math
from collections.abc import Callable

from ._svg_board import Picture
from ._svg_defs import Style
from ._xml import cross, disc, line, rounded, tag
from .scene import Flat, Marble, Mark, Scene


def turn(place: str) -> float:
    """How far a ribbon marble is turned: anything, but always the same for a place."""
    return sum(ord(sign) * 67 for sign in place) * 31 % 360


def marble(style: Style, ball: Marble, x: float, y: float, radius: float) -> str:
    """Draw one marble without its shadow."""
    place, owner, scale = ball.place, str(ball.owner), radius / 100
    if ball.matter != "ribbon":
        return style.use(ball.matter, x, y, scale, data_marble=place, data_owner=owner)
    band = style.use(f"ribbon{ball.hue}", x, y, scale, turn(place), data_marble=place, data_owner=owner)
    return band + style.use("glass", x, y, scale)


def shadow(style: Style, x: float, y: float, radius: float, level: int) -> str:
    """The soft shadow of a marble, falling right and towards the viewer; a high one darkens what it lies on."""
    away = radius * (0.15 if level == 1 else 0.12)
    paint, reach = ("shadow", 1.12) if level == 1 else ("deep", 1.36)
    return tag("circle", cx=x + away * 0.8, cy=y + away, r=radius * reach, fill=style.ref(paint))


def marbles(picture: Picture) -> list[str]:
    """Marks and marbles of the board, level by level; a higher marble is nearer to the eye and so a little larger."""
    scene = picture.scene
    aside = {seat for store in scene.stores if store.beside for seat in store.seats}
    drawn = [draw(picture, mark) for draw, mark in flat_marks(scene)]
    for level in sorted({place.level for place in scene.places}):
        drawn += [ring(picture, mark) for mark in rings(scene, level) if mark.kind != "rest"]
        here = [b for b in scene.marbles if b.place not in aside and scene.by_id[b.place].level == level]
        spots = [(*picture.at(b.place), b.radius * picture.scale * nearer(level)) for b in here]
        drawn += [shadow(picture.style, *spot, level) for spot in spots]
        drawn += [marble(picture.style, ball, *spot) for ball, spot in zip(here, spots, strict=True)]
        drawn += [ring(picture, mark) for mark in rings(scene, level) if mark.kind == "rest"]
    return drawn


def nearer(level: int) -> float:
    """How much larger a marble of a level looks than one on the board."""
    return 1 + 0.045 * (level - 1)


# -------------------------------------------------------------------------------------------------------- the marks
def brass(style: Style, d: str, width: float, dash: str | None = None, mark: str | None = None) -> str:
    """A line of brass with a dark edge on both sides, so that it shows on oak as well as on ebony."""
    line = {"d": d, "fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round" if not dash else None}
    return tag(
        "g",
        tag("path", **line, stroke=style.theme.mark_edge, stroke_width=width + 4, stroke_dasharray=dash, opacity=0.85),
        tag("path", **line, stroke=style.theme.mark, stroke_width=width, stroke_dasharray=dash),
        data_mark=mark,
    )


def ring(picture: Picture, mark: Mark) -> str:
    """The ring of a mark on one place: whole where a marble lies, thin where it was, crossed where one was taken."""
    place = picture.scene.by_id[mark.places[0]]
    x, y = picture.at(place.id)
    radius = place.radius * picture.scale
    named = f"{mark.kind} {place.id}"
    if mark.kind == "rest":
        packed = place.radius > 0.45
        grown = radius * nearer(place.level)
        return brass(picture.style, disc(x, y, grown * (0.95 if packed else 1.12)), 6.5, mark=named)
    if mark.kind == "won":
        return brass(picture.style, disc(x, y, radius * 1.34 * nearer(place.level)), 4, mark=named)
    if mark.kind == "taken":
        return brass(picture.style, disc(x, y, radius * 0.62) + cross(x, y, radius * 0.3), 3, mark=named)
    # A marble may have rolled to where the moved one came from: then the ring goes round its foot.
    part = 1.1 if place.id in picture.scene.lying else 0.62 if mark.kind == "from" else 0.4
    return brass(picture.style, disc(x, y, radius * part), 3, mark=named)


def towards(start: Flat, end: Flat, length: float) -> Flat:
    """The point so far from a start on the way to an end."""
    part = length / math.dist(start, end)
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def path(picture: Picture, mark: Mark) -> str:
    """The way of a marble, as a thin line under the marbles."""
    points = [picture.at(place) for place in mark.places]
    radius = picture.scene.by_id[mark.places[0]].radius * picture.scale
    points[0], points[-1] = towards(points[0], points[1], radius), towards(points[-1], points[-2], radius * 1.3)
    return tag(
        "path",
        d=line(points),
        fill="none",
        stroke=picture.style.theme.mark,
        stroke_width=3,
        stroke_dasharray="2 9",
        stroke_linecap="round",
        opacity=0.95,
        data_mark="path",
    )


def slid(picture: Picture, mark: Mark) -> str:
    """The outline of slabs that moved together, with a tip on the side they moved towards."""
    pieces = [slab for slab in picture.slabs if slab.id in mark.slabs]
    xs = [slab.at[0] + side * slab.size[0] / 2 for slab in pieces for side in (-1, 1)]
    zs = [slab.at[2] + side * slab.size[2] / 2 for slab in pieces for side in (-1, 1)]
    pad = 0.02
    left, right, far, near = min(xs) - pad, max(xs) + pad, min(zs) - pad, max(zs) + pad
    ring = [picture.xy(*corner) for corner in ((left, far), (right, far), (right, near), (left, near))]
    drawn = brass(picture.style, rounded(ring, pieces[0].corner * picture.scale), 5)
    if mark.towards:
        dx, dz = mark.towards
        x, y = picture.xy((left + right) / 2 + dx * (right - left) / 2, (far + near) / 2 + dz * (near - far) / 2)
        a = 0.17 * picture.scale
        tip = [
            (x + dx * a - dz * a, y + dz * a - dx * a),
            (x + dx * a * 2, y + dz * a * 2),
            (x + dx * a + dz * a, y + dz * a + dx * a),
        ]
        tip = [(px - dx * a * 0.85, py - dz * a * 0.85) for px, py in tip]
        drawn += tag(
            "path",
            d=rounded(tip, 2),
            fill=picture.style.theme.mark,
            stroke=picture.style.theme.mark_edge,
            stroke_width=2.5,
        )
    return tag("g", drawn, data_mark=" ".join(("slid", *mark.slabs)))


def gone(picture: Picture, mark: Mark) -> str:
    """The slot a tray left."""
    x, _, z = picture.scene.by_id[mark.places[0]].at
    ring = [picture.xy(x + dx * 0.9, z + dz * 0.9) for dx, dz in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return brass(picture.style, rounded(ring, 0.14 * picture.scale), 3, dash="14 12", mark=f"gone {mark.places[0]}")


def rings(scene: Scene, level: int) -> list[Mark]:
    """The marks on single places of a level."""
    single = [mark for mark in scene.marks if mark.kind in ("from", "via", "taken", "rest", "won")]
    return [mark for mark in single if scene.by_id[mark.places[0]].level == level]


def flat_marks(scene: Scene) -> list[tuple[Callable[[Picture, Mark], str], Mark]]:
    """The marks that lie on the wood under all marbles, and how each is drawn."""
    draw = {"path": path, "slid": slid, "gone": gone}
    return [(draw[mark.kind], mark) for mark in scene.marks if mark.kind in draw]
