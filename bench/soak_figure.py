"""Draws what a soak measured: memory of the server and the time of moves, minute by minute.

python bench/soak_figure.py soak.json docs/pictures/soak.svg
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from msgspec import json

WIDTH, HEIGHT, LEFT, TOP, GAP = 640, 120, 56, 28, 56
STYLE = (
    "text{font:12px sans-serif;fill:#555}.axis{stroke:#999}.line{fill:none;stroke-width:2}"
    "@media(prefers-color-scheme:dark){text{fill:#bbb}}"
)
PANELS: list[tuple[str, list[tuple[str, str, str]]]] = [
    ("memory of the server, MB", [("memory", "#2f6b4f", "")]),
    (
        "from a move sent to the move heard, ms",
        [("p99", "#b4552d", "99th percentile"), ("median", "#2f6b4f", "median")],
    ),
]


def panel(title: str, series: list[tuple[str, str, str]], rows: list[dict[str, Any]], top: int) -> str:
    """One diagram: minutes to the right, values from 0 upwards."""
    last = rows[-1]["minute"]
    most = max(float(row[name]) for name, _, _ in series for row in rows) * 1.05
    base = top + HEIGHT
    parts = [f'<text x="{LEFT}" y="{top - 10}">{title}</text>']
    parts += [f'<path class="axis" fill="none" d="M{LEFT} {top}V{base}H{LEFT + WIDTH}"/>']
    parts += [f'<text x="{LEFT - 6}" y="{base + 4}" text-anchor="end">0</text>']
    parts += [f'<text x="{LEFT - 6}" y="{top + 10}" text-anchor="end">{most:.0f}</text>']
    for minute in range(0, int(last) + 1, 10):
        parts.append(
            f'<text x="{LEFT + WIDTH * minute / last:.1f}" y="{base + 16}" text-anchor="middle">{minute}</text>'
        )
    for number, (name, colour, label) in enumerate(series):
        points = (
            f"{LEFT + WIDTH * row['minute'] / last:.1f},{base - HEIGHT * float(row[name]) / most:.1f}" for row in rows
        )
        parts.append(f'<polyline class="line" stroke="{colour}" points="{" ".join(points)}"/>')
        if label:
            place = f'x="{LEFT + WIDTH}" y="{top + 10 + 16 * number}" text-anchor="end"'
            parts.append(f'<text {place} style="fill:{colour}">{label}</text>')
    return "".join(parts)


def draw(rows: list[dict[str, Any]]) -> str:
    """The figure as SVG."""
    width, height = LEFT + WIDTH + 24, 2 * (HEIGHT + GAP) + TOP
    panels = "".join(panel(*one, rows, TOP + at * (HEIGHT + GAP)) for at, one in enumerate(PANELS))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">'
    told = f"<title>Memory and time of moves during {rows[-1]['minute']:.0f} minutes</title>"
    minutes = f'<text x="{LEFT + WIDTH}" y="{height - 12}" text-anchor="end">minutes</text>'
    return f"{head}{told}<style>{STYLE}</style>{panels}{minutes}</svg>\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("measured", type=Path, help="what `bench/soak.py --json` wrote")
    parser.add_argument("figure", type=Path)
    options = parser.parse_args()
    options.figure.write_text(draw(json.decode(options.measured.read_bytes())["rows"]), encoding="utf-8")


if __name__ == "__main__":
    main()
