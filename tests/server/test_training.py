"""Training: puzzles over HTTP, what a try changes, mistakes that come back, and moments of one's own games."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from billes.puzzle.puzzle import Puzzle, find, of_the_day, puzzles
from billes.server import training
from billes.server.storage.store import Store
from billes.server.training import Listed, Moment, Trainer

from .client import Visitor
from .test_play import Visitors

HERE = "/training/quits/simple"
FOUND = puzzles("quits", "simple")


def wrong_move(puzzle: Puzzle) -> str:
    return next(move.text for move in puzzle.position.moves if not puzzle.right(0, move))


def solve(who: Visitor, puzzle: Puzzle, mode: str) -> dict[str, Any]:
    """Find all moves of a puzzle; gives the last answer."""
    own = [move.text for move in puzzle.solution[::2]]
    for count in range(1, len(own) + 1):
        answer: dict[str, Any] = who.post(f"{HERE}/puzzles/{puzzle.id}", {"moves": own[:count], "mode": mode})
        assert answer["right"]
        assert answer["done"] == (count == len(own)) == (answer["reply"] is None)
        if answer["reply"]:
            assert answer["standing"] is None
            assert answer["reply"]["text"] == str(puzzle.positions[2 * count])
    return answer


def test_the_puzzle_of_the_day_and_one_that_is_missed(visitor: Visitors) -> None:
    who, other = visitor(), visitor()
    before = who.get(HERE)
    assert (before["puzzles"], before["rating"], before["tried"], before["due"]) == (len(FOUND), 1200, 0, 0)
    today = of_the_day(FOUND, datetime.fromisoformat(before["day"]).date())
    task = who.get(f"{HERE}/next", mode="day")
    assert task["puzzle"] == other.get(f"{HERE}/next", mode="day")["puzzle"] == today.id, "the same for everybody"
    assert task["view"]["text"] == str(today.position)
    standing = solve(who, today, "day")["standing"]
    assert standing["rated"]
    assert standing["change"] > 0
    assert (standing["streak"], standing["days"]) == (1, 1)
    assert not solve(who, today, "day")["standing"]["rated"], "only the first try counts"

    task = who.get(f"{HERE}/next", mode="puzzles", theme=today.themes[0])
    missed = find(FOUND, task["puzzle"])
    assert missed.id != today.id
    assert today.themes[0] in missed.themes
    answer = who.post(f"{HERE}/puzzles/{missed.id}", {"moves": [wrong_move(missed)]})
    assert not answer["right"]
    assert answer["standing"]["change"] < 0
    shown = who.post(f"{HERE}/puzzles/{missed.id}", {"moves": [], "show": True})
    assert [view["text"] for view in shown["line"]] == [str(place) for place in missed.positions[1:]]
    after = who.get(HERE)
    assert (after["tried"], after["solved"], after["streak"], after["longest"]) == (2, 1, 0, 1)
    assert (after["mistakes"], after["due"], after["day_solved"], after["days"]) == (1, 0, True, 1)
    assert after["deviation"] < before["deviation"]
    assert other.get(HERE)["tried"] == 0, "everybody has figures of their own"


def test_a_rush_and_what_is_refused(visitor: Visitors) -> None:
    who = visitor()
    rush = who.get(f"{HERE}/rush")
    ratings = [find(FOUND, name).rating for name in rush["puzzles"]]
    assert ratings == sorted(ratings)
    assert len(set(rush["puzzles"])) == 80
    first = find(FOUND, rush["puzzles"][0])
    assert not solve(who, first, "rush")["standing"]["rated"]
    assert who.post(f"{HERE}/rush", {"solved": 7})["rush"] == 7
    assert who.post(f"{HERE}/rush", {"solved": 3})["rush"] == 7, "the best is kept"
    own = [move.text for move in first.solution[::2]]
    assert who.refused(f"{HERE}/puzzles/{first.id}", {"moves": [*own, own[0]]}) == "illegal"
    assert who.refused(f"{HERE}/puzzles/{first.id}", {"moves": ["z9"]}) == "illegal"
    assert who.refused(f"{HERE}/puzzles/00000000", {"moves": own}) == "not-found"
    assert who.refused(f"{HERE}/next?mode=mistakes", method="GET") == "not-found"
    assert who.refused("/training/quits/four/next", method="GET") == "not-found"
    assert who.refused("/training/chess/standard", method="GET") == "unknown-game"
    assert who.get("/training/quits/four")["puzzles"] == 0


def test_a_win_is_played_out(visitor: Visitors) -> None:
    who, here = visitor(), "/training/quits/standard"
    who.http.timeout = 60.0  # the engine may have to start
    assert who.get(here)["practice"] == ["win"], "a draw is practised where the tablebase is"
    assert who.refused(f"{here}/practice?goal=draw", method="GET") == "not-found"
    assert who.get(f"{here}/practice")["task"]["key"] == "puzzle.practice.win"
    for _ in range(60):  # of the twenty or so that are near
        played = who.get(f"{here}/practice")["puzzle"]
        assert who.get(f"{here}/practice", but=played)["puzzle"] != played
    one = next(each for each in puzzles("quits", "standard") if each.plies == 3)
    wrong = who.post(f"{here}/practice/{one.id}", {"moves": [wrong_move(one)]})
    assert (wrong["right"], wrong["done"], wrong["reply"]) == (False, False, None)
    assert wrong["verdict"]["key"] == "verdict.lost"
    first = who.post(f"{here}/practice/{one.id}", {"moves": [], "show": True})
    assert first["right"]
    assert first["verdict"]["params"]["value"] == {"key": "verdict.value.win.in", "params": {"count": 2}}
    own, reply = first["view"]["entry"]["move"], first["reply"]["entry"]["move"]
    assert one.right(0, own)
    last = who.post(f"{here}/practice/{one.id}", {"moves": [own, reply], "show": True})
    assert (last["right"], last["done"], last["reply"]) == (True, True, None)
    assert last["view"]["result"]["winner"] == one.position.player
    over = [own, reply, last["view"]["entry"]["move"], own]
    assert who.refused(f"{here}/practice/{one.id}", {"moves": over}) == "illegal"
    assert who.refused(f"{here}/practice/{one.id}", {"moves": []}) == "illegal"


def test_moments_of_my_game_become_puzzles(visitor: Visitors) -> None:
    host = visitor()
    puzzle = next(one for one in FOUND if one.plies == 1)
    start, best, worst = str(puzzle.position), puzzle.solution[0].text, wrong_move(puzzle)
    table = host.create("quits", "here", "here", variant="simple", start=start)["table"]
    assert host.refused(f"/tables/{table}/moments", {"plies": [1]}) == "not-allowed", "the game is not over"
    host.post(f"/tables/{table}/move", {"move": worst, "answers": 1})
    host.post(f"/tables/{table}/resign", {"player": 1})
    assert visitor().refused(f"/tables/{table}/moments", {"plies": [1]}) == "not-your-seat"
    host.http.timeout = 60.0  # the engine may have to start
    made = host.post(f"/tables/{table}/moments", {"plies": [1, 9]})
    (name,) = made["puzzles"]
    task = host.get(f"{HERE}/next", mode="mistakes")
    assert (task["puzzle"], task["played"], task["view"]["text"]) == (name, worst, start)
    answer = host.post(f"{HERE}/puzzles/{name}", {"moves": [best], "mode": "mistakes"})
    assert (answer["right"], answer["done"], answer["standing"]["rated"]) == (True, True, False)
    assert host.refused(f"{HERE}/next?mode=mistakes", method="GET") == "not-found", "it comes back later"


def test_mistakes_come_back_ever_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at = datetime(2026, 11, 16, tzinfo=UTC).timestamp()
    monkeypatch.setattr(training, "now", lambda: at)

    async def train() -> list[float]:
        nonlocal at
        store = Store(f"sqlite:///{tmp_path / 't.sqlite3'}")
        store.open()
        trainer, one, waits = Trainer(store), Listed("0123abcd", 1300, ("slide",)), []
        await trainer.count("me", "quits", "simple", one, "puzzles", False)
        for _ in range(3):
            seen = await trainer.overview("me", "quits", "simple", [one], False)
            assert seen.next_due is not None
            waits.append(seen.next_due - at)
            at = seen.next_due
            assert await trainer.next("me", "quits", "simple", [one], "mistakes", "") == one.puzzle
            await trainer.count("me", "quits", "simple", one, "mistakes", True)
        at += timedelta(days=400).total_seconds()
        await trainer.count("me", "quits", "simple", one, "mistakes", False)
        seen = await trainer.overview("me", "quits", "simple", [one], False)
        assert seen.next_due is not None
        assert (seen.tried, seen.due, seen.mistakes) == (1, 0, 1), "what is known already is not rated again"
        waits.append(seen.next_due - at)
        for number in range(training.MOMENTS + 5):
            at += 1
            await trainer.add_moments("me", "quits", "simple", [(f"{number:08x}", Moment("x", ("a",), "b"))])
        assert (await trainer.overview("me", "quits", "simple", [one], False)).due <= training.MOMENTS + 1
        await store.close()
        return waits

    first, second, third, after_miss = asyncio.run(train())
    assert first == after_miss == 600
    assert 600 < second < third
