"""The description of the interface is true: schemathesis, all checks on, finds nothing. `bench/schema.py` asks more."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import json

from schema import check

from .client import Server

OFTEN = [1e6, 1e6]
LIMITS = {"asking": OFTEN, "visitor_asking": OFTEN, "creating": OFTEN, "codes": OFTEN, "tables": 100_000}


@pytest.mark.timeout(120)
def test_the_description_is_true(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite3", BILLES_LIMITS=json.encode(LIMITS).decode(), BILLES_COMPILE="0")
    try:
        # streams take their seconds: they are asked for in bench/schema.py
        done = check(server.url, 1, 1, "examples,coverage", "--exclude-path-regex", "analysis|review")
        assert done.returncode == 0, done.stdout[-6000:] + done.stderr
        assert " passed" in done.stdout
        assert server.log() == ""
    finally:
        server.close()
