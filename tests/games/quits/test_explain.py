"""Why a move of Quits is refused: one hand-made case for every kind of refusal."""

from __future__ import annotations

import pytest

import billes

from ...core.helpers import refusal

QUITS = "1..../1..../..1../...2./...22 1 -"
CASES = [
    ("simple", QUITS, "", ["the move is empty"]),
    ("simple", QUITS, "c3 d4", ["no spaces", "character 3"]),
    ("simple", QUITS, "hello", ["'hello' is no move", "b2c3"]),
    ("simple", QUITS, "c3", ["only half a step"]),
    ("simple", QUITS, "f3e4", ["'f3' is no cell", "'f' is no file"]),
    ("simple", QUITS, "c3c6", ["'c6' is no cell", "'6' is no rank"]),
    ("simple", QUITS, "C3b4", ["'C3' is no cell", "write c3"]),
    ("simple", QUITS, "b2c3", ["no marble on b2"]),
    ("simple", QUITS, "d4e4", ["d4 is Dark's", "Light is to move"]),
    ("simple", QUITS, "c3c3", ["stays on c3"]),
    ("simple", QUITS, "c3c4", ["c4 is not diagonal from c3"]),
    ("simple", QUITS, "c3e5", ["2 cells away"]),
    ("simple", QUITS, "c3b2", ["leads back to a1", "Light's base corner"]),
    ("simple", QUITS, "c3d4", ["d4 is taken", "Dark's"]),
    ("simple", "1..../1..../..2../2..../1...2 2 -", "c3d4", ["leads back to e5", "Dark's base corner"]),
    ("simple", QUITS, "4>", ["4> cannot be played", "rank 4 holds no marble of Light"]),
    ("simple", QUITS, "b^", ["file b holds no marble of Light"]),
    ("simple", QUITS, "av", ["file a cannot go towards rank 1", "a1", "Light's"]),
    ("simple", "1..../1..../...../..1.2/...22 1 -", "4>", ["rank 4 cannot go towards file e", "e4", "Dark's"]),
    ("simple", "1..../1..../.12../...2./....2 1 3<", "3<", ["3< is forbidden", "inverse of 3>", "just played"]),
    ("simple", QUITS, "3^", ["'3^' is no slide", "3> or 3<"]),
    ("simple", QUITS, "c>", ["'c>' is no slide", "c^ or cv"]),
    ("simple", QUITS, "C^", ["small letters", "c^"]),
    ("simple", QUITS, "6>", ["'6' is no rank"]),
    ("simple", QUITS, ">3", ["'>3' is no slide", "3>"]),
    ("simple", QUITS, "c3>d4", ["is no slide"]),
    ("simple", QUITS, "pass", ["passing is only for a player who can do nothing else", "1> can be played"]),
    ("simple", QUITS, "PASS", ["small letters"]),
    ("four", ".1.4./11.44/...../22.33/.2.3. 1 -", "b4c3", ["b4 is Dark's"]),
    ("four", ".1.4./11.44/...../22.33/.2.3. 4 -", "d2e1", ["leads back to e1", "Celadon's"]),
]


@pytest.mark.parametrize(("variant", "position", "move", "parts"), CASES, ids=[case[2] for case in CASES])
def test_refusals(variant: str, position: str, move: str, parts: list[str]) -> None:
    message = refusal(billes.read("quits", variant, position), move)
    for part in parts:
        assert part in message
