"""Looking after the database: status, copies while the server runs, putting one back, space."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.server.client import Server, Visitor

from .conftest import Run


def test_copies_while_the_server_runs_and_putting_one_back(run: Run, tmp_path: Path) -> None:
    server = Server(tmp_path / "t.sqlite3", BILLES_COMPILE="0")
    at = ("--database", str(server.database))
    copy = tmp_path / "copy.sqlite3"
    try:
        with Visitor(server) as host:
            tables = [host.create("quits", "here", "here")["table"] for _ in range(3)]
            host.post(f"/tables/{tables[0]}/move", {"move": "b2c3", "answers": 1})
            told = json.loads(run("database", "status", *at, "--json").output)
            assert (told["tables"]["playing"], told["events"], told["damaged"]) == (3, 4, {})
            assert told["server"].rstrip("/") == server.url
            assert "3 playing" in run("database", "status", *at).output
            assert run("database", "backup", str(copy), *at).exit_code == 0
            again = run("database", "backup", str(copy), *at)
            assert (again.exit_code, "exists already" in again.output) == (1, True), "nothing is overwritten"
            host.post(f"/tables/{tables[1]}/resign", {})
            for words in (("restore", str(copy)), ("vacuum",)):
                refused = run("database", *words, *at)
                assert (refused.exit_code, "a server uses it" in refused.output) == (1, True)
            server.kill()
            done = json.loads(run("database", "restore", str(copy), *at, "--json").output)
            with closing(sqlite3.connect(done["kept"])) as kept:
                assert kept.execute("SELECT count(*) FROM tables WHERE phase = 'over'").fetchone() == (1,)
            server.start()
            host.moved()
            assert [host.get(f"/tables/{table}")["status"]["phase"] for table in tables] == ["playing"] * 3
            assert host.get(f"/tables/{tables[0]}")["status"]["ply"] == 1
            assert server.stop() == 0
            assert json.loads(run("database", "vacuum", *at, "--json").output).keys() == {"before", "after"}
    finally:
        server.close()


def test_what_cannot_be_put_back_changes_nothing(run: Run, tmp_path: Path) -> None:
    base, other, bad = tmp_path / "t.sqlite3", tmp_path / "other.sqlite3", tmp_path / "bad.sqlite3"
    at = ("--database", str(base))
    assert "there is no file" in run("database", "status", *at).output
    assert not base.exists()
    base.write_bytes(b"")
    assert json.loads(run("database", "status", *at, "--json").output)["version"] is None
    from billes.server.storage.database import trouble

    assert trouble(f"sqlite:///{base}") is None
    before = base.read_bytes()
    bad.write_bytes(before[:5000] + b"\xff" * 20_000 + before[25_000:])
    for source in (tmp_path / "nowhere", bad, tmp_path):
        done = run("database", "restore", str(source), *at)
        assert done.exit_code != 0
        assert "Traceback" not in done.output
        assert base.read_bytes() == before
    assert trouble(f"sqlite:///{other}") is None
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    assert "newer billes" in run("database", "restore", str(other), *at).output
    assert base.read_bytes() == before
    assert {path.name for path in tmp_path.iterdir() if path.name.startswith(".")} == set(), "nothing is left over"
    base.write_bytes(bad.read_bytes())  # a damaged one is replaced, and kept all the same
    assert trouble(f"sqlite:///{tmp_path / 'sound.sqlite3'}") is None
    done = run("database", "restore", str(tmp_path / "sound.sqlite3"), *at)
    assert done.exit_code == 0, done.output
    assert any(path.read_bytes() == bad.read_bytes() for path in tmp_path.glob("t.sqlite3.2*"))


def test_postgresql_has_its_own_tools(run: Run) -> None:
    for words in (("backup", "x"), ("restore", "x")):
        done = run("database", *words, "--database", "postgresql+psycopg://nobody@127.0.0.1:1/none")
        assert (done.exit_code, "pg_dump" in done.output) == (1, True)
    said = run("database", "backup", "x", "--database", "postgresql+psycopg://h/d", "--language", "fr").output
    assert "ses propres outils" in said
