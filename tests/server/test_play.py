"""Games over real sockets: two players, one screen, the computer, spectators."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from billes.core.position import read

from .client import Line, Visitor, any_move

Visitors = Callable[[], Visitor]


def pair(visitor: Visitors, game: str = "quits", **more: object) -> tuple[Visitor, Visitor, str]:
    """Two visitors at a table; the first one plays first."""
    host, guest = visitor(), visitor()
    made = host.create(game, "here", "link", **more)
    invite = made["seats"][1]["invite"]
    guest.post(invite, {"name": "Guest"})
    return host, guest, made["table"]


def both(host: Visitor, guest: Visitor, table: str) -> tuple[Line, Line]:
    lines = host.live(table), guest.live(table)
    for line in lines:
        line.until("state")
    return lines


@pytest.mark.parametrize(
    ("game", "variant"),
    [("pylos", "standard"), ("pylos", "expert"), ("quits", "simple"), ("balanx", "small"), ("bilitaire", "round")],
)
def test_a_game_on_one_screen_is_played_to_its_end(visitor: Visitors, game: str, variant: str) -> None:
    host = visitor()
    made = host.create(game, "here", "here", variant=variant)
    assert made["you"] == [1, 2]
    rng = random.Random(game)
    with host.live(made["table"]) as line:
        line.until("state")
        for ply in range(1, 400):
            move = any_move(line.position(), rng)
            line.say(type="move", move=move, answers=line.state["status"]["turn"], id="x")
            event = line.until("move")
            assert event["entry"]["move"] == move
            assert event["entry"]["ply"] == ply
            look = line.look(event["number"])
            assert look["motions"]
            assert event["entry"]["sentences"][0]["players"] == {"name": event["by"]}
            if event["status"]["phase"] == "over":
                break
            assert look["gestures"]["nodes"]
            assert look["gestures"]["labels"]
        whole = host.get(f"/tables/{made['table']}")
        assert line.state["scene"] == whole["scene"], "the patches add up to the whole scene"
        assert whole["status"]["result"]["sentences"]
        assert whole["gestures"] is None
        assert whole["rights"]["rematch"] == "now"
        assert len(whole["moves"]) == ply
        assert line.ask(type="move", move=move, answers=whole["status"]["turn"])["error"] == "over"
    record = host.http.get(f"/api/tables/{made['table']}/record")
    assert "attachment" in record.headers["content-disposition"]
    from billes.core.record import load

    assert str(load(record.text).position) == whole["text"]


@pytest.mark.both_databases
def test_two_players_hear_each_other(visitor: Visitors) -> None:
    host, guest, table = pair(visitor)
    a, b = both(host, guest, table)
    with a, b:
        assert (a.state["you"], b.state["you"]) == ([1], [2])
        assert a.state["gestures"]
        assert b.state["gestures"] is None
        assert b.state["seats"][1]["name"] == "Guest"
        done = a.move("b2c3")
        heard = b.until("move")
        assert heard["number"] == done["number"]
        assert b.look()["gestures"]["nodes"], "it is his turn now"
        assert heard["status"]["player"] == 2
        assert a.ask(type="move", move="c3d4", answers=done["number"])["error"] == "not-your-turn"
        assert b.ask(type="move", move="a1a2", answers=done["number"])["error"] == "illegal"
        b.move()
        a.until("move")
        assert "gestures" in a.look()
        assert b.state["status"]["ply"] == 2


def test_the_mover_alone_gets_gestures_and_his_windows_all_do(visitor: Visitors) -> None:
    host, guest, table = pair(visitor)
    watcher = visitor()
    with host.live(table) as one, host.live(table) as two, watcher.live(table) as third, guest.live(table) as fourth:
        for line in (one, two, third, fourth):
            line.until("state")
        assert one.state["gestures"] == two.state["gestures"]
        assert third.state["gestures"] is None
        fourth_turn = one.move("b2c3")["number"]
        assert "gestures" not in two.look(fourth_turn)
        assert "gestures" not in third.look(fourth_turn)
        assert fourth.look(fourth_turn)["gestures"]
        assert fourth_turn == fourth.seen


@pytest.mark.both_databases
def test_spectators_watch_and_nothing_else(visitor: Visitors) -> None:
    host, guest, table = pair(visitor)
    watcher = visitor()
    with watcher.live(table) as line:
        state = line.until("state")
        assert state["you"] == []
        assert not any(seat["mine"] or seat["invite"] for seat in state["seats"])
        assert line.until("presence") == {"type": "presence", "players": [], "spectators": 1}
        for asked in (
            {"type": "move", "move": "b2c3", "answers": state["status"]["turn"]},
            {"type": "undo", "answers": state["status"]["turn"]},
            {"type": "offer", "offer": "draw"},
            {"type": "resign"},
        ):
            assert line.ask(**asked)["error"] == "not-your-seat"
        assert line.ask(type="hint")["error"] == "not-allowed"
        assert line.ask(type="check")["number"] == state["number"]
        with host.live(table) as other:
            assert line.until("presence")["players"] == [1]
            other.until("state")
            other.move()
        assert line.until("move")["by"] == 1


@pytest.mark.both_databases
def test_the_invitation_is_good_for_one(visitor: Visitors) -> None:
    host, guest, third = visitor(), visitor(), visitor()
    made = host.create("quits", "here", "link")
    assert made["status"]["phase"] == "waiting"
    path = made["seats"][1]["invite"]
    assert third.get(f"/tables/{made['table']}")["seats"][1]["invite"] == ""
    with host.live(made["table"]) as line:
        line.until("state")
        assert line.try_move("b2c3")["error"] == "waiting"
        assert third.get(path)["open"]
        guest.post(path, {"name": "Zoé"})
        start = line.until("start")
        assert start["by"] == 2
        assert (start["seats"][1]["name"], start["seats"][1]["free"]) == ("Zoé", False)
        assert line.look()["gestures"]
    assert guest.post(path)["you"] == [2], "asking again changes nothing"
    assert third.refused(path) == "taken"
    assert third.get(path) | {"table": ""} == {
        "table": "", "game": "quits", "variant": "standard", "player": 2,
        "open": False, "yours": False, "host": "", "clock": None,
    }  # fmt: skip
    assert host.refused("/join/nosuchinvitation") == "not-found"


@pytest.mark.both_databases
def test_the_computer_answers(visitor: Visitors) -> None:
    host = visitor()
    made = host.create("quits", "here", "computer")
    with host.live(made["table"]) as line:
        line.until("state")
        line.move()
        answer = line.until(lambda heard: heard.get("kind") == "move" and heard["by"] == 2, 60)
        assert line.look()["gestures"]
        hint = line.ask(type="hint", timeout=60)
        assert hint["type"] == "hint", hint
        assert [reason["key"].startswith("hint.") for reason in hint["reasons"]] == [True]
        assert read("quits", None, line.state["scene"]["text"]).play(hint["move"])
        assert hint["touches"]
        assert hint["answers"] == answer["number"]
        undone = line.ask(type="undo", answers=answer["number"])
        assert host.get(f"/tables/{made['table']}")["status"]["ply"] == 0, "the computer's move is taken back too"
        assert undone["number"] == line.seen


def test_the_computer_may_start_and_four_may_play(visitor: Visitors) -> None:
    host = visitor()
    seats = [{"kind": "here"}, *({"kind": "computer", "level": level} for level in (1, 2, 1))]
    made = host.post("/tables", {"game": "quits", "variant": "four", "seats": seats, "starts": 2})
    assert [seat["kind"] for seat in made["seats"]] == ["computer"] * 3 + ["human"]
    assert made["you"] == [4]
    with host.live(made["table"]) as line:
        event = line.until(lambda heard: heard.get("kind") == "move" and heard["by"] == 3, 60)
        assert event["status"]["player"] == 4
        assert line.look()["gestures"]
        line.ask(type="resign")
        assert line.until(lambda heard: heard.get("kind") == "move" and heard["by"] == 4, 60), "the computer plays on"
        state = host.get(f"/tables/{made['table']}")
        assert state["you"] == []
        assert state["seats"][3]["left"]


def test_lots_are_drawn(visitor: Visitors) -> None:
    host = visitor()
    first = {tuple(host.create("quits", "here", "link", starts=0)["you"]) for _ in range(16)}
    assert first == {(1,), (2,)}
    assert host.create("quits", "here", "link", starts=2)["you"] == [2]
    assert len(host.get("/tables")) == 17
