"""Lessons over HTTP: steps, what is said to a move, and the game at the end. Nothing is kept between requests."""

from __future__ import annotations

import httpx

from billes.core.game import Game
from billes.core.sentences import catalogue
from billes.games.registry import BUILT_IN
from billes.lessons.course import position_of, right_moves, step_of, steps_of

from .test_play import Visitors


def test_the_list_of_all_lessons(visitor: Visitors) -> None:
    learner = visitor()
    listed = {row["game"]: row["steps"] for row in learner.get("/lessons")}
    assert list(listed) == list(BUILT_IN)
    texts = learner.get("/sentences/fr/lessons")
    assert texts == {key: text for key, text in catalogue("fr").items() if key.startswith("lesson.")}
    training, shared = learner.get("/sentences/fr/training"), learner.get("/sentences/fr")
    assert "page.train.day" in training
    assert not texts.keys() & shared.keys() | training.keys() & shared.keys()
    for game, steps in listed.items():
        assert [step["step"] for step in steps] == [step.name for step in steps_of(game)]
        assert {step["title"]["key"] for step in steps} <= texts.keys()
    told = {row["game"]: row["lessons"] for row in learner.get("/games")}
    assert told == {game: len(listed.get(game, ())) for game in told}


def test_a_step_and_what_is_said_to_moves(visitor: Visitors) -> None:
    learner, step = visitor(), step_of("quits", "undo")
    told = learner.get("/lessons/quits/undo")
    assert told == learner.get("/lessons/quits/7")
    assert told["view"]["text"] == str(position_of("quits", step))
    assert told["right"] == right_moves("quits", step)
    assert told["view"]["motions"]
    assert told["before"]["marbles"] != told["view"]["scene"]["marbles"]
    for move in told["view"]["moves"]:
        answer = learner.post("/lessons/quits/undo", {"move": move["move"]})
        assert answer["right"] == answer["done"] == (move["move"] in told["right"])
        assert answer["sentences"] == [{"key": f"lesson.quits.undo.{'right' if answer['right'] else 'wrong'}"}]
        assert answer["view"]["text"] == str(position_of("quits", step).play(move["move"]))
    assert learner.refused("/lessons/quits/undo", {"move": "3>"}) == "illegal"


def test_the_game_at_the_end(visitor: Visitors) -> None:
    learner = visitor()
    learner.http.timeout = httpx.Timeout(120)  # the engine may have to be compiled first
    told = learner.get("/lessons/quits/play")
    game, hint = Game("quits"), told["hint"]
    for turn in range(told["plies"] // 2):
        sent = {"moves": [move.text for move in game.moves], "move": hint["move"], "touched": hint["touches"]}
        answer = learner.post("/lessons/quits/play", sent)
        game.play(hint["move"])
        assert answer["view"]["text"] == str(game.position)
        game.play(answer["reply"]["entry"]["move"])
        assert answer["reply"]["text"] == str(game.position)
        assert answer["done"] == (turn == 4)
        hint = answer["hint"]
    assert hint is None
    played = [move.text for move in game.moves]
    assert learner.refused("/lessons/quits/play", {"moves": played, "move": "1>"}) == "illegal"
    assert learner.refused("/lessons/quits/play", {"moves": ["b2b3"], "move": "1>"}) == "illegal"


def test_what_there_is_not(visitor: Visitors) -> None:
    learner = visitor()
    assert learner.refused("/lessons/morris/1", method="GET") == "not-found"
    assert learner.refused("/lessons/quits/99", method="GET") == "not-found"
    assert learner.refused("/lessons/chess/1", method="GET") == "unknown-game"
    assert learner.refused("/lessons/chess/1", {"move": "e4"}) == "unknown-game"
    assert learner.refused("/lessons/quits/play", {"moves": ["x"] * 41, "move": "1>"}) == "malformed"
    assert learner.refused("/sentences/xx/lessons", method="GET") == "not-found"
    assert learner.refused("/sentences/fr/other", method="GET") == "not-found"
