"""Small pictures beside the board for what cannot be seen from above: levels, the lean, captured marbles."""

from __future__ import annotations

from ._svg_board import BURNT, Picture
from ._svg_defs import Style
from ._svg_marbles import brass, marble
from ._xml import cross, disc, figure, tag, text_tag
from .captions import Captions
from .scene import Place

LETTERS = 22
"""Room for the file letters below a level."""


def levels(picture: Picture, left: float, right: float, top: float, bottom: float) -> str:
    """Every level on its own, the highest at the top as in the pyramid."""
    scene = picture.scene
    found: dict[int, list[Place]] = {}
    for place in scene.places:
        if place.kind != "seat":
            found.setdefault(place.level, []).append(place)
    rows = {level: round(len(places) ** 0.5) for level, places in found.items()}
    gap = 12
    room = bottom - top - (LETTERS + gap) * len(rows)
    pitch = min(50.0, room / sum(rows.values()))
    drawn, y = "", top
    for level in sorted(found, reverse=True):
        side = rows[level] * pitch
        drawn += one_level(picture, found[level], (left + right - side) / 2, y, pitch, rows[level])
        y += side + LETTERS + gap
    return drawn


def one_level(picture: Picture, places: list[Place], left: float, top: float, pitch: float, side: int) -> str:
    """One level as a small square board with its own coordinates."""
    theme, size = picture.style.theme, side * pitch
    level = places[0].level
    drawn = tag("rect", x=left - 5, y=top - 5, width=size + 10, height=size + 10, rx=14, fill=picture.style.ref("oak"))
    drawn += text_tag(str(level), left - 46, top + size / 2 + 12, 34, theme.ink, text_anchor="end", font_weight="600")
    for n in range(side):
        drawn += text_tag(
            str(n + 1), left - 18, top + size - (n + 0.5) * pitch + 7, 19, theme.ink2, text_anchor="middle"
        )
        drawn += text_tag(
            "abcd"[n], left + (n + 0.5) * pitch, top + size + LETTERS, 19, theme.ink2, text_anchor="middle"
        )
    spots = {}
    for place in places:
        file, rank = "abcd".index(place.id[1]), int(place.id[2]) - 1
        spots[place.id] = left + (file + 0.5) * pitch, top + size - (rank + 0.5) * pitch
    for place in places:
        drawn += cell(picture, place, *spots[place.id], pitch * 0.45)
    for mark in picture.scene.marks:
        if mark.kind in ("rest", "from", "taken") and mark.places[0] in spots:
            x, y = spots[mark.places[0]]
            drawn += small_mark(picture.style, mark.kind, x, y, pitch * 0.45)
    return tag("g", drawn, data_level=str(level))


def cell(picture: Picture, place: Place, x: float, y: float, radius: float) -> str:
    """A place of a small board: its marble, a bowl where one could lie, a dot where nothing can lie yet."""
    ball = picture.scene.lying.get(place.id)
    if ball:
        return picture.style.use(ball.matter, x, y, radius / 100, data_inset=place.id, data_owner=str(ball.owner))
    if place.open:
        return tag("circle", cx=x, cy=y, r=radius * 0.62, fill=picture.style.ref("bowl"))
    return tag("circle", cx=x, cy=y, r=radius * 0.14, fill=BURNT["oak"], opacity=0.45)


def small_mark(style: Style, kind: str, x: float, y: float, radius: float) -> str:
    """The last move on a small board."""
    if kind == "rest":
        return brass(style, disc(x, y, radius), 3.5)
    return brass(style, disc(x, y, radius * 0.66) + (cross(x, y, radius * 0.3) if kind == "taken" else ""), 2)


def gauge(picture: Picture, captions: Captions, left: float, right: float, top: float, bottom: float) -> str:
    """The board seen from the side, leaning more than it does in truth so that it can be seen."""
    scene, theme = picture.scene, picture.style.theme
    assert scene.tilt is not None
    x, y = (left + right) / 2, (top + bottom) / 2 + 10
    far, near = (next(p for p in scene.players if p.side == side) for side in ("far", "near"))
    side = 1 if scene.tilt.towards == near.number else -1
    woods = theme.woods
    drawn = tag("rect", x=x - 160, y=y + 46, width=320, height=20, rx=8, fill=woods["walnut"][1])
    drawn += tag("rect", x=x - 148, y=y + 40, width=296, height=8, rx=3, fill=theme.felt(scene.felt))
    drawn += tag("path", d=f"M{x - 26} {y + 42}L{x - 9} {y - 4}H{x + 9}L{x + 26} {y + 42}Z", fill=woods["walnut"][0])
    plank = tag(
        "rect", x=-150, y=-12, width=300, height=24, rx=7, fill=woods["ebony"][0], stroke=theme.line, stroke_width=1
    )
    plank += tag("circle", r=6, fill="#d2a552")
    plank += picture.style.use("steel", 134 * side, -28, 0.16)
    drawn += tag("g", plank, transform=f"translate({figure(x)} {figure(y)}) rotate({9 * side})")
    for player, at in ((far, -150), (near, 150)):
        drawn += picture.style.use(player.matter, x + at, y - 82, 0.22)
    low = near if side > 0 else far
    text = captions.say("leans", low.number)
    return tag("g", drawn + text_tag(text, x, y + 106, 24, theme.ink2, text_anchor="middle"), data_lean=str(low.number))


def announced(picture: Picture, captions: Captions, jumps: int, left: float, right: float, top: float) -> str:
    """What the tray player announced: a bubble of felt with one bar per jump."""
    theme = picture.style.theme
    fill, ink = theme.accent(picture.scene.felt), theme.on_felt
    drawn = tag("rect", x=left, y=top, width=right - left, height=128, rx=22, fill=fill)
    drawn += text_tag(captions.say("announced.title"), left + 26, top + 38, 23, ink, opacity=0.85)
    drawn += text_tag(captions.say("announced", jumps=jumps), left + 26, top + 78, 36, ink, font_weight="600")
    width = min(48.0, (right - left - 52) / jumps - 8)
    for n in range(jumps):
        drawn += tag("rect", x=left + 26 + n * (width + 8), y=top + 98, width=width, height=10, rx=5, fill=ink)
    return tag("g", drawn, data_announced=str(jumps))


def taken(picture: Picture, captions: Captions, left: float, right: float, bottom: float) -> str:
    """The captured marbles in their side tray."""
    scene, theme = picture.scene, picture.style.theme
    seats = next(store.seats for store in scene.stores if store.kind == "taken")
    balls = [scene.lying[seat] for seat in seats if seat in scene.lying]
    across, pitch = 8, (right - left - 40) / 8
    height = pitch * (len(seats) / across) + 40
    top = bottom - height
    drawn = tag("rect", x=left, y=top, width=right - left, height=height, rx=22, fill=picture.style.ref("walnut"))
    drawn += tag(
        "rect",
        x=left + 12,
        y=top + 12,
        width=right - left - 24,
        height=height - 24,
        rx=14,
        fill=theme.felt(scene.felt),
    )
    for n, ball in enumerate(balls):
        x, y = left + 20 + (n % across + 0.5) * pitch, bottom - 20 - (n // across + 0.5) * pitch
        drawn += marble(picture.style, ball, x, y, pitch * 0.45)
    text = captions.say("count.taken", value=len(balls))
    return tag("g", text_tag(text, left + 6, top - 14, 24, theme.ink2) + drawn, data_taken=str(len(balls)))
