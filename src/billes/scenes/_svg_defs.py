"""What every picture is drawn with: marbles with their signs, woods, bowls and shadows, kept as SVG definitions.

Marbles are drawn once, at radius 100 round the origin, and used wherever one lies. All ids carry the picture's prefix,
so that many pictures can stand in one page.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from ._theme import RIBBONS, Theme
from ._xml import figure, tag


@dataclass(frozen=True, slots=True)
class Style:
    """A theme and the prefix of the ids of one picture."""

    theme: Theme
    prefix: str

    def id(self, name: str) -> str:
        """The full id of a definition."""
        return f"{self.prefix}-{name}"

    def ref(self, name: str) -> str:
        """A definition as paint."""
        return f"url(#{self.id(name)})"

    def use(self, name: str, x: float, y: float, scale: float, turn: float = 0, **more: str | float | None) -> str:
        """Put a definition somewhere."""
        turned = f" rotate({figure(turn)})" if turn else ""
        place = f"translate({figure(x)} {figure(y)}) scale({scale:.4f}){turned}"
        return tag("use", href=f"#{self.id(name)}", transform=place, **more)


def radial(ident: str, *stops: tuple[float, str, float], cx: float = 0.5, cy: float = 0.5, r: float = 0.5) -> str:
    """A radial gradient; a stop is offset, colour, opacity."""
    return tag("radialGradient", *_stops(stops), id=ident, cx=cx, cy=cy, r=r)


def linear(ident: str, *stops: tuple[float, str, float], x2: float = 1, y2: float = 1) -> str:
    """A linear gradient from the upper left corner; a stop is offset, colour, opacity."""
    return tag("linearGradient", *_stops(stops), id=ident, x1=0, y1=0, x2=x2, y2=y2)


def _stops(stops: tuple[tuple[float, str, float], ...]) -> list[str]:
    return [
        tag("stop", offset=at, stop_color=colour, stop_opacity=None if opacity == 1 else opacity)
        for at, colour, opacity in stops
    ]


# ------------------------------------------------------------------------------------------------------- the signs
def ring() -> str:
    """Ivory's sign: a fine double ring."""
    ink = "#7a5230"
    return tag("circle", r=57, fill="none", stroke=ink, stroke_width=9) + tag(
        "circle", r=70, fill="none", stroke=ink, stroke_width=3
    )


def star() -> str:
    """Night's sign: six tapering rays."""
    points = []
    for n in range(12):
        angle, far = math.radians(30 * n - 90), 72 if n % 2 == 0 else 11
        points.append(f"{figure(far * math.cos(angle))} {figure(far * math.sin(angle))}")
    return tag(
        "path",
        d="M" + "L".join(points) + "Z",
        fill="#eaf0ff",
        stroke="#eaf0ff",
        stroke_width=5,
        stroke_linejoin="round",
    )


def eye() -> str:
    """Amber's sign: one upright blade."""
    return tag("path", d="M0-74C26-30 26 30 0 74C-26 30-26-30 0-74Z", fill="#fff6e0", stroke="#a4500a", stroke_width=5)


def dots() -> str:
    """Celadon's sign: three dots."""
    spots = [(0, -40), (35, 23), (-35, 23)]
    return "".join(tag("circle", cx=x, cy=y, r=18, fill="#f6f1e4") for x, y in spots)


SIGNS = {"ring": ring, "star": star, "eye": eye, "dots": dots}


# ----------------------------------------------------------------------------------------------------- the marbles
BODIES = {
    "ivory": ((0, "#fffdf6", 1), (0.55, "#f3ead8", 1), (0.86, "#d9c9ab", 1), (1, "#a8946f", 1)),
    "night": ((0, "#33499f", 1), (0.5, "#17245f", 1), (0.85, "#0a1132", 1), (1, "#05081a", 1)),
    "amber": ((0, "#ffc564", 1), (0.5, "#f39a2b", 1), (0.85, "#c9650f", 1), (1, "#8a3d05", 1)),
    "celadon": ((0, "#7cc9bb", 1), (0.55, "#3f9186", 1), (0.86, "#286a61", 1), (1, "#174640", 1)),
    "steel": ((0, "#ffffff", 1), (0.3, "#cfd5da", 1), (0.7, "#858d95", 1), (1, "#43494f", 1)),
}
GLOWS = {"night": "#6f8df0", "amber": "#ffe6a8"}
"""Glass gathers the light on the side away from the lamp."""


def marble(style: Style, matter: str, sign: str) -> list[str]:
    """A marble with its sign, lit from behind left, with the little window in it."""
    outline = style.theme.outline or None
    parts = [tag("circle", r=100, fill=style.ref(f"{matter}-body"), stroke=outline, stroke_width=outline and 7)]
    if matter in GLOWS:
        parts.append(tag("circle", r=98, fill=style.ref(f"{matter}-glow")))
    if sign:
        parts.append(SIGNS[sign]())
    parts.append(
        tag(
            "path",
            d="M-60-52C-44-74-18-84 6-84L2-66C-14-66-34-58-46-42Z",
            fill="#fff",
            opacity=0.75 if matter == "night" else 0.6,
        )
    )
    definitions = [radial(style.id(f"{matter}-body"), *BODIES[matter], cx=0.42, cy=0.38, r=0.64)]
    if matter in GLOWS:
        glow = GLOWS[matter]
        definitions.append(radial(style.id(f"{matter}-glow"), (0, glow, 0.75), (1, glow, 0), cx=0.66, cy=0.76, r=0.4))
    return [*definitions, tag("g", *parts, id=style.id(matter))]


def ribbon(style: Style, hue: int) -> list[str]:
    """A marble of ribbon glass: clear, with a twisted band of one hue and a white one."""
    colour = RIBBONS[hue]
    name = f"ribbon{hue}"
    body = [
        tag("circle", r=100, fill=colour),
        tag(
            "path", d="M-96-30C-50-70-10 10 40-30S92-52 98-20C70-10 60 20 20 26S-60 0-98 22Z", fill="#fff", opacity=0.86
        ),
        tag(
            "path",
            d="M-74 66C-40 30 0 70 40 44S80 20 96 28C88 66 50 100 0 100-30 99-58 86-74 66Z",
            fill="#fff",
            opacity=0.34,
        ),
    ]
    return [tag("g", *body, id=style.id(name))]


def glass(style: Style) -> list[str]:
    """What lies over turned ribbons and does not turn with them: the round shading and the glint."""
    over = [
        tag("circle", r=100, fill=style.ref("round")),
        tag("path", d="M-60-52C-44-74-18-84 6-84L2-66C-14-66-34-58-46-42Z", fill="#fff", opacity=0.85),
    ]
    shading = radial(
        style.id("round"),
        (0, "#fff", 0.28),
        (0.45, "#fff", 0),
        (0.7, "#000", 0.05),
        (1, "#000", 0.5),
        cx=0.4,
        cy=0.36,
        r=0.66,
    )
    return [shading, tag("g", *over, id=style.id("glass"))]


# ------------------------------------------------------------------------------------------------ wood, felt, light
def grain(style: Style) -> str:
    """Long wavering lines, to be laid thinly over any wood."""
    lines = []
    for n in range(14 if style.theme.grain else 0):
        y, sway, dark = 9 + n * 21, (n * 37) % 11 - 5, (n * 53) % 7
        d = f"M-10 {y}C80 {y + sway} 140 {y - sway} 220 {y + sway / 2:g}S380 {y - sway} 410 {y}"
        lines.append(
            tag("path", d=d, fill="none", stroke="#2b1505", stroke_width=1.2 + dark * 0.55, opacity=0.06 + dark * 0.018)
        )
    return tag("pattern", *lines, id=style.id("grain"), width=400, height=300, patternUnits="userSpaceOnUse")


def weave(style: Style) -> str:
    """A fine speckle for the felt."""
    specks = []
    for n in range(60):
        x, y = (n * 47) % 90, (n * 29 + n * n * 7) % 90
        specks.append(tag("circle", cx=x, cy=y, r=0.9 + n % 3 * 0.4, fill="#fff" if n % 2 else "#000", opacity=0.09))
    return tag("pattern", *specks, id=style.id("weave"), width=90, height=90, patternUnits="userSpaceOnUse")


def light(style: Style) -> list[str]:
    """Shadows, bowls and bevels."""
    black, shade = "#000", style.theme.shade
    slope = ((0, "#fff", 0.16), (0.5, "#fff", 0), (0.5, black, 0), (1, black, 0.5))
    return [
        radial(style.id("shadow"), (0, black, shade), (0.55, black, shade * 0.75), (1, black, 0)),
        radial(style.id("deep"), (0, black, 0.9), (0.66, black, 0.8), (0.8, black, 0.42), (1, black, 0)),
        radial(
            style.id("bowl"),
            (0, "#5a3413", 0.16),
            (0.45, "#44250c", 0.36),
            (0.8, "#33190a", 0.6),
            (1, "#240f04", 0.78),
            cx=0.7,
            cy=0.74,
            r=0.86,
        ),
        linear(style.id("bevel"), (0, "#fff", 0.55), (0.45, "#fff", 0.06), (0.6, black, 0.1), (1, black, 0.55)),
        linear(
            style.id("groove"),
            *((at, colour, 1.0) for at, colour in zip((0, 0.38, 0.55, 0.72, 1), style.theme.groove, strict=True)),
            y2=0,
        ),
        linear(style.id("near"), *slope, x2=0),
        linear(style.id("far"), *((1 - at, colour, opacity) for at, colour, opacity in reversed(slope)), x2=0),
    ]


def woods(style: Style) -> list[str]:
    """Every wood as a gradient from its lit to its shaded side."""
    return [linear(style.id(name), (0, lit, 1), (1, dim, 1)) for name, (lit, dim) in style.theme.woods.items()]
