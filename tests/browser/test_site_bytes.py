"""Two builds of a site give the same bytes, whatever the clock, the seed of hashes, the language and the folder are."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from billes.offline.bundle import PYTHON

from .site import PREFIX, made

ELSEWHERE = {"PYTHONHASHSEED": "77", "TZ": "Asia/Kathmandu", "LC_ALL": "C"}
PAGES = """
import asyncio, sys
from pathlib import Path
from billes.offline import site

folder = Path(sys.argv[1])
site._copy_page(folder)
asyncio.run(site._write_answers(folder))
site._write_addresses(folder)
"""
"""Writes a site without the program and the list of its files."""


def build(*command: str) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "BILLES_WASM"}
    subprocess.run([sys.executable, *command], env=environment | ELSEWHERE, check=True, umask=0o077)


def files(folder: Path) -> Iterator[str]:
    return (file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file())


def test_pages_and_answers_are_the_same_bytes(tmp_path: Path) -> None:
    there, here = made() / PREFIX, tmp_path / "another folder"
    build("-c", PAGES, str(here))
    assert {name for name in files(there) if not name.startswith(f"{PYTHON}/")} - {"sw.js"} == set(files(here))
    assert [name for name in files(here) if (here / name).read_bytes() != (there / name).read_bytes()] == []


@pytest.mark.whole_site
def test_a_whole_site_is_the_same_bytes(tmp_path: Path) -> None:
    there, here = made() / PREFIX, tmp_path / "another folder"
    build("-m", "billes", "site", str(here))
    assert set(files(here)) == set(files(there))
    assert [name for name in files(here) if (here / name).read_bytes() != (there / name).read_bytes()] == []
