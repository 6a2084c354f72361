from __future__ import annotations

import json

import billes

from .conftest import Run


def test_perft_counts(run: Run) -> None:
    assert run("perft", "quits", "4").output == "19966\n"
    assert run("perft", "quits", "--variant", "four", "3").output == f"{billes.start('quits', 'four').perft(3)}\n"
    assert run("perft", "pylos", "0").output == "1\n"


def test_perft_divides(run: Run) -> None:
    *lines, total = run("perft", "balanx", "--divide", "3").output.splitlines()
    parts = dict(line.split() for line in lines)
    assert sum(map(int, parts.values())) == int(total)
    assert list(parts) == [str(move) for move in billes.start("balanx").moves]
    as_json = json.loads(run("perft", "balanx", "--divide", "3", "--json").output)
    assert as_json["divide"] == {move: int(count) for move, count in parts.items()}


def test_perft_of_a_game_that_is_over(run: Run) -> None:
    over = "...../11..1/...../...22/..... 1 -"
    assert run("perft", "quits", "-v", "simple", "-p", over, "3").output == "0\n"


def test_random_games_are_those_of_the_seed(run: Run) -> None:
    one, two = (json.loads(run("random", "quits", "1500", "--seed", "5", "--json").output) for _ in range(2))
    assert {**one, "seconds": 0} == {**two, "seconds": 0}
    assert one["games"] == 1500 == sum(one["wins"]) + one["draws"] + one["unfinished"]
    whole = billes.playouts(billes.start("quits"), 1500, seed=5)
    assert one["wins"] == list(whole.wins)
    assert one["plies"]["longest"] == whole.longest


def test_random_games_for_the_score(run: Run) -> None:
    told = run("random", "bilitaire", "40", "--variant", "round").output
    assert "marbles left" in told
    assert "Light" not in told
    assert "Player 1" not in told


def test_random_games_cut_short(run: Run) -> None:
    told = json.loads(run("random", "balanx", "10", "--limit", "5", "--json").output)
    assert told["unfinished"] == 10
    assert told["plies"]["longest"] == 5
