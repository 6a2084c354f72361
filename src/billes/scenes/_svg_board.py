"""The board from above: wood, felt, grooves, bowls, goals and coordinates. It knows scenes, not games."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from ._svg_defs import SIGNS, Style
from ._xml import disc, figure, line, rounded, tag, text_tag
from .scene import MATTERS, Arrow, Flat, Groove, Line, Medal, Place, Scene, Slab, Zone
from .scene import SIGNS as SIGN_OF

SIDE = 1000
"""The board is drawn into a square of this side."""
MARGIN = 24
BURNT = {"oak": "#5b3a1c", "ebony": "#d9cdbd", "beech": "#5b3a1c"}
"""The colour of coordinates on each wood but walnut, which has that of the theme."""


@dataclass(frozen=True)
class Picture:
    """A scene, the style it is drawn with, and the way from its units to the picture's."""

    scene: Scene
    style: Style

    @cached_property
    def slabs(self) -> tuple[Slab, ...]:
        """The slabs of the board proper."""
        return tuple(slab for slab in self.scene.slabs if not slab.beside)

    @cached_property
    def scale(self) -> float:
        """How many units of the picture make one of the scene: the widest slab fills the square."""
        widest = max(max(slab.size[0], slab.size[2]) for slab in self.slabs)
        return (SIDE - 2 * MARGIN) / widest

    def xy(self, x: float, z: float) -> Flat:
        """Where a point of the scene is in the picture."""
        return SIDE / 2 + x * self.scale, SIDE / 2 + z * self.scale

    def at(self, place: str) -> Flat:
        """Where a place is in the picture."""
        x, _, z = self.scene.by_id[place].at
        return self.xy(x, z)


def corners(picture: Picture, slab: Slab, width: float, depth: float) -> list[Flat]:
    """The corners of a box. A leaning one is wider where it is raised, being nearer to the eye."""
    x, _, z = slab.at
    tilt = picture.scene.tilt
    lean = 0.0 if slab.fixed or tilt is None else math.copysign(0.009 * width, tilt.degrees)
    far, near = width / 2 + lean, width / 2 - lean
    half = depth / 2
    ring = [(x - far, z - half), (x + far, z - half), (x + near, z + half), (x - near, z + half)]
    return [picture.xy(*corner) for corner in ring]


def shape(picture: Picture, slab: Slab, grow: float = 0, hole: bool = False) -> str:
    """The path of a slab's outline, or of its hole, grown by units of the picture."""
    size = slab.hole if hole and slab.hole else (slab.size[0], slab.size[2])
    width, depth = size[0] + 2 * grow / picture.scale, size[1] + 2 * grow / picture.scale
    if slab.shape == "disc":
        return disc(*picture.xy(slab.at[0], slab.at[2]), width / 2 * picture.scale)
    corner = min(slab.corner, 0.1) if hole else slab.corner
    return rounded(corners(picture, slab, width, depth), corner * picture.scale + grow)


def wood(picture: Picture, slab: Slab) -> str:
    """A piece of wood with its grain and the bevel that catches the light."""
    style = picture.style
    width = 3 if slab.kind in ("tile", "tray") else 4
    d = shape(picture, slab)
    edge = shape(picture, slab, -width / 2)
    if slab.hole:
        d += shape(picture, slab, hole=True)
    return (
        tag("path", d=d, fill=style.ref(slab.matter), fill_rule="evenodd")
        + tag("path", d=d, fill=style.ref("grain"), fill_rule="evenodd")
        + tag("path", d=edge, fill="none", stroke=style.ref("bevel"), stroke_width=width)
    )


def soft(picture: Picture, slab: Slab, reach: float, dx: float, dy: float) -> str:
    """The shadow under a slab: outlines laid over each other; two are enough for the narrow one of a tile or tray."""
    count = 2 if slab.kind in ("tile", "tray") else 4
    faint = picture.style.theme.shade / 1.75 / count
    layers = [tag("path", d=shape(picture, slab, reach * n / count), opacity=faint) for n in range(count)]
    return tag("g", *layers, transform=f"translate({figure(dx)} {figure(dy)})")


def slab(picture: Picture, piece: Slab) -> str:
    """Draw one slab with the shadow it throws on what lies below."""
    if piece.matter == "felt":
        felt = picture.style.theme.felt(picture.scene.felt)
        d = shape(picture, piece)
        return tag("path", d=d, fill=felt) + tag("path", d=d, fill=picture.style.ref("weave"))
    if piece.kind == "rim":
        edge = tag(
            "path", d=shape(picture, piece, hole=True), fill="none", stroke="#000", stroke_width=22, opacity=0.28
        )
        return edge + wood(picture, piece) + inlay(picture, piece)
    if piece.kind == "base":
        return soft(picture, piece, 16, 0, 4) + wood(picture, piece)
    lift = {"tile": 3.0, "tray": 6.0}.get(piece.kind, 9.0)
    return (
        soft(picture, piece, lift * 1.4, lift * 0.6, lift)
        + wood(picture, piece)
        + inlay(picture, piece)
        + lean(picture, piece)
    )


def inlay(picture: Picture, piece: Slab) -> str:
    """A thin line of brass let into round walnut."""
    if piece.shape != "disc":
        return ""
    cx, cy = picture.xy(piece.at[0], piece.at[2])
    radius = (piece.size[0] / 2 - 0.16) * picture.scale
    return tag("circle", cx=cx, cy=cy, r=radius, fill="none", stroke="#d2a552", stroke_width=2, opacity=0.7)


def lean(picture: Picture, piece: Slab) -> str:
    """Light and shade on a leaning board, and chevrons on the cradle pointing the way the marbles roll."""
    tilt = picture.scene.tilt
    if piece.fixed or tilt is None:
        return ""
    side = 1 if tilt.degrees > 0 else -1
    drawn = tag("path", d=shape(picture, piece), fill=picture.style.ref("near" if side > 0 else "far"))
    for n in range(-1, 2):
        x, y = picture.xy(n * 1.5, side * (piece.size[2] / 2 + 0.175))
        drawn += tag(
            "path",
            d=f"M{x - 15:.1f} {y - side * 5:.1f}l15 {side * 11}l15 {-side * 11}",
            fill="none",
            stroke=picture.style.theme.signs,
            stroke_width=5,
            stroke_linecap="round",
            stroke_linejoin="round",
            opacity=0.9,
        )
    return drawn


def groove(picture: Picture, run: Groove) -> str:
    """A trough along its places: shaded across, darker where the wall stands against the light."""
    points = [picture.at(place) for place in run.places]
    radius = run.radius * picture.scale * (1.0 if run.track else 0.94)
    x, top = points[0][0] - radius, min(y for _, y in points) - radius
    height = max(y for _, y in points) + radius - top
    return tag(
        "rect",
        x=x,
        y=top,
        width=2 * radius,
        height=height,
        rx=radius,
        fill=picture.style.ref("groove"),
        stroke="#0d0908",
        stroke_width=2.5,
        data_groove=run.id,
    )


def inlaid(picture: Picture, run: Line) -> str:
    """A line of dark wood from bowl to bowl."""
    d = ""
    for here, there in pairwise(run.places):
        (x, y), (to_x, to_y) = picture.at(here), picture.at(there)
        off = hollow(picture, picture.scene.by_id[here]) / math.hypot(to_x - x, to_y - y)
        dx, dy = (to_x - x) * off, (to_y - y) * off
        d += line([(x + dx, y + dy), (to_x - dx, to_y - dy)])
    return tag("path", d=d, stroke=BURNT["oak"], stroke_width=7, opacity=0.75)


def hollow(picture: Picture, place: Place) -> float:
    """Radius of the hollow a marble lies in."""
    return place.radius * picture.scale * (0.62 if place.radius > 0.45 else 0.7)


def bowl(picture: Picture, place: Place) -> str:
    """The hollow a marble lies in."""
    x, y = picture.at(place.id)
    return tag("circle", cx=x, cy=y, r=hollow(picture, place), fill=picture.style.ref("bowl"), data_place=place.id)


def zone(picture: Picture, area: Zone) -> str:
    """An arrival zone: tinted and outlined. A goal: a lip on the frame round its corner, for tiles move."""
    colour = picture.style.theme.inks[MATTERS[area.owner]]
    ring = [picture.xy(x, z) for x, z in area.outline]
    if area.kind == "arrival":
        d = rounded(ring, 0.12 * picture.scale)
        tint = tag("path", d=d, fill="#c47a3c", opacity=0.2)
        return tint + tag(
            "path",
            d=d,
            fill="none",
            stroke=colour,
            stroke_width=picture.style.theme.lines,
            opacity=0.85,
            data_zone=area.id,
        )
    if area.kind == "goal":
        (x, z) = picture.scene.by_id[area.places[0]].at[::2]
        sx, sz = math.copysign(1, x), math.copysign(1, z)
        lip = 0.59
        points = [(x + sx * lip, z - sz * 0.42), (x + sx * lip, z + sz * lip), (x - sx * 0.42, z + sz * lip)]
        d = line([picture.xy(*point) for point in points])
        return tag(
            "path",
            d=d,
            fill="none",
            stroke=colour,
            stroke_width=9,
            stroke_linecap="round",
            stroke_linejoin="round",
            data_zone=area.id,
        )
    return ""


def medal(picture: Picture, piece: Medal) -> str:
    """A medallion with a player's sign."""
    x, y = picture.xy(piece.at[0], piece.at[2])
    matter = MATTERS[piece.owner]
    radius = piece.radius * picture.scale
    fill = {"ivory": "#f3ead8", "night": "#26398a", "amber": "#ee9427", "celadon": "#3f9186"}[matter]
    coin = tag("circle", r=100, fill=fill, stroke="#d2a552", stroke_width=13)
    return tag(
        "g",
        coin,
        SIGNS[SIGN_OF[matter]](),
        transform=f"translate({figure(x)} {figure(y)}) scale({radius / 100:.4f})",
        data_medal=str(piece.owner),
    )


def arrow(picture: Picture, sign: Arrow) -> str:
    """An engraved arrow on the rail; the barred one is struck through."""
    x, y = picture.xy(sign.at[0], sign.at[2])
    turn = math.degrees(math.atan2(sign.towards[1], sign.towards[0]))
    size = 0.15 * picture.scale
    d = f"M{-size * 0.75:.1f} {-size:.1f}L{size * 0.95:.1f} 0L{-size * 0.75:.1f} {size:.1f}Z"
    drawn = tag(
        "path", d=d, fill="#2b1a10", opacity=0.6, transform=f"translate({figure(x)} {figure(y)}) rotate({figure(turn)})"
    )
    if sign.barred:
        r = 0.235 * picture.scale
        drawn += tag("circle", cx=x, cy=y, r=r, fill="none", stroke=picture.style.theme.signs, stroke_width=4.5)
        drawn += tag(
            "path",
            d=f"M{x - r * 0.7:.1f} {y - r * 0.7:.1f}L{x + r * 0.7:.1f} {y + r * 0.7:.1f}",
            stroke=picture.style.theme.signs,
            stroke_width=4.5,
        )
    return tag("g", drawn, data_arrow=sign.id, data_barred="" if sign.barred else None)


def labels(picture: Picture) -> list[str]:
    """The coordinates, small and burnt into whatever wood lies below them."""
    drawn = []
    for label in picture.scene.labels:
        x, y = picture.xy(label.at[0], label.at[2])
        below = [s for s in picture.slabs if s.matter != "felt" and covers(s, label.at[0], label.at[2])]
        size = label.size * picture.scale
        colour = BURNT.get(below[-1].matter, picture.style.theme.signs)
        drawn.append(text_tag(label.text, x, y + size * 0.36, size, colour, text_anchor="middle", opacity=0.9))
    return drawn


def covers(piece: Slab, x: float, z: float) -> bool:
    """Whether a slab lies below a point; round ones by their square, which is near enough for a label."""
    return abs(x - piece.at[0]) <= piece.size[0] / 2 and abs(z - piece.at[2]) <= piece.size[2] / 2


def board(picture: Picture) -> list[str]:
    """Draw everything but marbles and marks, from the lowest up."""
    scene = picture.scene
    grooved = {place for run in scene.grooves for place in run.places}
    drawn = [slab(picture, piece) for piece in picture.slabs]
    drawn += [zone(picture, area) for area in scene.zones]
    drawn += [groove(picture, run) for run in scene.grooves]
    drawn += [inlaid(picture, run) for run in scene.lines]
    drawn += [bowl(picture, place) for place in scene.places if place.kind == "bowl" and place.id not in grooved]
    drawn += [arrow(picture, sign) for sign in scene.arrows]
    drawn += [medal(picture, piece) for piece in scene.medals]
    return drawn + labels(picture)
