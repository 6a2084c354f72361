"""A database of version 0.1 opens, and its games go on.

`data/tables-0.1.sqlite3.gz` was written by that version with a table of every kind: running with and without clocks,
waiting for an invitation, finished on the board and off it, with offers, undos, a rematch, four players of whom one has
left, and a computer to move. `data/tables-0.1.json` is what that version answered about them, with the visitors'
cookies.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from msgspec import json

from .client import Json, Server, Visitor, any_move

DATA = Path(__file__).parent / "data"
OLD: Json = json.decode((DATA / "tables-0.1.json").read_bytes())
PLAYING = ("clocked", "computer", "four", "alone", "offered", "rematch")


class People:
    """The visitors of the old database, at a new server."""

    def __init__(self, server: Server, stack: ExitStack) -> None:
        self.server = server
        self.all: dict[str, Visitor] = {}
        for name, cookies in OLD["cookies"].items():
            visitor = self.all[name] = stack.enter_context(Visitor(server))
            visitor.http.cookies.clear()
            visitor.http.cookies.update(cookies)

    @property
    def host(self) -> Visitor:
        return self.all["host"]

    @property
    def guest(self) -> Visitor:
        return self.all["guest"]

    def mover(self, table: str) -> Visitor:
        """Whoever is to move at a table."""
        player = self.host.get(f"/tables/{table}")["status"]["player"]
        return next(v for v in self.all.values() if player in v.get(f"/tables/{table}")["you"])


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Iterator[People]:
    """One server for all tests; each goes on with games of its own."""
    with at_a_new_server(tmp_path_factory.mktemp("old")) as found:
        yield found


@contextmanager
def at_a_new_server(folder: Path) -> Iterator[People]:
    """The visitors at a server with a copy of the old database, which has nothing to complain about in the end."""
    database = folder / "tables.sqlite3"
    database.write_bytes(gzip.decompress((DATA / "tables-0.1.sqlite3.gz").read_bytes()))
    server = Server(database)
    try:
        with ExitStack() as stack:
            yield People(server, stack)
        assert server.stop() == 0
        assert server.log() == ""
    finally:
        server.close()


def test_everything_is_as_it_was(people: People) -> None:
    for name, old in OLD["states"].items():
        table = OLD["tables"][name]
        now = people.host.get(f"/tables/{table}")
        for field in ("game", "variant", "start", "text", "you", "rematch"):
            assert now[field] == old[field], (name, field)
        for field, value in old["status"].items():
            if field == "result":
                assert (value is None) == (now["status"]["result"] is None), name
                assert (now["status"]["result"] or {}).items() >= (value or {}).items(), name
            elif field != "omen":
                assert now["status"][field] == value, (name, field)
        for then, seat in zip(old["seats"], now["seats"], strict=True):
            assert seat.items() >= then.items(), name
        assert [[one["player"], one["move"], one["clock"]] for one in now["moves"]] == old["moves"], name
        kinds = [event["kind"] for event in people.host.get(f"/tables/{table}/events")]
        running = bool(old["clocks"] and old["clocks"]["running"])
        assert kinds == old["kinds"] + ["clocks"] * running, name
        assert (now["clocks"] is None) == (old["clocks"] is None), name
        if old["clocks"]:
            assert now["clocks"]["running"] == old["clocks"]["running"], name
            for player, (was, left) in enumerate(
                zip(old["clocks"]["remaining"], now["clocks"]["remaining"], strict=True), 1
            ):
                if player == old["clocks"]["running"]:
                    assert was - 60 < left < was, "the time between the two servers is nobody's"
                else:
                    assert left == was, name
    assert people.host.get("/me") == {"name": "Claire"}
    assert {one["table"] for one in people.host.get("/tables")} == set(OLD["tables"].values())


@pytest.mark.parametrize("name", PLAYING)
def test_a_running_game_goes_on(people: People, name: str) -> None:
    table = OLD["tables"][name]
    with people.mover(table).live(table) as line:
        line.until("state")
        before = line.position()
        move = any_move(before)
        line.move(move)
        event = people.host.get(f"/tables/{table}/events", after=line.seen - 1)[0]
        assert event["entry"]["move"] == move
        assert event["entry"]["ply"] == len(OLD["states"][name]["moves"]) + 1
        assert line.position() == before.play(move)
        if OLD["states"][name]["clocks"]:
            assert event["clocks"]["running"] == event["status"]["player"]


def test_a_waiting_table_is_joined_and_a_finished_one_played_again(people: People) -> None:
    waiting, resigned = OLD["tables"]["waiting"], OLD["tables"]["resigned"]
    state = people.guest.post(OLD["invite"], {})
    assert (state["table"], state["status"]["phase"], state["seats"][1]["name"]) == (waiting, "playing", "Papa")
    mover = people.mover(waiting)
    with mover.live(waiting) as line:
        line.until("state")
        line.move()
        assert line.state["status"]["ply"] == 1
    number = people.host.post(f"/tables/{resigned}/offer", {"offer": "rematch"})["number"]
    people.guest.post(f"/tables/{resigned}/answer", {"number": number, "accept": True})
    again = people.host.get(f"/tables/{resigned}")["rematch"]
    assert people.host.get(f"/tables/{again}")["status"]["phase"] == "playing"


def test_a_computer_goes_on(people: People) -> None:
    table = OLD["tables"]["thinking"]
    with people.host.live(table) as line:
        line.until(lambda heard: heard["type"] in ("state", "event") and heard["status"]["ply"] == 2, 60)


def test_an_offer_is_answered_and_a_move_taken_back(tmp_path: Path) -> None:
    offered, alone = OLD["tables"]["offered"], OLD["tables"]["alone"]
    with at_a_new_server(tmp_path) as people:  # where nobody has moved since the offer
        number = people.guest.get(f"/tables/{offered}")["status"]["offer"]["number"]
        people.guest.post(f"/tables/{offered}/answer", {"number": number, "accept": True})
        assert people.host.get(f"/tables/{offered}")["status"]["result"]["reason"] == "agreement"
        before = people.host.get(f"/tables/{alone}")
        people.host.post(f"/tables/{alone}/undo", {"answers": before["status"]["turn"]})
        assert people.host.get(f"/tables/{alone}")["status"]["ply"] == before["status"]["ply"] - 1
