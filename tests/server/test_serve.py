"""Starting and stopping: ports, one server a database, what is said, what is left behind."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from sqlalchemy import inspect
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable

from billes.server.api import pages
from billes.server.serve import listen
from billes.server.settings import Settings
from billes.server.storage import rows
from billes.server.storage.database import connect, migrate

from .client import Server, Visitor


def run(*options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "billes.server.serve", "--no-open", *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.skipif(sys.platform == "win32", reason="opens a window there")
def test_the_command_alone_opens_the_table(tmp_path: Path) -> None:
    """`billes` without a word, as `make play` has it."""
    opened = tmp_path / "opened.txt"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o755)
    asked = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "BROWSER": f"{browser} %s", "BILLES_COMPILE": "0"}
    environment = {**os.environ, **asked, "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "billes"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = re.search(r"http://\S+", process.stdout.readline())
            assert address is not None
            assert httpx.get(address[0]).status_code == 200
            deadline = time.monotonic() + 10
            while not opened.exists() and time.monotonic() < deadline:
                time.sleep(0.05)
            assert opened.read_text().strip() == address[0]
        finally:
            process.kill()


def test_the_usual_port_or_the_next_free_one() -> None:
    with (
        contextlib.closing(listen("127.0.0.1", None)) as first,
        contextlib.closing(listen("127.0.0.1", None)) as second,
    ):
        ports = [one.getsockname()[1] for one in (first, second)]
        assert 8765 <= ports[0] < ports[1]
        with pytest.raises(OSError, match="in use"):
            listen("127.0.0.1", ports[0])


def test_a_port_that_is_taken_is_said_so(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        done = run("--port", str(other.getsockname()[1]), "--database", str(tmp_path / "t.sqlite3"))
    assert done.returncode == 1
    assert "Cannot listen" in done.stdout
    assert "Traceback" not in done.stderr


def test_a_second_server_on_the_same_tables_points_to_the_first(own_server: Server) -> None:
    done = run("--port", "0", "--database", str(own_server.database))
    assert done.returncode == 0
    assert f"running already: {own_server.url}/" in done.stdout
    own_server.kill()
    own_server.start()


HOLD = """
import fcntl, sys, time
with open(sys.argv[1], "a+") as lock:
    fcntl.flock(lock, fcntl.LOCK_EX)
    lock.write("http://127.0.0.1:1/")
    lock.flush()
    print("held", flush=True)
    time.sleep(0.5)
"""


def test_a_killed_server_is_followed_though_its_lock_is_held_for_a_moment(tmp_path: Path) -> None:
    """By a process that it was just starting: that one has all its files until it runs its own program."""
    database = tmp_path / "t.sqlite3"
    with subprocess.Popen([sys.executable, "-c", HOLD, f"{database}.lock"], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        server = Server(database)
        try:
            assert not server.url.endswith(":1")
            with Visitor(server) as host:
                assert host.get("/me") is not None
        finally:
            server.close()


def test_it_goes_down_in_good_order_with_people_at_its_tables(own_server: Server) -> None:
    with Visitor(own_server) as host:
        table = host.create("quits", "here", "computer")["table"]
        with host.live(table) as line:
            line.until("state")
            line.move()
            began = time.monotonic()
            assert own_server.stop() == 0
            assert time.monotonic() - began < 8
    assert own_server.log() == ""


def test_this_machine_only_unless_told_otherwise(own_server: Server, tmp_path: Path) -> None:
    assert own_server.url.startswith("http://127.0.0.1:")
    command = [sys.executable, "-m", "billes.server.serve", "--no-open", "--port", "0", "--host", "0.0.0.0"]
    command += ["--database", str(tmp_path / "other.sqlite3")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert "Billes is at http://127.0.0.1:" in process.stdout.readline()
        link = process.stdout.readline()
        assert link.startswith("On this network: http://")
        process.terminate()


def test_the_computer_players_are_compiled_in_the_background_once(tmp_path: Path) -> None:
    """Said right after the address; playing does not wait for it, and neither does stopping."""
    server = Server(tmp_path / "t.sqlite3", BILLES_COMPILE="1", XDG_CACHE_HOME=str(tmp_path))
    assert server.process.stdout is not None
    assert (
        server.process.stdout.readline() == "The computer players are being compiled, once. You can play meanwhile.\n"
    )
    with Visitor(server) as host:
        host.create("quits", "here", "here")
    began = time.monotonic()
    assert server.stop() == 0
    assert time.monotonic() - began < 8
    assert server.log() == ""


@pytest.mark.parametrize(
    ("database", "reason"),
    [
        ("oracle9://host/billes", "no such kind of database"),
        ("postgresql+psycopg2://me:secret@localhost/billes", "pip install psycopg2"),
        ("sqlite:////proc/nowhere/tables.sqlite3", "No such file or folder (/proc/nowhere)"),
        ("://", "neither an SQLAlchemy URL nor the name of a file"),
    ],
)
def test_a_database_that_cannot_be_used_is_named(database: str, reason: str) -> None:
    done = run("--port", "0", "--database", database)
    assert done.returncode == 1
    assert reason in done.stdout
    assert "secret" not in done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_the_default_database_is_in_the_users_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BILLES_DATA", str(tmp_path / "mine"))
    assert Settings().url == f"sqlite:///{tmp_path}/mine/tables.sqlite3"
    monkeypatch.delenv("BILLES_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert Settings().url == f"sqlite:///{tmp_path}/billes/tables.sqlite3"
    assert Settings(database="x.db").url == "sqlite:///x.db"
    assert Settings(database="postgresql+psycopg://host/billes").url == "postgresql+psycopg://host/billes"


def test_migrations_make_what_the_schema_says(tmp_path: Path) -> None:
    engine = connect(f"sqlite:///{tmp_path / 't.sqlite3'}")
    migrate(engine)
    migrate(engine)
    seen = inspect(engine)
    assert set(seen.get_table_names()) == {*rows.metadata.tables, "alembic_version"}
    for name, table in rows.metadata.tables.items():
        found = {column["name"]: column for column in seen.get_columns(name)}
        assert list(found) == [column.name for column in table.columns]
        for column in table.columns:
            assert found[column.name]["nullable"] == column.nullable, (name, column.name)
            assert str(found[column.name]["type"]) == str(column.type.compile(engine.dialect))
        assert {index["name"] for index in seen.get_indexes(name)} == {index.name for index in table.indexes}
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2, "a commit is synced to the disk"
    engine.dispose()


def test_a_database_from_the_future_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite3"
    engine = connect(f"sqlite:///{path}")
    migrate(engine)
    engine.dispose()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    engine = connect(f"sqlite:///{path}")
    with pytest.raises(RuntimeError, match="newer billes"):
        migrate(engine)
    engine.dispose()


def test_the_schema_is_good_for_postgresql_too() -> None:
    for table in rows.metadata.sorted_tables:
        text = str(CreateTable(table).compile(dialect=postgresql.dialect()))  # type: ignore[no-untyped-call]
        assert "CREATE TABLE" in text
        assert "ROWID" not in text


def test_without_a_built_page_it_says_so(tmp_path: Path) -> None:
    answer = pages._found(Settings(static=tmp_path), "", "fr", True)
    assert b"not built yet" in answer.content
    (tmp_path / "index.html").write_text("the page")
    assert pages._found(Settings(static=tmp_path), "table/x", "fr", True).content == b"the page"
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "a-1.js").write_text("x")
    script = pages._found(Settings(static=tmp_path), "assets/a-1.js", "fr", True)
    assert script.media_type == "text/javascript"
    assert "immutable" in str(script.headers)
    (tmp_path.parent / "secret").write_text("s")
    for path in ("../secret", "assets/../../secret", ".built-from", "assets"):
        with pytest.raises(Exception, match="nothing here"):
            pages._found(Settings(static=tmp_path), path, "fr", False)


def test_an_address_of_its_own_for_every_visitor(own_server: Server) -> None:
    first, second = (httpx.get(f"{own_server.url}/api/me").cookies["billes"] for _ in range(2))
    assert first != second
    assert len(first) == 43
    log = own_server.database.read_bytes()
    assert first.encode() not in log, "the secret itself is not kept"
