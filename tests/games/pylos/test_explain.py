"""Why a move of Pylos is refused: one hand-made case for every kind of refusal."""

from __future__ import annotations

import pytest

import billes

from ...core.helpers import refusal

PYLOS = "12..22....11..1./1......../..../. 1"  # 1d4 completes a square; 2a1 stands on 1a1
FULL = "1111111111111112/........./..../. 1"

CASES = [
    ("standard", PYLOS, "", ["the move is empty", "2b1"]),
    ("standard", PYLOS, "1d4 -1c3", ["no spaces", "character 4"]),
    ("standard", PYLOS, "1a1>1b1>2a1", ["more than one '>'"]),
    ("standard", PYLOS, ">2a1", ["a cell is missing"]),
    ("standard", PYLOS, "1d4-", ["a cell is missing"]),
    ("standard", PYLOS, "d4", ["'d4' is no cell", "level, file and rank"]),
    ("standard", PYLOS, "5a1", ["'5a1' is no cell", "level '5'"]),
    ("standard", PYLOS, "2d1", ["'2d1' is no cell", "level 2 has no file 'd'", "a, b and c"]),
    ("standard", PYLOS, "2A1", ["'2A1' is no cell", "small letters"]),
    ("standard", PYLOS, "3a3", ["'3a3' is no cell", "level 3 has no rank '3'", "1 and 2"]),
    ("standard", PYLOS, "1c3", ["1c3 is taken", "Light's"]),
    ("standard", PYLOS, "1b2", ["1b2 is taken", "Dark's"]),
    ("standard", PYLOS, "2b2", ["2b2 is not supported", "1c2 and 1b3 below it are empty"]),
    ("standard", PYLOS, "2c3", ["2c3 is not supported", "1d4 below it is empty"]),
    ("standard", PYLOS, "1a4>2b1", ["no ball on 1a4 to raise"]),
    ("standard", "12..22....11..1./........./..../. 1", "1a2>2a1", ["1a2 is Dark's"]),
    ("standard", PYLOS, "1a1>2b1", ["1a1 cannot be raised", "it supports 2a1"]),
    ("standard", PYLOS, "1c3>1d4", ["higher level", "1d4 is not higher than 1c3"]),
    ("standard", PYLOS, "1c3>2a1", ["2a1 is taken"]),
    ("standard", PYLOS, "1c3>2b2", ["2b2 is not supported"]),
    ("standard", "12..22....11..1./........./..../. 1", "1a1>2a1", ["1a1 cannot be raised to 2a1", "rests on"]),
    ("standard", PYLOS, "1d4", ["1d4 completes a figure", "one or two balls must be taken back", "1d4-1d4"]),
    ("standard", PYLOS, "1a4-1a4", ["1a4 completes no figure", "a square", "no ball is taken back"]),
    ("expert", PYLOS, "1a4-1a4", ["1a4 completes no figure", "a square or a line"]),
    ("children", PYLOS, "1d4-1d4", ["no figures in this variant", "just 1d4"]),
    ("standard", PYLOS, "1d4-1a4", ["no ball on 1a4 to take back"]),
    ("standard", PYLOS, "1d4-1a2", ["1a2 is Dark's", "only their own"]),
    ("standard", PYLOS, "1d4-1a1", ["1a1 cannot be taken back", "supports 2a1"]),
    ("standard", PYLOS, "1d4-1a1-1c3", ["1a1 cannot be taken back", "supports 2a1"]),
    ("standard", PYLOS, "1d4-1c3-1c3", ["1c3 is taken back twice"]),
    ("standard", PYLOS, "1d4-2a1-1a1", ["board order", "write 1d4-1a1-2a1"]),
    ("standard", PYLOS, "1d4-1d4-1c3", ["board order", "write 1d4-1c3-1d4"]),
    ("standard", PYLOS, "1d4-1c3-1d3-1c4", ["too many balls"]),
    ("standard", "222.222.222....1/11.1...../..../. 1", "1d4>2b2-1d4", ["no ball on 1d4", "just been raised to 2b2"]),
    ("standard-icga", FULL, "1a1", ["Light has no ball in reserve"]),
]  # fmt: skip


@pytest.mark.parametrize(("variant", "position", "move", "parts"), CASES, ids=[case[2] for case in CASES])
def test_refusals(variant: str, position: str, move: str, parts: list[str]) -> None:
    message = refusal(billes.read("pylos", variant, position), move)
    for part in parts:
        assert part in message
