"""What needs the other's consent: undo, draw, rematch; and what does not."""

from __future__ import annotations

import pytest

from .client import Line
from .test_play import Visitors, both, pair


def standing(line: Line) -> int:
    offer = line.state["status"]["offer"]
    assert offer is not None
    return int(offer["number"])


def test_undo_on_one_screen_is_immediate(visitor: Visitors) -> None:
    host = visitor()
    table = host.create("balanx", "here", "here")["table"]
    with host.live(table) as line:
        first = line.until("state")
        assert first["rights"]["undo"] == "no"
        line.move()
        turn = line.state["status"]["turn"]
        done = line.ask(type="undo", answers=turn)
        assert done["type"] == "done"
        assert line.state["status"] == first["status"] | {"turn": done["number"]}
        line.look()
        assert line.state["scene"] == first["scene"]
        assert line.ask(type="undo", answers=turn)["number"] == done["number"], "sent again, it is done once"
        assert line.ask(type="undo", answers=done["number"])["error"] == "not-allowed"
        assert line.ask(type="undo", answers=turn + 7)["error"] == "stale"


@pytest.mark.both_databases
def test_undo_online_is_asked_for(visitor: Visitors) -> None:
    host, guest, table = pair(visitor)
    a, b = both(host, guest, table)
    with a, b:
        before = a.state["scene"]
        a.move("b2c3")
        b.until("move")
        offer = a.ask(type="undo", answers=a.state["status"]["turn"])
        heard = b.until("offer")
        assert heard["number"] == offer["number"]
        assert heard["status"]["offer"] == {"number": offer["number"], "offer": "undo", "by": 1, "waits": [2]}
        assert a.ask(type="undo", answers=a.state["status"]["turn"])["number"] == offer["number"]
        assert a.ask(type="answer", number=offer["number"], accept=True)["error"] == "not-allowed"
        declined = b.ask(type="answer", number=offer["number"], accept=False)
        assert a.until("decline")["by"] == 2
        assert b.ask(type="answer", number=offer["number"], accept=False)["number"] == declined["number"]
        assert b.ask(type="answer", number=offer["number"], accept=True)["error"] == "no-offer"
        a.ask(type="undo", answers=a.state["status"]["turn"])
        b.until("offer")
        b.ask(type="answer", number=standing(b), accept=True)
        undone = a.until("undo")
        assert (undone["removed"], undone["reason"], undone["status"]["ply"]) == (1, "agreement", 0)
        assert a.look()["gestures"]
        assert a.state["scene"] == before


def test_a_move_lets_an_offer_lapse(visitor: Visitors) -> None:
    host, guest, table = pair(visitor)
    a, b = both(host, guest, table)
    with a, b:
        offer = b.ask(type="offer", offer="draw")["number"]
        a.until("offer")
        a.move()
        assert b.until("move")["status"]["offer"] is None
        assert a.ask(type="answer", number=offer, accept=True)["error"] == "no-offer"


def test_a_draw_is_agreed(visitor: Visitors) -> None:
    host, guest, table = pair(visitor)
    a, b = both(host, guest, table)
    with a, b:
        a.ask(type="offer", offer="draw")
        b.until("offer")
        assert b.ask(type="offer", offer="draw")["type"] == "done", "to offer the same is to agree"
        end = a.until("end")
        assert end["status"]["phase"] == "over"
        assert end["status"]["result"] == {
            "winner": 0, "draw": True, "reason": "agreement", "scores": [],
            "sentences": [{"key": "end.draw"}, {"key": "why.agreement"}],
        }  # fmt: skip
        assert a.try_move("b2c3")["error"] == "over"
        assert a.ask(type="offer", offer="draw")["error"] == "over"


def test_an_own_offer_can_be_withdrawn(visitor: Visitors) -> None:
    host, guest, table = pair(visitor)
    a, b = both(host, guest, table)
    with a, b:
        number = a.ask(type="offer", offer="draw")["number"]
        assert a.ask(type="answer", number=number, accept=False)["type"] == "done"
        b.until("offer")
        assert b.until("decline")["by"] == 1


@pytest.mark.both_databases
def test_the_computer_answers_a_draw_offer(visitor: Visitors) -> None:
    host = visitor()
    table = host.create("quits", "here", "computer")["table"]
    with host.live(table) as line:
        assert line.until("state")["rights"]["draw"] == "ask"
        line.ask(type="offer", offer="draw")
        assert line.until("decline", 60)["by"] == 2, "it is too early to tell"


@pytest.mark.both_databases
def test_resigning_and_playing_again_with_sides_swapped(visitor: Visitors) -> None:
    host, guest, table = pair(visitor, "pylos", variant="expert")
    a, b = both(host, guest, table)
    with a, b:
        assert b.ask(type="resign", player=1)["error"] == "not-your-seat"
        assert a.ask(type="offer", offer="rematch")["error"] == "not-allowed"
        done = b.ask(type="resign")
        end = a.until("end")
        assert (end["by"], end["reason"], end["status"]["result"]["winner"]) == (2, "resignation", 1)
        assert end["status"]["result"]["sentences"][0] == {"key": "end.won", "players": {"name": 1}}
        assert b.ask(type="resign")["number"] == done["number"]
        a.ask(type="offer", offer="rematch")
        b.until("offer")
        b.ask(type="answer", number=standing(b), accept=True)
        again = a.until("rematch")["table"]
        assert b.ask(type="offer", offer="rematch")["number"] == a.seen
    state = host.get(f"/tables/{again}")
    assert state["you"] == [2]
    assert state["variant"] == "expert"
    assert state["status"]["phase"] == "playing"
    assert [seat.get("name") for seat in state["seats"]] == ["Guest", ""]
    assert guest.get(f"/tables/{again}")["you"] == [1]
    assert guest.get(f"/tables/{table}")["rematch"] == again


def test_a_rematch_on_one_screen_is_immediate(visitor: Visitors) -> None:
    host = visitor()
    table = host.create("quits", "here", "here")["table"]
    with host.live(table) as line:
        line.until("state")
        line.ask(type="offer", offer="draw")
        line.ask(type="offer", offer="rematch")
        again = host.get(f"/tables/{table}")["rematch"]
    assert host.get(f"/tables/{again}")["you"] == [1, 2]


def test_after_the_end_a_lone_player_may_take_back(visitor: Visitors) -> None:
    host = visitor()
    start = "...../...../...../...1./..... 1 -"
    answer = host.http.post("/api/tables", json={"game": "quits", "variant": "simple", "start": start})
    assert answer.json()["error"] == "bad-position"
    start = ".1.../1..../...../...12/..22. 1 -"
    seats = [{"kind": "here"}, {"kind": "here"}]
    made = host.post("/tables", {"game": "quits", "variant": "simple", "start": start, "seats": seats})
    with host.live(made["table"]) as line:
        line.until("state")
        line.move("d4e5")
        assert line.state["status"]["result"]["reason"] == "out"
        line.ask(type="undo", answers=line.state["status"]["turn"])
        assert line.state["status"]["phase"] == "playing"
        line.look()
        assert line.state["scene"]["text"] == start


@pytest.mark.both_databases
def test_four_must_all_agree(visitor: Visitors) -> None:
    people = [visitor() for _ in range(3)]
    seats = [{"kind": "here"}, {"kind": "link"}, {"kind": "link"}, {"kind": "computer"}]
    made = people[0].post("/tables", {"game": "quits", "variant": "four", "seats": seats})
    table = made["table"]
    with people[0].live(table) as first:
        first.until("state")
        people[1].post(made["seats"][1]["invite"])
        assert first.until("seat")["by"] == 2
        people[2].post(made["seats"][2]["invite"])
        first.until("start")
        first.ask(type="offer", offer="draw")
        number = first.seen
        assert first.state["status"]["offer"]["waits"] == [2, 3]
        people[2].post(f"/tables/{table}/answer", {"number": number, "accept": True})
        assert first.until("agree")["status"]["offer"]["waits"] == [2]
        people[1].post(f"/tables/{table}/answer", {"number": number, "accept": True})
        assert first.until("end")["status"]["result"]["draw"]
