"""Games of other distributions on a static site: whatever they lack, the site is written, and they are on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from billes.server.settings import STATIC
from tests.games.test_registry import install, python
from tests.plugin.bare import BARE, VARIANT, install_bare

LONG = "# Rules\n\n" + "## A section\n\nWords that say nothing at all. " * 2000


def test_a_game_without_rules_and_one_with_too_many(tmp_path: Path) -> None:
    if not (STATIC / "index.html").exists():
        pytest.fail("the page is not built: run `python hatch_build.py`")
    install_bare(tmp_path)
    install(tmp_path, "good")
    (tmp_path / "billes_good" / "rulebook").mkdir()
    (tmp_path / "billes_good" / "rulebook" / "en.md").write_text(LONG)
    script = """
import asyncio, sys
from pathlib import Path
from billes.offline import site
asyncio.run(site._write_answers(Path(sys.argv[1])))
site._write_addresses(Path(sys.argv[1]))
"""
    made = tmp_path / "site"
    done = python(tmp_path, "-c", script, str(made))
    assert done.returncode == 0, done.stderr
    assert (made / "api" / "pictures" / f"card-{BARE}-light.svg").exists()
    assert (made / "train" / BARE / VARIANT / "index.html").exists()
    assert not (made / "rules" / BARE).exists()
    assert (made / "rules" / "good" / "index.html").exists()
    assert not (made / "rules" / "good" / "print").exists()
    assert (made / "rules" / "quits" / "print" / "fr" / "index.html").exists()
    assert "</svg>" in (made / "rules" / "morris" / "print" / "fr" / "index.html").read_text("utf-8")


def test_what_is_packed_for_browsers(tmp_path: Path) -> None:
    """Every game that works, whatever its entry point is called, and several of one distribution."""
    install_bare(tmp_path)
    entries = tmp_path / "billes_bare-1.2.dist-info" / "entry_points.txt"
    install(tmp_path, "good")
    (tmp_path / "billes_good-1.2.dist-info" / "entry_points.txt").unlink()
    entries.write_text(entries.read_text() + "good = billes_good\n")
    install(tmp_path, "bad", rules="1 / 0")
    script = (
        "import sys, pathlib; from billes.offline.bundle import _collect_plugins as c; c(pathlib.Path(sys.argv[1]))"
    )
    program = tmp_path / "program"
    done = python(tmp_path, "-c", script, str(program))
    assert done.returncode == 0, done.stderr
    packed = {path.name for path in program.iterdir()}
    assert {"billes_bare", "billes_good", "billes_morris"} <= packed
    assert "billes_bad" not in packed
    shown = python(program, "-m", "billes", "games")
    assert BARE in shown.stdout
    assert "good" in shown.stdout
