"""People around a table: what they say, the lots they draw, the games they keep, and the devices they use."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from billes.core.record import load
from billes.server.errors import Refused
from billes.server.identity import Codes
from billes.server.storage.store import Store
from billes.server.table import Seat, Table, TableConfig

from .client import Server, Visitor
from .test_play import Visitors, both, pair


# ---------------------------------------------------------------------------------------------------------- phrases
def test_a_phrase_is_heard_by_everybody_and_kept_out_of_the_record(visitor: Visitors) -> None:
    host, guest, table = pair(visitor)
    a, b = both(host, guest, table)
    watcher = visitor()
    with a, b, watcher.live(table) as c:
        c.until("state")
        done = b.ask(type="phrase", phrase="hello")
        for line in (a, c):
            heard = line.until("phrase")
            assert (heard["number"], heard["by"], heard["phrase"]) == (done["number"], 2, "hello")
        assert heard["status"]["turn"] == 1, "the position is the same"
        assert b.ask(type="phrase", phrase="hello")["number"] == done["number"], "sent twice, it is said once"
        assert c.ask(type="phrase", phrase="hello")["error"] == "not-your-seat"
        a.say(type="phrase", phrase="<b>hi</b>")
        assert a.until("error")["error"] == "malformed"
        a.move()
    with host.live(table, seen=done["number"] - 1) as again:
        assert again.until("phrase")["phrase"] == "hello", "who comes back hears what was missed"
    record = host.http.get(f"/api/tables/{table}/record").text
    assert "hello" not in record
    assert len(load(record).moves) == 1


def test_a_phrase_leaves_offers_as_they_are(visitor: Visitors) -> None:
    host, guest, table = pair(visitor)
    a, b = both(host, guest, table)
    with a, b:
        offer = a.ask(type="offer", offer="draw")["number"]
        b.ask(type="phrase", phrase="one-moment")
        declined = b.ask(type="answer", number=offer, accept=False)
        assert declined["type"] == "done"
        assert b.ask(type="answer", number=offer, accept=False)["number"] == declined["number"]
        assert a.until("decline")["offer"] == "draw"


def test_nobody_talks_alone_or_without_end(visitor: Visitors) -> None:
    alone = visitor()
    table = alone.create("quits", "here", "computer")["table"]
    assert alone.refused(f"/tables/{table}/phrase", {"phrase": "hello"}) == "not-allowed"
    waiting = alone.create("quits", "here", "link")["table"]
    assert alone.refused(f"/tables/{waiting}/phrase", {"phrase": "hello"}) == "not-allowed"
    host, _, table = pair(visitor)
    said = ["hello", "good-luck", "thank-you", "sorry", "your-turn"]
    numbers = [host.post(f"/tables/{table}/phrase", {"phrase": phrase})["number"] for phrase in said]
    assert numbers == sorted(set(numbers))
    assert host.refused(f"/tables/{table}/phrase", {"phrase": "good-game"}) == "slow-down"


# ------------------------------------------------------------------------------------------------------------- lots
def test_a_table_tells_that_lots_were_drawn(own_server: Server) -> None:
    with Visitor(own_server) as host:
        chosen = host.create("quits", "here", "here", starts=1)
        drawn = host.create("quits", "here", "link", starts=0)
        assert (chosen["lots"], drawn["lots"]) == (False, True)
        own_server.kill()
        own_server.start()
        host.moved()
        assert host.get(f"/tables/{drawn['table']}")["lots"], "it is kept"
        alone = host.create("quits", "here", "here", starts=0)["table"]
        host.post(f"/tables/{alone}/resign")
        host.post(f"/tables/{alone}/offer", {"offer": "rematch"})
        again = host.get(f"/tables/{alone}")["rematch"]
        assert not host.get(f"/tables/{again}")["lots"], "in a rematch the seats are exchanged"


def test_names_of_all_at_one_screen(visitor: Visitors) -> None:
    host = visitor()
    seats = [{"kind": "here", "name": name} for name in ("Ann", " Bob ", "", "Dan")]
    made = host.post("/tables", {"game": "quits", "variant": "four", "seats": seats})
    assert [seat["name"] for seat in made["seats"]] == ["Ann", "Bob", "", "Dan"]
    record = load(host.http.get(f"/api/tables/{made['table']}/record").text)
    assert {n: record.tags.get(f"Player{n}") for n in range(1, 5)} == {1: "Ann", 2: "Bob", 3: None, 4: "Dan"}


def test_the_computer_has_one_name_in_records() -> None:
    from billes.core.position import start
    from billes.server.api.tables import record_tags

    config = TableConfig("abcd", "quits", "standard", str(start("quits")), "me", 0.0)
    seats = [Seat(1, "computer", 4), Seat(2, "computer", 1, "", "me", left=True)]
    tags = record_tags(Table(config, seats))
    assert tags["Player1"] == "Computer, level 4"
    assert "Player2" not in tags, "a person who left is not called the computer"


# --------------------------------------------------------------------------------------------------------- my games
def test_my_games_come_a_page_at_a_time(visitor: Visitors) -> None:
    host = visitor()
    assert host.get("/me/games") == {"games": [], "total": 0, "page": 1, "pages": 1}
    made = [host.create("quits", "here", "here")["table"] for _ in range(23)]
    host.post(f"/tables/{made[-1]}/resign")
    first, second = host.get("/me/games"), host.get("/me/games", page=2)
    assert (first["total"], first["page"], first["pages"]) == (23, 1, 2)
    names = [game["table"] for page in (first, second) for game in page["games"]]
    assert len(first["games"]) == 20
    assert sorted(names) == sorted(made)
    assert names[-1] == made[-1], "those that are over come last"
    assert second["games"][-1]["result"]["reason"] == "resignation"
    assert host.get("/me/games", page=99)["page"] == 2
    assert host.refused("/me/games?page=0", method="GET") == "malformed"
    assert visitor().get("/me/games")["total"] == 0


def test_a_game_alone_is_deleted(visitor: Visitors) -> None:
    host = visitor()
    table = host.create("quits", "here", "computer", starts=2)["table"]
    with host.live(table) as line:
        line.until("state")
        assert host.http.delete(f"/api/tables/{table}").json() == {"table": table, "gone": True}
        with pytest.raises(ConnectionClosed):
            line.until(lambda heard: False)
    assert host.refused(f"/tables/{table}", method="GET") == "not-found"
    assert host.refused(f"/tables/{table}", method="DELETE") == "not-found"
    assert host.get("/me/games")["total"] == 0


def test_a_game_with_others_is_deleted_by_each_for_themselves(visitor: Visitors) -> None:
    host, guest, table = pair(visitor)
    assert visitor().refused(f"/tables/{table}", method="DELETE") == "not-your-seat"
    assert host.refused(f"/tables/{table}", method="DELETE") == "not-allowed", "the other one is still playing"
    host.post(f"/tables/{table}/resign")
    for _ in range(2):
        assert host.http.delete(f"/api/tables/{table}").json()["gone"] is False
    assert host.get("/me/games")["total"] == 0
    assert host.get("/tables") == []
    assert [game["table"] for game in guest.get("/me/games")["games"]] == [table]
    assert guest.http.delete(f"/api/tables/{table}").json()["gone"] is True
    assert guest.refused(f"/tables/{table}", method="GET") == "not-found"


def test_a_game_that_has_not_begun_is_deleted_by_who_made_it(visitor: Visitors) -> None:
    host, guest = visitor(), visitor()
    made = host.create("quits", "here", "link", "link", "computer", variant="four")
    guest.post(made["seats"][1]["invite"], {})
    assert guest.http.delete(f"/api/tables/{made['table']}").json()["gone"] is False
    assert host.http.delete(f"/api/tables/{made['table']}").json()["gone"] is True
    assert guest.refused(made["seats"][1]["invite"], method="GET") == "not-found"


# ------------------------------------------------------------------------------------------------------ other devices
def test_a_code_takes_seats_and_games_to_another_device(visitor: Visitors) -> None:
    desk, phone = visitor(), visitor()
    desk.http.put("/api/me", json={"name": "Claire"})
    table = desk.create("quits", "here", "here")["table"]
    code = desk.post("/me/code")["code"]
    assert re.fullmatch(r"[a-z2-9]{4}-[a-z2-9]{4}", code)
    assert desk.refused("/me/take", {"code": code}) == "bad-code", "it is for the other device"
    answer = phone.http.post("/api/me/take", json={"code": f" {code.upper().replace('-', ' ')} "})
    assert answer.json() == {"name": "Claire"}
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "SameSite=Strict" in answer.headers["set-cookie"]
    assert answer.headers.get_list("set-cookie") == [answer.headers["set-cookie"]]
    assert phone.get(f"/tables/{table}")["you"] == [1, 2]
    assert [game["table"] for game in phone.get("/me/games")["games"]] == [table]
    with phone.live(table) as line:
        line.until("state")
        line.move()
    assert desk.get(f"/tables/{table}")["status"]["ply"] == 1, "the first device is still known"
    other = visitor()
    assert other.refused("/me/take", {"code": code}) == "bad-code", "it was used"
    assert other.refused("/me/take", {"code": "aaaa-aaaa"}) == "bad-code"
    assert other.refused("/me/take", {"code": ""}) == "bad-code"
    assert other.refused("/me/take", {"code": "x" * 500}) == "malformed"
    assert other.refused("/me/take", {}) == "malformed"


def test_a_first_request_that_takes_a_code_gets_one_cookie(server: Server, visitor: Visitors) -> None:
    import httpx

    code = visitor().post("/me/code")["code"]
    answer = httpx.post(f"{server.url}/api/me/take", json={"code": code})
    assert len(answer.headers.get_list("set-cookie")) == 1


async def refusal(act: Awaitable[object]) -> str:
    with pytest.raises(Refused) as caught:
        await act
    return caught.value.sentence.key


def test_codes_expire_and_a_new_one_replaces_the_last(tmp_path: Path) -> None:
    desk, phone = "d" * 43, "p" * 43

    async def scene() -> None:
        store = Store(f"sqlite:///{tmp_path / 't.sqlite3'}")
        store.open()
        codes = Codes(store)
        old, _ = await codes.give(desk)
        new, _ = await codes.give(desk)
        assert await refusal(codes.take(old, phone)) == "error.code-unknown"
        assert await refusal(codes.take(new, desk)) == "error.code-own"
        assert await codes.take(new, phone) == desk
        assert await refusal(codes.take(new, phone)) == "error.code-used"
        late = Codes(store, good=-1.0)
        assert await refusal(late.take((await late.give(desk))[0], phone)) == "error.code-expired"
        await codes.give(desk)
        await store.close()

    asyncio.run(scene())
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert desk.encode() not in kept
    assert desk.encode().hex().encode() not in kept


def test_codes_cannot_be_guessed(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite3", BILLES_LIMITS='{"codes": [4, 0.0001]}')
    try:
        with Visitor(server) as guesser:
            tried = [guesser.refused("/me/take", {"code": f"aaaa-aaa{letter}"}) for letter in "abcdef"]
        assert tried == ["bad-code"] * 4 + ["slow-down"] * 2
    finally:
        server.close()


# ----------------------------------------------------------------------------------------------------------- games
def test_levels_are_explained_and_a_variant_recommended(visitor: Visitors) -> None:
    for game in visitor().get("/games"):
        for variant in game["variants"]:
            assert len(variant["about"]) == len(variant["levels"])
        assert game["recommended"] in ["", *(variant["variant"] for variant in game["variants"])]
