"""Writing SVG: one small function instead of a library."""

from __future__ import annotations

import math
from html import escape


def figure(value: float) -> str:
    """Write a number with at most two decimals and nothing idle: pictures are read by machines, but sent by wire."""
    written = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if written == "-0" else written


def tag(name: str, *children: str, **attributes: str | float | None) -> str:
    """Write an element. Underlines in attribute names stand for hyphens, a trailing one for nothing; None is left out.

    >>> tag("circle", r=1.5, stroke_width=2)
    '<circle r="1.5" stroke-width="2"/>'
    """
    words = [name]
    for key, value in attributes.items():
        if value is not None:
            written = value if isinstance(value, str) else figure(value)
            words.append(f'{key.rstrip("_").replace("_", "-")}="{escape(written)}"')
    opening = " ".join(words)
    return f"<{opening}>{''.join(children)}</{name}>" if children else f"<{opening}/>"


def text_tag(text: str, x: float, y: float, size: float, fill: str, **attributes: str | float | None) -> str:
    """Write a line of text; its baseline begins at x, y unless the attributes say otherwise."""
    return tag("text", escape(text, quote=False), x=x, y=y, font_size=size, fill=fill, **attributes)


def line(points: list[tuple[float, float]]) -> str:
    """The path of a line through points."""
    return "M" + "L".join(f"{figure(x)} {figure(y)}" for x, y in points)


def disc(x: float, y: float, radius: float) -> str:
    """The path of a circle: as a path it can be a hole, or a part of a larger sign."""
    half, whole = figure(radius), figure(2 * radius)
    return f"M{figure(x - radius)} {figure(y)}a{half} {half} 0 1 0 {whole} 0a{half} {half} 0 1 0-{whole} 0Z"


def rounded(points: list[tuple[float, float]], radius: float) -> str:
    """The path of a closed line through points with its corners rounded off."""
    path = []
    for n, (x, y) in enumerate(points):
        turns = []
        for nx, ny in (points[n - 1], points[(n + 1) % len(points)]):
            part = min(0.5, radius / (math.hypot(nx - x, ny - y) or 1))
            turns.append(f"{figure(x + (nx - x) * part)} {figure(y + (ny - y) * part)}")
        path.append(f"{'L' if n else 'M'}{turns[0]}Q{figure(x)} {figure(y)} {turns[1]}")
    return "".join(path) + "Z"


def cross(x: float, y: float, arm: float) -> str:
    """The path of a cross lying like an x."""
    whole = figure(2 * arm)
    return f"M{figure(x - arm)} {figure(y - arm)}l{whole} {whole}m0-{whole}l-{whole} {whole}"
