"""Why a move is refused: one hand-made case for every kind of refusal, then strings of all sorts."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import billes
from billes.games.bilitaire import rules as bilitaire
from billes.games.registry import spec_of

from .helpers import EVERY, random_game, refusal, some, texts

PYLOS = "12..22....11..1./1......../..../. 1"  # 1d4 completes a square; 2a1 stands on 1a1
FULL = "1111111111111112/........./..../. 1"

PYLOS_CASES = [
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
    ("standard", PYLOS, "1c3", ["1c3 is taken", "player 1"]),
    ("standard", PYLOS, "1b2", ["1b2 is taken", "player 2"]),
    ("standard", PYLOS, "2b2", ["2b2 is not supported", "1c2 and 1b3 below it are empty"]),
    ("standard", PYLOS, "2c3", ["2c3 is not supported", "1d4 below it is empty"]),
    ("standard", PYLOS, "1a4>2b1", ["no ball on 1a4 to raise"]),
    ("standard", "12..22....11..1./........./..../. 1", "1a2>2a1", ["1a2 is player 2's"]),
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
    ("standard", PYLOS, "1d4-1a2", ["1a2 is player 2's", "only his own"]),
    ("standard", PYLOS, "1d4-1a1", ["1a1 cannot be taken back", "supports 2a1"]),
    ("standard", PYLOS, "1d4-1a1-1c3", ["1a1 cannot be taken back", "supports 2a1"]),
    ("standard", PYLOS, "1d4-1c3-1c3", ["1c3 is taken back twice"]),
    ("standard", PYLOS, "1d4-2a1-1a1", ["board order", "write 1d4-1a1-2a1"]),
    ("standard", PYLOS, "1d4-1d4-1c3", ["board order", "write 1d4-1c3-1d4"]),
    ("standard", PYLOS, "1d4-1c3-1d3-1c4", ["too many balls"]),
    ("standard", "222.222.222....1/11.1...../..../. 1", "1d4>2b2-1d4", ["no ball on 1d4", "just been raised to 2b2"]),
    ("standard-icga", FULL, "1a1", ["player 1 has no ball in reserve"]),
]  # fmt: skip

QUITS = "1..../1..../..1../...2./...22 1 -"
QUITS_CASES = [
    ("simple", QUITS, "", ["the move is empty"]),
    ("simple", QUITS, "c3 d4", ["no spaces", "character 3"]),
    ("simple", QUITS, "hello", ["'hello' is no move", "b2c3"]),
    ("simple", QUITS, "c3", ["only half a step"]),
    ("simple", QUITS, "f3e4", ["'f3' is no cell", "'f' is no file"]),
    ("simple", QUITS, "c3c6", ["'c6' is no cell", "'6' is no rank"]),
    ("simple", QUITS, "C3b4", ["'C3' is no cell", "write c3"]),
    ("simple", QUITS, "b2c3", ["no marble on b2"]),
    ("simple", QUITS, "d4e4", ["d4 is player 2's", "player 1 is to move"]),
    ("simple", QUITS, "c3c3", ["stays on c3"]),
    ("simple", QUITS, "c3c4", ["c4 is not diagonal from c3"]),
    ("simple", QUITS, "c3e5", ["2 cells away"]),
    ("simple", QUITS, "c3b2", ["leads back to a1", "base corner of player 1"]),
    ("simple", QUITS, "c3d4", ["d4 is taken", "player 2"]),
    ("simple", "1..../1..../..2../2..../1...2 2 -", "c3d4", ["leads back to e5", "base corner of player 2"]),
    ("simple", QUITS, "4>", ["4> cannot be played", "rank 4 holds no marble of player 1"]),
    ("simple", QUITS, "b^", ["file b holds no marble of player 1"]),
    ("simple", QUITS, "av", ["file a cannot go towards rank 1", "a1", "player 1"]),
    ("simple", "1..../1..../...../..1.2/...22 1 -", "4>", ["rank 4 cannot go towards file e", "e4", "player 2"]),
    ("simple", "1..../1..../.12../...2./....2 1 3<", "3<", ["3< is forbidden", "inverse of 3>", "just played"]),
    ("simple", QUITS, "3^", ["'3^' is no slide", "3> or 3<"]),
    ("simple", QUITS, "c>", ["'c>' is no slide", "c^ or cv"]),
    ("simple", QUITS, "C^", ["small letters", "c^"]),
    ("simple", QUITS, "6>", ["'6' is no rank"]),
    ("simple", QUITS, ">3", ["'>3' is no slide", "3>"]),
    ("simple", QUITS, "c3>d4", ["is no slide"]),
    ("simple", QUITS, "pass", ["passing is only for who can do nothing else", "1> can be played"]),
    ("simple", QUITS, "PASS", ["small letters"]),
    ("four", ".1.4./11.44/...../22.33/.2.3. 1 -", "b4c3", ["b4 is player 2's"]),
    ("four", ".1.4./11.44/...../22.33/.2.3. 4 -", "d2e1", ["leads back to e1", "player 4"]),
]

BALANX = "2.1...2/2.21.2./..1212./......./......./...1.../1.2.1.1/1.2.2.1 1"
CLOSING = "....112/....111/.....11/......1/2....../22...../222.1../2.221.. 1"
BALANX_CASES = [
    ("standard", BALANX, "", ["the move is empty"]),
    ("standard", BALANX, "c3 g3", ["no spaces"]),
    ("standard", BALANX, "c3", ["'c3' is no move", "two places"]),
    ("standard", BALANX, "h1h2", ["'h1' is no place of this board", "files a to g"]),
    ("standard", BALANX, "c3c9", ["'c9' is no place of this board", "ranks 1 to 8"]),
    ("standard", BALANX, "c3c0", ["'c0' is no place of this board"]),
    ("standard", BALANX, "C3G3", ["'C3' is no place", "write c3"]),
    ("standard", BALANX, "b5c5", ["no marble on b5"]),
    ("standard", BALANX, "e4f4", ["no marble on e4", "lies on e3"]),
    ("standard", BALANX, "a1b1", ["a1 is player 2's", "player 1 is to move"]),
    ("standard", BALANX, "c3c3", ["stays on c3"]),
    ("standard", BALANX, "c3d4", ["c3 and d4 are not on one rank or file"]),
    ("standard", BALANX, "c3d3", ["d3 is taken", "player 2"]),
    ("standard", BALANX, "d6d5", ["nothing can be jumped over", "left or right"]),
    ("standard", BALANX, "d6d4", ["nothing can be jumped over"]),
    ("standard", BALANX, "d6b6", ["c6 is empty", "one place, d6c6"]),
    ("standard", BALANX, "c1c6", ["first place beyond the line", "c1c4"]),
    ("standard", CLOSING, "e8b8", ["e8b8 would fill the last free place of player 2's arrival zone"]),
    ("standard", BALANX, "pass", ["passing is only for who can do nothing else"]),
    ("small", "..2222/...222/....22/1....2/11..../111.../1111.. 1", "g1f1", ["'g1'", "files a to f and ranks 1 to 7"]),
]

NONE = "/________"
START = "__oooo__/__oooo__/oooooooo/oooooooo/oooooooo/oooooooo/__oooo__/__oooo__ m - 1 -"
JUMPS = f"oo..____/..o.____/...o____/....____{4 * NONE}"
TRAYS = f"oo....../......../..__..__/..__..__{4 * NONE} t - 1 -"
ROUND = f"__oo..__/__o.o.__/__.o..__/__....__/..______/..______{2 * NONE} t - 1 -"
BILITAIRE_CASES = [
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
    ("round", TRAYS, "A2^1!1", ["2 or more"]),
    ("round", TRAYS, "A2^1!0", ["2 or more"]),
    ("round", TRAYS, "A2^1!02", ["without a zero"]),
    ("round", TRAYS, "A2^1!2", ["nothing can be announced with A2^1", "more than one jump"]),
    ("round", TRAYS, "xB1!2", ["nothing can be announced with xB1", "no marble can jump"]),
    ("round", ROUND, "xA3!5", ["more than 4 in a row"]),
]  # fmt: skip

CASES = [
    pytest.param(game, *case, id=f"{game}-{case[2]}")
    for game, cases in (
        ("pylos", PYLOS_CASES),
        ("quits", QUITS_CASES),
        ("balanx", BALANX_CASES),
        ("bilitaire", BILITAIRE_CASES),
    )
    for case in cases
]


@pytest.mark.parametrize(("game", "variant", "position", "move", "parts"), CASES)
def test_refusals(game: str, variant: str, position: str, move: str, parts: list[str]) -> None:
    message = refusal(billes.read(game, variant, position), move)
    for part in parts:
        assert part in message


def mended(message: str) -> str | None:
    """The text that a message says to write instead, where it is a whole move."""
    return message.rpartition("write ")[2] if "board order" in message else None


ALPHABET = "abcdefghABCDx123456789><^v!- "


def mutated(text: str, rng: random.Random) -> str:
    """The text of a move with a few edits."""
    letters = list(text)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        at = rng.randrange(len(letters) + 1)
        kind = rng.randrange(4)
        if kind == 0:
            letters.insert(at, rng.choice(ALPHABET))
        elif kind == 1 and letters:
            letters[at % len(letters)] = rng.choice(ALPHABET)
        elif kind == 2 and letters:
            del letters[at % len(letters)]
        elif letters:
            other = rng.randrange(len(letters))
            letters[at % len(letters)], letters[other] = letters[other], letters[at % len(letters)]
    return "".join(letters)


@pytest.mark.parametrize(("game", "variant"), EVERY)
def test_something_is_always_said(game: str, variant: str) -> None:
    rng = random.Random(5)
    known: list[str] = []  # texts of other positions are well-formed and often illegal here
    for seed in range(some(3, 1)):
        for position in list(random_game(game, variant, seed))[:: some(2, 9)]:
            if not position.moves:
                continue
            legal = [str(move) for move in position.moves]
            tried = [mutated(rng.choice(legal), rng) for _ in range(25)] + rng.sample(known, min(25, len(known)))
            known += rng.sample(legal, min(5, len(legal)))
            for text in tried:
                if text.strip() in legal:
                    continue
                message = refusal(position, text)
                assert "is not a legal move here" not in message, (str(position), text)
                assert "\n" not in message
                assert len(message) < 250, message
                right = mended(message)
                assert right is None or right in legal


POSITIONS = [
    position
    for game, variants in billes.GAMES.items()
    for variant in variants
    for position in list(random_game(game, variant, 1, 40))[5::17]
    if position.moves
]
STRINGS = st.one_of(st.text(max_size=12), st.text(ALPHABET, max_size=16), st.characters().map(lambda c: c * 500))


@settings(max_examples=some(400, 150), deadline=None)
@given(number=st.integers(0, len(POSITIONS) - 1), text=STRINGS)
def test_any_string_is_refused_in_words(number: int, text: str) -> None:
    position = POSITIONS[number]
    if text.strip() in texts(position):
        return
    message = refusal(position, text)
    assert "is not a legal move here" not in message
    assert len(message) < 1000  # quoted letters may take ten characters each


@pytest.mark.parametrize(
    "text", ["-" * 10**6, ">" * 10**6, "a1" * 10**6, "1a1-" * 10**5, "!" * 10**6, "xB1!" + "9" * 10**6]
)
def test_long_strings_are_refused_quickly(text: str) -> None:
    for position in POSITIONS[::4]:
        begun = time.perf_counter()
        assert len(refusal(position, text)) < 400
        assert time.perf_counter() - begun < 2


@pytest.mark.parametrize("variant", ["match", "round"])
def test_the_longest_row_of_jumps_is_what_can_be_announced(variant: str) -> None:
    for position in list(random_game("bilitaire", variant, 3, 60))[1::8]:
        if position.state[3] != bilitaire.TRAYS:
            continue
        for move in {str(move).partition("!")[0] for move in position.moves}:
            most = max([1] + [int(text.partition("!")[2]) for text in texts(position) if text.startswith(f"{move}!")])
            message = spec_of("bilitaire").explain.explain(position.state, f"{move}!{most + 1}")
            assert ("nothing can be announced" in message) if most == 1 else (f"more than {most} in a row" in message)
