"""Why a move of Bi-litaire is refused: one hand-made case for every kind of refusal."""

from __future__ import annotations

import pytest

import billes
from billes.games.bilitaire import rules as bilitaire
from billes.games.registry import spec_of

from ...core.helpers import random_game, refusal, texts

NONE = "/________"
START = "__oooo__/__oooo__/oooooooo/oooooooo/oooooooo/oooooooo/__oooo__/__oooo__ m - 1 -"
JUMPS = f"oo..____/..o.____/...o____/....____{4 * NONE}"
TRAYS = f"oo....../......../..__..__/..__..__{4 * NONE} t - 1 -"
ROUND = f"__oo..__/__o.o.__/__.o..__/__....__/..______/..______{2 * NONE} t - 1 -"
CASES = [
    ("round", START, "", ["the move is empty"]),
    ("round", START, "xd 4", ["no spaces"]),
    ("round", START, "xz9", ["'z9' is no hole"]),
    ("round", START, "xd", ["'d' is no hole"]),
    ("round", START, "xa1", ["no marble on a1", "no tray is there"]),
    ("round", START, "d4d6", ["first move of a round takes one off", "xd4"]),
    ("round", START, "B1>1", ["a move of the tray player", "the marbles are to move"]),
    ("round", START, "xB1", ["a move of the tray player"]),
    ("round", f"{JUMPS} m - 1 -", "xa1", ["only with the first move of a round"]),
    ("round", f"{JUMPS} m - 1 -", "A1C1", ["'A1' is no hole", "write a1"]),
    ("round", f"{JUMPS} m - 1 -", "a1c", ["'c' is no hole"]),
    ("round", f"{JUMPS} m - 1 -", "a1", ["names no jump"]),
    ("round", f"{JUMPS} m - 1 -", "d1d3", ["no marble on d1", "the hole is empty"]),
    ("round", f"{JUMPS} m - 1 -", "h8h6", ["no marble on h8", "no tray is there"]),
    ("round", f"{JUMPS} m - 1 -", "a1c1c3", ["makes 2 jumps", "none were announced"]),
    ("round", f"{JUMPS} m 2 1 -", "a1c1", ["makes 1 jump", "2 were announced"]),
    ("round", f"{JUMPS} m - 1 -", "a1b2", ["a1b2 is not a jump", "two holes along a rank or file"]),
    ("round", f"{JUMPS} m - 1 -", "a1d1", ["a1d1 is not a jump"]),
    ("round", f"{JUMPS} m - 1 -", "a1a3", ["no marble on a2 to jump over"]),
    ("round", f"{JUMPS} m - 1 -", "b1d1", ["no marble on c1 to jump over"]),
    ("round", f"oooo____/..o.____/...o____/....____{4 * NONE} m - 1 -", "a1c1", ["a marble lies on c1"]),
    ("round", f"oo..____/..oo____/...o____/....____{4 * NONE} m - 1 -", "d2f2", ["no tray under e2", "a gap"]),
    ("round", f"oo..____/..oo____/...o____/....____{4 * NONE} m - 1 -", "c2e2", ["no tray under e2 to land on"]),
    ("round", f"{JUMPS} m 2 1 -", "a1c1a1", ["c1a1", "the marble on b1 has already been jumped over"]),
    ("round", f"{JUMPS} m 2 1 -", "a1c1e1", ["c1e1 is not possible", "no tray under e1 to land on"]),
    ("round", TRAYS, "a1c1", ["a move of the marble player", "the trays are to move"]),
    ("round", TRAYS, "xb1", ["a move of the marble player"]),
    ("round", TRAYS, "B9>1", ["'B9' is no slot"]),
    ("round", TRAYS, "b2>1", ["'b2' is no slot", "write B2"]),
    ("round", TRAYS, "E1>1", ["'E1' is no slot", "files A to D"]),
    ("round", TRAYS, "hello", ["'hello' is no move"]),
    ("round", TRAYS, "A1", ["says not where to"]),
    ("round", TRAYS, "A1B1", ["says not where to"]),
    ("round", TRAYS, "B2>1", ["no tray on B2 to slide"]),
    ("round", TRAYS, "A1A1^1", ["names one slot twice"]),
    ("round", TRAYS, "A1B2^1", ["A1 and B2 are not in one line"]),
    ("round", TRAYS, "B1A1>1", ["wrong end", "A1B1"]),
    ("round", TRAYS, "A1D1>1", ["four trays", "at most three"]),
    ("round", TRAYS, "A2C2>1", ["no tray on B2 to slide"]),
    ("round", TRAYS, "A1B1^1", ["slides > or <, not ^"]),
    ("round", TRAYS, "A1A2>1", ["slides ^ or v, not >"]),
    ("round", TRAYS, "A2>", ["1 to 3 slots", "nothing"]),
    ("round", TRAYS, "A2>4", ["one tray may slide by 1 to 3 slots", "'4'"]),
    ("round", TRAYS, "A1A2^3", ["two trays may slide by 1 or 2 slots", "'3'"]),
    ("round", TRAYS, "A1C1>2", ["three trays may slide by 1 slot", "'2'"]),
    ("round", TRAYS, "A2<1", ["leads off the board"]),
    ("round", TRAYS, "A1>1", ["the tray on B1 is in the way"]),
    ("round", TRAYS, "A1>2", ["the trays on B1 and C1 are in the way"]),
    ("round", TRAYS, "xB2", ["no tray on B2 to remove"]),
    ("round", TRAYS, "xA1", ["A1 cannot be removed", "a1 and b1"]),
    ("round", TRAYS, "xE5", ["'E5' is no slot"]),
    ("round", TRAYS, "A2^1!", ["number is missing"]),
    ("round", TRAYS, "A2^1!x", ["'x' is no number"]),
    ("round", TRAYS, "xB1!1", ["nothing can be announced with xB1", "no marble can jump"]),
    ("round", TRAYS, "xB2!1", ["no tray on B2 to remove"]),
    ("round", TRAYS, "A2^1!01", ["without a zero"]),
    ("round", TRAYS, "A2^1!0", ["1 or more"]),
    ("round", TRAYS, "A2^1!02", ["without a zero"]),
    ("round", TRAYS, "A2^1!2", ["nothing can be announced with A2^1", "more than one jump"]),
    ("round", TRAYS, "xB1!2", ["nothing can be announced with xB1", "no marble can jump"]),
    ("round", ROUND, "xA3!5", ["more than 4 in a row"]),
]  # fmt: skip


@pytest.mark.parametrize(("variant", "position", "move", "parts"), CASES, ids=[case[2] for case in CASES])
def test_refusals(variant: str, position: str, move: str, parts: list[str]) -> None:
    message = refusal(billes.read("bilitaire", variant, position), move)
    for part in parts:
        assert part in message


@pytest.mark.parametrize("variant", ["match", "round"])
def test_the_longest_row_of_jumps_is_what_can_be_announced(variant: str) -> None:
    for position in list(random_game("bilitaire", variant, 3, 60))[1::8]:
        if position.state[3] != bilitaire.TRAYS:
            continue
        for move in {str(move).partition("!")[0] for move in position.moves}:
            most = max([1] + [int(text.partition("!")[2]) for text in texts(position) if text.startswith(f"{move}!")])
            message = str(spec_of("bilitaire").explain.explain(position.state, f"{move}!{most + 1}"))
            assert ("nothing can be announced" in message) if most == 1 else (f"more than {most} in a row" in message)
