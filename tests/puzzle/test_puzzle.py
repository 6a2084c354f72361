"""Puzzles and their files: what comes with the games is right, and what is broken is said."""

from __future__ import annotations

import gzip
import json
import random
from collections import Counter
from datetime import date
from pathlib import Path

import pytest

import billes
from billes.core.position import Position
from billes.core.sentences import catalogue
from billes.engine.proof import Endings, Wins
from billes.games.registry import rules_of, spec_of
from billes.puzzle.puzzle import Puzzle, find, of_the_day, pack, place, theme_name, unpack

SHIPPED = [
    ("pylos", "standard"), ("pylos", "children"), ("pylos", "expert"),
    ("pylos", "standard-icga"), ("pylos", "children-icga"), ("pylos", "expert-icga"),
    ("quits", "standard"), ("quits", "simple"),
    ("balanx", "standard"), ("balanx", "small"), ("balanx", "large"),
    ("bilitaire", "match"), ("bilitaire", "round"),
]  # fmt: skip
LARGEST = 5_000_000


def results(position: Position) -> dict[tuple[int, ...], str]:
    return {position.play(move).state: move.text for move in position.moves}


@pytest.mark.parametrize(("game", "variant"), SHIPPED)
def test_there_are_enough_and_they_are_well_formed(game: str, variant: str) -> None:
    found = billes.puzzles(game, variant)
    assert len(found) >= 300
    assert len({one.id for one in found}) == len(found)
    assert [one.rating for one in found] == sorted(one.rating for one in found)
    known = {"only-draw", "last-chance", *spec_of(game).puzzles.THEMES}
    for one in found:
        assert 1 <= one.moves <= 7
        assert set(one.themes) <= known
        assert len(results(one.position)) >= 3
        assert one.goal == "draw" or "only-draw" not in one.themes
        line = list(zip(one.positions, map(str, one.solution), strict=False))
        own = spec_of(game).puzzles.themes(line, one.positions[-1])
        assert own == set(one.themes) - {"only-draw", "last-chance"}
        assert all(len(results(place)) > 1 for place in one.positions[-2:-1])  # a last move is no forced one
    assert len(Counter(one.moves for one in found)) >= 3
    assert max(one.rating for one in found) - min(one.rating for one in found) > 1000


@pytest.mark.parametrize(("game", "variant"), [one for one in SHIPPED if one[1] in spec_of(one[0]).solvable])
def test_puzzles_of_solved_variants_are_exact(game: str, variant: str) -> None:
    """Their tablebases judged them: no other first move keeps the value, not even for a later win."""
    assert all(one.horizon is None for one in billes.puzzles(game, variant))


def test_all_files_are_small() -> None:
    files = [place(game, variant) for game, variant in SHIPPED]
    assert sum(len(file.read_bytes()) for file in files) < LARGEST


def test_every_theme_has_a_name_in_every_language() -> None:
    for game, spec in ((game, spec_of(game)) for game, _ in SHIPPED):
        for theme in ("only-draw", "last-chance", *spec.puzzles.THEMES):
            for language in ("en", "fr"):
                assert theme_name(theme, game).key in catalogue(language)


# ------------------------------------------------------------------------------------------------- values on the spot
@pytest.mark.slow
def test_one_result_keeps_the_value_by_the_tablebase(quits_simple: Path) -> None:
    """Quits `simple`: every puzzle of a sample against a tablebase made on the spot."""
    for one in random.Random(3).sample(billes.puzzles("quits", "simple"), 60):
        for before, after in zip(one.positions[::2], one.positions[1::2], strict=False):
            found = billes.probe(before, quits_simple)
            assert found.value == one.goal
            keeping = {state for state, text in results(before).items() if found.moves[text][0] == found.value}
            assert keeping == {after.state}
        for before, reply in zip(one.positions[1::2], one.solution[1::2], strict=False):
            assert reply.text in billes.probe(before, quits_simple).best


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "variant"), [("pylos", "children"), ("pylos", "standard"), ("quits", "standard"), ("balanx", "large")]
)
def test_near_wins_are_proved_again(game: str, variant: str) -> None:
    """The right move wins within the plies that are told, and no other does."""
    wins = Wins(game, 2_000_000)
    near = [one for one in billes.puzzles(game, variant) if one.goal == "win" and one.plies and one.plies <= 5]
    for one in random.Random(4).sample(near, min(12, len(near))):
        player, plies = one.position.player, one.plies or 0
        horizon = one.horizon or plies
        winning = [
            s for s, text in results(one.position).items() if wins.within(one.position.play(text), player, horizon - 1)
        ]
        assert winning == [one.positions[1].state]
        assert not wins.within(one.position, player, plies - 2)


@pytest.mark.slow
def test_ends_of_rounds_are_proved_again() -> None:
    endings = Endings("bilitaire", 1_000_000)
    for one in random.Random(5).sample(billes.puzzles("bilitaire", "round"), 12):
        number, first = one.number or 0, one.position.player == 1
        good = []
        for state, text in results(one.position).items():
            more = endings.above(one.position.play(text), -number - 1 if first else -number)
            assert more is not None
            good += [state] if more == first else []
        assert good == [one.positions[1].state]


@pytest.mark.slow
def test_ends_of_matches_are_proved_again() -> None:
    """A result is right if it is worth what the puzzle promises: more than a loss, or more than a draw."""
    endings = Endings("bilitaire", 1_000_000)
    for one in random.Random(6).sample(billes.puzzles("bilitaire", "match"), 12):
        sign, wanted = (1 if one.position.player == 1 else -1), 1 if one.goal == "win" else 0
        good = []
        for state, text in results(one.position).items():
            more = endings.above(one.position.play(text), wanted - 1 if sign > 0 else -wanted)
            assert more is not None
            good += [state] if more == (sign > 0) else []
        assert good == [one.positions[1].state], one.id


# --------------------------------------------------------------------------------------------------------------- files
def some() -> tuple[Puzzle, ...]:
    return billes.puzzles("quits", "simple")[:5]


def test_packing_and_unpacking() -> None:
    data = pack("quits", "simple", some())
    assert unpack(data, "file") == some()
    assert pack("quits", "simple", reversed(some())) == data


def broken(change: str) -> bytes:
    lines = gzip.decompress(pack("quits", "simple", some())).decode().splitlines()
    head, row = json.loads(lines[0]), json.loads(lines[2])
    if change == "format":
        head["format"] = 99
    elif change == "game":
        head |= {"game": "pylos", "variant": "children"}
    elif change == "count":
        lines.pop()
    elif change == "move":
        row["solution"][0] = "a1a9"
    elif change == "reply":
        row["solution"] = row["solution"][:1] * 2
    elif change == "position":
        row["position"] = "nonsense"
    elif change == "goal":
        row["goal"] = "fun"
    elif change == "missing":
        del row["rating"]
    lines[0], lines[2] = json.dumps(head), json.dumps(row) if change != "json" else "{"
    return gzip.compress("\n".join(lines).encode())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("format", "is of format 99"),
        ("game", "holds puzzles of pylos children, not of quits simple"),
        ("count", "should hold 5 puzzles and holds 4"),
        ("move", "line 3: "),
        ("reply", "line 3: "),
        ("position", "line 3: "),
        ("goal", "line 3: "),
        ("missing", "line 3: "),
        ("json", "line 3: "),
    ],
)
def test_a_broken_file_says_what_is_wrong(change: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "some.puzzles"
    file.write_bytes(broken(change))
    with pytest.raises(billes.BadPuzzles, match=r"some\.puzzles") as error:
        billes.puzzles("quits", "simple", file)
    assert message in str(error.value.sentence)


NO_PUZZLES = {
    "empty": b"",
    "text": b"nonsense",
    "packed nothing": gzip.compress(b""),
    "packed list": gzip.compress(b"[]"),
    "cut off": b"\x1f\x8b\x08cut",
}


@pytest.mark.parametrize("data", NO_PUZZLES.values(), ids=NO_PUZZLES)
def test_what_is_no_file_of_puzzles(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "some.puzzles"
    file.write_bytes(data)
    with pytest.raises(billes.BadPuzzles, match=r"some.puzzles is not a file of puzzles, or it is damaged"):
        billes.puzzles("quits", "simple", file)


def test_variants_without_puzzles() -> None:
    for game, variant in (("quits", "four"), ("morris", None)):
        with pytest.raises(billes.NoPuzzles, match=f"no puzzles come with {game}"):
            billes.puzzles(game, variant)
    with pytest.raises(billes.UnknownGame):
        billes.puzzles("chess")


# ------------------------------------------------------------------------------------------------------------- puzzles
def test_a_move_is_right_by_what_it_leads_to() -> None:
    """In Pylos a ball that completes a square may be taken back at once, whichever square: the result is the same."""
    position = billes.read("pylos", "standard", "11.21.222.11221./........./..../. 1")
    one = Puzzle(position, (position.move("1b2-1b2"),), "win", (), 1500)
    assert one.right(0, "1b2-1b2")
    assert one.right(0, "1d4-1d4")
    assert not one.right(0, "1b2-1a1")
    with pytest.raises(billes.IllegalMove):
        one.right(0, "1a1")


def test_names_and_days() -> None:
    found = billes.puzzles("quits", "simple")
    assert find(found, found[7].id[:6]) is found[7]
    with pytest.raises(billes.NoPuzzles, match="there is no puzzle zzz"):
        find(found, "zzz")
    days = [of_the_day(found, date.fromordinal(739000 + day)).id for day in range(len(found))]
    assert len(set(days)) == len(found)


def test_a_puzzle_says_what_to_do() -> None:
    tasks = {
        str(one.task) for variant in (("quits", "simple"), ("bilitaire", "round")) for one in billes.puzzles(*variant)
    }
    assert any("one move holds the draw" in task for task in tasks)
    assert any("win in 2 moves" in task for task in tasks)
    assert any("one move keeps the win" in task for task in tasks)
    assert any("leave at least" in task for task in tasks)
    near = {str(one.task) for one in billes.puzzles("balanx", "standard")}
    assert any("only one move wins within 4 moves" in task for task in near)
    assert not any("keeps the win" in task for task in near)  # another one may win later
    assert rules_of("bilitaire").PLAYERS["round"] == 2
