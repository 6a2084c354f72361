"""Why a move of Balanx is refused: one hand-made case for every kind of refusal."""

from __future__ import annotations

import pytest

import billes

from ...core.helpers import refusal

BALANX = "2.1...2/2.21.2./..1212./......./......./...1.../1.2.1.1/1.2.2.1 1"
CLOSING = "....112/....111/.....11/......1/2....../22...../222.1../2.221.. 1"
CASES = [
    ("standard", BALANX, "", ["the move is empty"]),
    ("standard", BALANX, "c3 g3", ["no spaces"]),
    ("standard", BALANX, "c3", ["'c3' is no move", "two places"]),
    ("standard", BALANX, "h1h2", ["'h1' is no place of this board", "files a to g"]),
    ("standard", BALANX, "c3c9", ["'c9' is no place of this board", "ranks 1 to 8"]),
    ("standard", BALANX, "c3c0", ["'c0' is no place of this board"]),
    ("standard", BALANX, "C3G3", ["'C3' is no place", "write c3"]),
    ("standard", BALANX, "b5c5", ["no marble on b5"]),
    ("standard", BALANX, "e4f4", ["no marble on e4", "lies on e3"]),
    ("standard", BALANX, "a1b1", ["a1 is Black's", "White is to move"]),
    ("standard", BALANX, "c3c3", ["stays on c3"]),
    ("standard", BALANX, "c3d4", ["c3 and d4 are not on one rank or file"]),
    ("standard", BALANX, "c3d3", ["d3 is taken", "Black's"]),
    ("standard", BALANX, "d6d5", ["nothing can be jumped over", "left or right"]),
    ("standard", BALANX, "d6d4", ["nothing can be jumped over"]),
    ("standard", BALANX, "d6b6", ["c6 is empty", "one place, d6c6"]),
    ("standard", BALANX, "c1c6", ["first place beyond the line", "c1c4"]),
    ("standard", CLOSING, "e8b8", ["e8b8 would fill the last free place of Black's arrival zone"]),
    ("standard", BALANX, "pass", ["passing is only for a player who can do nothing else"]),
    ("small", "..2222/...222/....22/1....2/11..../111.../1111.. 1", "g1f1", ["'g1'", "files a to f and ranks 1 to 7"]),
]


@pytest.mark.parametrize(("variant", "position", "move", "parts"), CASES, ids=[case[2] for case in CASES])
def test_refusals(variant: str, position: str, move: str, parts: list[str]) -> None:
    message = refusal(billes.read("balanx", variant, position), move)
    for part in parts:
        assert part in message
