"""Whole games in one answer, records opened and written, and reviews of free lines."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from billes.core.game import Game
from billes.core.record import load
from billes.games.registry import GAMES

from .client import Json, Server, Visitor, any_move
from .conftest import GENEROUS
from .test_computers import stream
from .test_play import Visitors

LONG = 450


def long_game(plies: int = LONG) -> Game:
    """A game that goes on and on: nobody wins, no position comes for the third time."""
    chance = random.Random(4)
    game = Game("quits")
    while len(game.moves) < plies:
        moves = list(game.position.moves)
        chance.shuffle(moves)
        for move in moves:
            game.play(move)
            if game.outcome is None and game.repeats < 2:
                break
            game.undo()
        else:
            game.undo()
    return game


def scenes(whole: Json) -> list[Json]:
    """The scene of every step, put together as the page does."""
    found: list[Json] = []
    for step in whole["steps"]:
        follows = step.get("follows", -1)
        found.append({**(found[follows] if follows >= 0 else {}), **step["scene"]})
    return found


def test_a_long_game_opens_at_once_under_the_usual_limits(tmp_path: Path) -> None:
    """One request brings 450 moves, of a table and of a record, and the game can be stepped through."""
    game = long_game()
    database = tmp_path / "tables.sqlite3"
    playing = Server(database, BILLES_LIMITS=GENEROUS)
    try:
        with Visitor(playing) as host:
            table = host.create("quits", "here", "here")["table"]
            with host.live(table) as line:
                line.until("state")
                for move in game.moves:
                    line.move(move.text)
            cookies = dict(host.http.cookies)
        assert playing.stop() == 0
        playing.start_with({})
        with Visitor(playing) as host:
            host.http.cookies.update(cookies)
            whole = host.get(f"/tables/{table}/game")
            assert whole["plies"] == LONG
            assert [step["entry"]["move"] for step in whole["steps"][1:]] == [move.text for move in game.moves]
            assert [step["text"] for step in whole["steps"]] == [str(position) for position in game.positions]
            assert whole["analysis"], "nobody else plays here"
            opened = host.post("/record", {"text": game.record()})
            assert opened["steps"] == whole["steps"]
            drawn = scenes(whole)
            for ply in (0, 1, 225, LONG):
                assert drawn[ply] == host.get(f"/tables/{table}/plies/{ply}")["scene"]
            body = {"game": "quits", "moves": [move.text for move in game.moves], "after": LONG - 1, "seconds": 0.05}
            with host.http.stream("POST", "/api/review", json=body, timeout=60) as answer:
                lines = [line for line in answer.iter_lines() if line.startswith("event")]
            assert lines == ["event: marked", "event: done"]
    finally:
        playing.close()


@pytest.mark.parametrize("name", GAMES)
def test_every_game_opens_whole(visitor: Visitors, name: str) -> None:
    chance = random.Random(7)
    game = Game(name)
    while len(game.moves) < 12 and game.outcome is None:
        game.play(any_move(game.position, chance))
    whole = visitor().post("/record", {"text": game.record()})
    assert (whole["game"], whole["variant"], whole["plies"]) == (name, game.variant, len(game.moves))
    for step, scene, position in zip(whole["steps"], scenes(whole), game.positions, strict=True):
        assert step["text"] == scene["text"] == str(position)
        assert step["player"] == (0 if position.outcome else position.player)


def test_lines_beside_a_game(visitor: Visitors) -> None:
    text = (
        '[Game "quits"]\n[Player1 "Claire"]\n[Result "0-1"]\n[End "resignation"]\n\n'
        "1. b2c3 {so} (1. 2> d5c4) d5c4 (1... e4d3 2. 2> (2. 1>)) (1... d5c4 2. 1>) 0-1\n"
    )
    host = visitor()
    whole = host.post("/record", {"text": text})
    assert whole["players"] == ["Claire", ""]
    assert whole["plies"] == 2
    assert whole["result"]["reason"] == "resignation"
    listed = [(step.get("follows", -1), step["entry"]["move"]) for step in whole["steps"][1:]]
    assert listed == [(0, "b2c3"), (1, "d5c4"), (0, "2>"), (3, "d5c4"), (1, "e4d3"), (5, "2>"), (5, "1>"), (2, "1>")]
    assert whole["steps"][1]["comment"] == "so"
    assert "result" not in whole["steps"][2], "on the board the game goes on"
    moves = [
        {"move": step["entry"]["move"], "follows": step["follows"] if step.get("follows") else 0}
        | ({"comment": step["comment"]} if "comment" in step else {})
        for step in whole["steps"][1:]
    ]
    asked = {"game": "quits", "variant": "standard", "tags": whole["tags"], "plies": 2, "moves": moves}
    written = host.post("/record/text", {**asked, "reason": "resignation", "winner": 2})["text"]
    assert load(written) == load(text)
    assert "(1... d5c4 2. 1>)" in written, "what goes on after the last move stands beside the game"
    again = host.post("/record", {"text": written})
    assert again["steps"] == whole["steps"]


def test_a_free_line_becomes_the_game(visitor: Visitors) -> None:
    moves = [{"move": "b2c3", "follows": 0}, {"move": "d5c4", "follows": 1}, {"move": "2>", "follows": 0}]
    written = visitor().post("/record/text", {"game": "quits", "moves": moves})["text"]
    assert written.splitlines()[-1] == "1. b2c3 (1. 2>) d5c4 *"


def test_many_games_in_one_text(visitor: Visitors) -> None:
    text = Game("quits").play("b2c3").record() + Game("pylos").play("1a1").record()
    host = visitor()
    assert host.post("/record", {"text": text})["count"] == 2
    assert host.post("/record", {"text": text, "number": 2})["game"] == "pylos"
    assert host.refused("/record", {"text": text, "number": 3}) == "bad-record"


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("/record", {"text": ""}, "bad-record"),
        ("/record", {"text": "1. b2c3"}, "bad-record"),
        ("/record", {"text": '[Game "quits"]\n1. b2c3 (1. b2c3'}, "bad-record"),
        ("/record", {"text": '[Game "chess"]'}, "bad-record"),
        ("/record", {"text": "x" * 200_001}, "malformed"),
        ("/record", {"text": "x" * 600_000}, "too-large"),
        ("/record/text", {"game": "quits", "moves": [{"move": "nonsense", "follows": 0}]}, "illegal"),
        ("/record/text", {"game": "quits", "moves": [{"move": "b2c3", "follows": 1}]}, "bad-record"),
        ("/record/text", {"game": "chess", "moves": []}, "unknown-game"),
        ("/record/text", {"game": "quits", "moves": [], "tags": {"no blanks": "x"}}, "bad-record"),
        ("/record/text", {"game": "quits", "moves": [], "reason": "time", "winner": 4}, "bad-record"),
        ("/review", {"game": "quits", "moves": ["nonsense"]}, "illegal"),
        ("/review", {"game": "quits", "moves": [], "start": "..."}, "bad-position"),
    ],
)
def test_what_cannot_be_is_refused_in_words(visitor: Visitors, path: str, body: Json, code: str) -> None:
    assert visitor().refused(path, body) == code


def test_marks_say_whether_they_are_exact(visitor: Visitors) -> None:
    """The opening book knows the start; what it says is certain."""
    body = {"game": "quits", "moves": ["b2c3"], "seconds": 0.1}
    with visitor().http.stream("POST", "/api/review", json=body, timeout=120) as answer:
        text = "".join(answer.iter_text())
    assert '"ply":1' in text
    assert '"sentences":[{"key":"score.' in text
    assert '"exact":' in text


def test_a_line_tells_what_to_touch(visitor: Visitors) -> None:
    last = stream(visitor(), "/analysis", game="quits", seconds=0.2, lines=1)[-2][1]
    line = last["lines"][0]
    assert line["touches"], line
    assert "".join(line["touches"]).replace("arrow:", "") == line["moves"][0]


def test_a_game_between_people_opens_without_analysis(visitor: Visitors) -> None:
    from .test_play import pair

    host, guest, table = pair(visitor)
    host.post(f"/tables/{table}/move", {"move": "b2c3", "answers": 1})
    assert not host.get(f"/tables/{table}/game")["analysis"]
    guest.post(f"/tables/{table}/resign")
    assert host.get(f"/tables/{table}/game")["analysis"]
