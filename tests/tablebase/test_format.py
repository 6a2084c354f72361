from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from billes.tablebase.format import BLOCK, BadTablebase, TablebaseFile, write

HEAD = {"game": "quits", "variant": "simple", "form": "distances", "rules": "none"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    numbers = np.arange(BLOCK, dtype=np.uint32)
    write(tmp_path / "a.billes", HEAD, {"one": numbers, "two": np.arange(100, dtype=np.int8)})
    return tmp_path / "a.billes"


def spoil(path: Path, at: int) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= 4
    path.write_bytes(data)


def test_what_is_written_is_read(path: Path) -> None:
    file = TablebaseFile(path)
    assert file.look("one", np.array([0, 7, BLOCK - 1])).tolist() == [0, 7, BLOCK - 1]
    assert file.look("two", np.array([99])).tolist() == [99]
    file.check_all()
    assert [p.name for p in path.parent.iterdir()] == ["a.billes"]


def test_the_fingerprint_is_that_of_the_content(path: Path, tmp_path: Path) -> None:
    numbers = np.arange(BLOCK, dtype=np.uint32)
    parts = {"one": numbers, "two": np.arange(100, dtype=np.int8)}
    known = TablebaseFile(path).head["fingerprint"]
    assert write(tmp_path / "b.billes", {**HEAD, "made": "later"}, parts) == known
    assert write(tmp_path / "c.billes", {**HEAD, "rules": "others"}, parts) != known
    numbers[5] += 1
    assert write(tmp_path / "d.billes", HEAD, parts) != known


def test_a_damaged_block_is_named_when_it_is_looked_at(path: Path) -> None:
    spoil(path, path.stat().st_size - 4096 - BLOCK - 10)
    file = TablebaseFile(path)
    assert file.look("one", np.array([0])).tolist() == [0]
    with pytest.raises(BadTablebase, match=r"a\.billes: block 2 of part one .* is damaged"):
        file.look("one", np.array([BLOCK // 4 * 3 - 1]))
    with pytest.raises(BadTablebase, match="block 2 of part one"):
        file.check_all()


@pytest.mark.parametrize(
    ("at", "words"),
    [(0, "not a tablebase file"), (8, "is of format"), (30, "head is damaged"), (-40, "digests is damaged")],
)
def test_a_damaged_beginning_is_named(path: Path, at: int, words: str) -> None:
    length = int.from_bytes(path.read_bytes()[12:16], "little")
    spoil(path, at if at >= 0 else 16 + length - at)
    with pytest.raises(BadTablebase, match=words):
        TablebaseFile(path)


@pytest.mark.parametrize(
    ("length", "words"),
    [(3, "not a tablebase"), (200, "head"), (400, "cut short"), (9000, "cut short"), (-1, "cut short")],
)
def test_a_file_that_was_cut_is_named(path: Path, length: int, words: str) -> None:
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(BadTablebase, match=words):
        TablebaseFile(path)


def test_a_file_that_grew_is_named(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"more")
    with pytest.raises(BadTablebase, match="too long"):
        TablebaseFile(path)
