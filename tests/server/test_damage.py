"""One bad thing stays one bad thing: games that cannot be read, disks that are full, files that are gone."""

from __future__ import annotations

import contextlib
import os
import resource
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from billes.core.sentences import render
from billes.server.storage.database import alone, sqlite_file, trouble
from billes.server.watching.complaints import QUIET, Complaints

from .client import Server, Visitor
from .conftest import GENEROUS
from .test_serve import run


def change(database: Path, statement: str, *values: object) -> None:
    with contextlib.closing(sqlite3.connect(database)) as connection:
        assert connection.execute(statement, values).rowcount, "something was there to be changed"
        connection.commit()


def ask(database: Path, query: str, *values: object) -> list[tuple[object, ...]]:
    with contextlib.closing(sqlite3.connect(database)) as connection:
        return connection.execute(query, values).fetchall()


Kept = tuple[Server, Visitor]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    """A server that the tests of this file hurt one after another, and a visitor."""
    server = Server(tmp_path_factory.mktemp("damage") / "tables.sqlite3", BILLES_LIMITS=GENEROUS)
    with Visitor(server) as host:
        yield server, host
    server.close()


def games(host: Visitor, count: int) -> list[str]:
    """Some running games, each with a clock and two moves."""
    tables = []
    for _ in range(count):
        table = host.create("quits", "here", "here", clock={"main": 300})["table"]
        for turn, move in ((1, "b2c3"), (2, "d5c4")):
            host.post(f"/tables/{table}/move", {"move": move, "answers": turn})
        tables.append(table)
    return tables


# ------------------------------------------------------------------------------------------------------------ games
def test_games_that_cannot_be_read_are_set_aside(kept: Kept) -> None:
    server, host = kept
    tables = games(host, 6)
    server.kill()
    illegal, unreadable, gap, start, seats, sound = tables
    at = "UPDATE events SET event = ? WHERE table_id = ? AND number = 2"
    change(server.database, at, '{"number":2,"at":1.0,"kind":"move","by":1,"move":"a1a9"}', illegal)
    change(server.database, at, '{"number":2,"at":1.0,"kind":"mo', unreadable)
    change(server.database, "DELETE FROM events WHERE table_id = ? AND number = 2", gap)
    change(server.database, "UPDATE tables SET start = 'nothing' WHERE id = ?", start)
    change(server.database, "DELETE FROM seats WHERE table_id = ? AND player = 2", seats)
    server.start()
    host.moved()
    bad = {illegal, unreadable, gap, start, seats}
    for table in bad:
        answer = host.http.get(f"/api/tables/{table}")
        assert (answer.status_code, host.refused(f"/tables/{table}", method="GET")) == (410, "damaged")
        with pytest.raises(ConnectionClosed) as closed, host.live(table) as line:
            line.hear()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4010
    listed = {one["table"]: one for one in host.get("/tables")}
    assert {table for table, one in listed.items() if one["damaged"]} == bad
    assert listed[illegal]["game"] == "quits"
    assert host.get(f"/tables/{sound}")["clocks"]["running"] == 1, "everything else goes on"
    assert host.post(f"/tables/{sound}/move", {"move": "1<", "answers": 3})["number"] == 5
    assert {str(name) for (name,) in ask(server.database, "SELECT id FROM tables WHERE damaged IS NOT NULL")} == bad
    for table in bad:
        assert server.log().count(table) == 1, "named once"
    assert "Traceback" not in server.log()
    server.kill()
    change(
        server.database, "UPDATE tables SET start = (SELECT start FROM tables WHERE id = ?) WHERE id = ?", sound, start
    )
    server.start()
    host.moved()
    assert host.refused(f"/tables/{gap}", method="GET") == "damaged"
    assert server.log().count(gap) == 1, "also by the next server"
    assert host.get(f"/tables/{start}")["status"]["ply"] == 2, "what was mended is a game again"
    assert ask(server.database, "SELECT damaged FROM tables WHERE id = ?", start) == [(None,)]
    assert host.http.delete(f"/api/tables/{gap}").json() == {"table": gap, "gone": True}
    assert host.refused(f"/tables/{gap}", method="GET") == "not-found"


def test_a_damaged_game_of_two_is_deleted_by_both(kept: Kept) -> None:
    own_server = kept[0]
    with Visitor(own_server) as host, Visitor(own_server) as guest, Visitor(own_server) as stranger:
        made = host.create("quits", "here", "link")
        table = made["table"]
        guest.post(made["seats"][1]["invite"], {"name": "Guest"})
        own_server.kill()
        change(own_server.database, "UPDATE events SET event = '{' WHERE table_id = ?", table)
        own_server.start()
        for one in (host, guest, stranger, kept[1]):
            one.moved()
        assert stranger.http.delete(f"/api/tables/{table}").status_code == 403
        assert host.http.delete(f"/api/tables/{table}").json()["gone"] is False
        assert host.get("/tables") == []
        assert [one["damaged"] for one in guest.get("/tables")] == [True]
        assert guest.http.delete(f"/api/tables/{table}").json()["gone"] is True


# ---------------------------------------------------------------------------------------------------------- the disk
def test_a_full_disk_is_told_and_when_there_is_room_again_the_game_goes_on(kept: Kept) -> None:
    server, host = kept
    tables = games(host, 2)
    wal = server.database.with_name(server.database.name + "-wal")
    size = wal.stat().st_size
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    with host.live(tables[0]) as line:
        line.until("state")
        with pytest.raises(ConnectionClosed) as closed:
            line.move("1<")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4011, "not as if it read too slowly"
    for _ in range(30):
        assert host.refused(f"/tables/{tables[1]}/move", {"move": "1<", "answers": 3}) == "not-kept"
    assert host.get(f"/tables/{tables[1]}")["status"]["ply"] == 2, "games can be looked at"
    assert 1 <= server.log().count("could not write") <= 3
    assert "Traceback" not in server.log()
    until = time.monotonic() + 2.2  # what runs in the background meets it, too
    while time.monotonic() < until:
        host.refused(f"/tables/{tables[1]}/move", {"move": "1<", "answers": 3})
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert host.post(f"/tables/{tables[1]}/move", {"move": "1<", "answers": 3})["number"] == 4
    before = alive(server.database)
    until = time.monotonic() + 10
    while alive(server.database) == before:
        assert time.monotonic() < until, "the background goes on"
        time.sleep(0.1)


def alive(database: Path) -> object:
    return ask(database, "SELECT max(alive) FROM runs")[0][0]


def test_a_file_that_was_deleted_is_noticed_and_nothing_is_acknowledged(kept: Kept) -> None:
    server, host = kept
    tables = games(host, 1)
    moved = server.database.with_suffix(".away")
    server.database.rename(moved)
    assert host.refused(f"/tables/{tables[0]}/move", {"move": "1<", "answers": 3}) == "not-kept"
    assert host.refused(f"/tables/{'x' * 12}", method="GET") == "busy"
    assert not server.database.exists(), "no empty one takes its place"
    assert "deleted or replaced" in server.log()
    server.database.write_bytes(b"")
    assert host.refused(f"/tables/{tables[0]}/move", {"move": "1<", "answers": 3}) == "busy", "nor can it be read"
    moved.replace(server.database)
    assert host.post(f"/tables/{tables[0]}/move", {"move": "1<", "answers": 3})["number"] == 4
    assert "Traceback" not in server.log()


def test_spoilt_pages_are_told_at_start_and_when_they_are_met(kept: Kept) -> None:
    server, host = kept
    tables = games(host, 1)
    server.stop()
    sound = server.database.read_bytes()
    page = int(str(ask(server.database, "PRAGMA page_size")[0][0]))
    root = ask(server.database, "SELECT rootpage FROM sqlite_master WHERE name = 'events'")[0][0]
    assert isinstance(root, int)
    spoilt = bytearray(sound)
    spoilt[(root - 1) * page : root * page] = b"\xff" * page
    server.database.write_bytes(bytes(spoilt))
    server.start()
    host.moved()
    assert host.refused(f"/tables/{tables[0]}", method="GET") == "damaged"
    assert {one["damaged"] for one in host.get("/tables")} == {True}
    assert host.refused("/tables", {"game": "quits", "seats": [{"kind": "here"}, {"kind": "here"}]}) == "not-kept"
    assert host.get("/me") == {"name": ""}, "what can be read is read"
    assert "Traceback" not in server.log()
    server.kill()
    for end in ("-wal", "-shm"):
        server.database.with_name(server.database.name + end).unlink(missing_ok=True)
    server.database.write_bytes(sound[:100] + b"\xff" * (page - 100) + sound[page:])
    done = run("--port", "0", "--database", str(server.database))
    assert done.returncode == 1
    assert "cannot be used: the file is damaged" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


def test_a_file_that_can_only_be_read_is_told(tmp_path: Path) -> None:
    file = tmp_path / "t.sqlite3"
    assert trouble(f"sqlite:///{file}") is None
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    said = trouble(f"sqlite:///file:{file}?mode=ro&uri=true")
    assert said is not None
    assert (render(said), render(said, "fr")) == (
        "it can be read but not written",
        "on peut la lire, mais pas y écrire",
    )


@pytest.mark.skipif(os.name != "posix" or os.getuid() != 0, reason="NOT TESTED: only root can become another user")
def test_a_file_of_somebody_else_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    file = folder / "t.sqlite3"
    assert trouble(f"sqlite:///{file}") is None
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    for path, mode in ((file, 0o444), (folder, 0o755)):
        path.chmod(mode)
    for parent in tmp_path.parents:
        if parent != Path("/tmp") and Path("/tmp") in parent.parents:
            parent.chmod(0o755)
    tmp_path.chmod(0o755)
    script = (  # everything is loaded before: another user may not see this installation
        "import os, sys; from billes.server.storage.database import trouble; trouble('sqlite://'); os.setuid(65534); "
        "print(trouble(sys.argv[1]).key)"
    )
    command = [sys.executable, "-c", script, f"sqlite:///{file}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "database.read-only", done.stderr


# ---------------------------------------------------------------------------------------------------------- the lock
def test_the_lock_holds_for_every_spelling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "a b.sqlite3"
    assert trouble(f"sqlite:///{file}") is None
    (tmp_path / "link.sqlite3").symlink_to(file)
    (tmp_path / "folder").symlink_to(tmp_path)
    spellings = [
        f"sqlite:///{file}",
        "sqlite:///a b.sqlite3",
        "sqlite:///./a b.sqlite3",
        f"sqlite+pysqlite:///{file}",
        f"sqlite:///{tmp_path}//folder/../{tmp_path.name}/a b.sqlite3",
        "sqlite:///link.sqlite3",
        "sqlite:///folder/link.sqlite3",
        f"sqlite:///{file}?timeout=3",
        f"sqlite:///file:{file}?uri=true",
        f"sqlite:///file:{str(file).replace(' ', '%20')}?mode=rwc&uri=true",
        f"sqlite:///file://localhost{file}?uri=true",
        "sqlite:///file:a%20b.sqlite3?uri=true",
    ]
    assert {sqlite_file(url) for url in spellings} == {file}
    with alone(spellings[0]) as held:
        assert not isinstance(held, str)
        for url in spellings:
            with alone(url) as other:
                assert isinstance(other, str), url
    with alone(spellings[-1]) as again:
        assert not isinstance(again, str)
    for url in ("sqlite://", "sqlite:///:memory:", "sqlite:///file:x?mode=memory&uri=true", "postgresql+psycopg://h/d"):
        assert sqlite_file(url) is None


def test_a_second_server_finds_the_first_through_a_link(own_server: Server, tmp_path: Path) -> None:
    link = tmp_path / "other.sqlite3"
    link.symlink_to(own_server.database)
    done = run("--port", "0", "--database", f"sqlite+pysqlite:///{link}?timeout=5")
    assert f"running already: {own_server.url}/" in done.stdout


# ------------------------------------------------------------------------------------------------------- complaints
def test_the_same_complaint_is_written_now_and_then(caplog: pytest.LogCaptureFixture) -> None:
    import logging

    at = 0.0
    complaints = Complaints(logging.getLogger("test"), lambda: at)
    for _ in range(1000):
        complaints.say("full")
    complaints.say("another")
    assert [record.getMessage() for record in caplog.records] == ["full", "another"]
    at = QUIET + 1
    complaints.say("full")
    assert caplog.records[-1].getMessage() == "full (999 times more since it was last said)"
    for number in range(500):
        complaints.say(f"{number}")
    assert len(complaints._said) <= 200
