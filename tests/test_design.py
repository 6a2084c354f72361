"""docs/design.md describes what is: its tree, its import chain, its counts and its paths are those of the project."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "billes"
PAGE = (ROOT / "docs" / "design.md").read_text("utf-8")
BLOCKS = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)


def folders(parent: Path) -> set[str]:
    """The folders that hold files of the project."""
    return {path.name for path in parent.iterdir() if path.is_dir() and any(path.rglob("*.py")) and path.name[0] != "."}


def test_the_tree_is_that_of_the_package() -> None:
    tree = BLOCKS[0]
    told = set(re.findall(r"^  (\w+)/", tree, re.MULTILINE))
    assert told == {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name[0] not in "._"}
    assert set(re.findall(r"^    (\w+)/", tree, re.MULTILINE)) == folders(PACKAGE / "games") - {"__pycache__"}
    assert {name for name in re.findall(r"^(\w+)/", tree, re.MULTILINE) if not (ROOT / name).is_dir()} == set()


def test_the_tree_of_the_server_is_that_of_the_package() -> None:
    head, *rows = BLOCKS[1].splitlines()[1:]
    server = PACKAGE / "server"
    assert set(re.findall(r"\w+", head)) == {path.stem for path in server.glob("*.py")} - {"__init__"}
    assert {row.split("/")[0].strip() for row in rows} == folders(server) - {"__pycache__", "static", "rulebook"}


def test_the_import_chain_is_the_contract() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    layers = next(c for c in settings["tool"]["importlinter"]["contracts"] if c["type"] == "layers")["layers"]
    chain = [[name.removeprefix("billes.") for name in layer.split(" | ")] for layer in reversed(layers)]
    assert BLOCKS[2].strip() == " <- ".join(", ".join(layer) for layer in chain)


def test_every_file_that_is_named_is_there() -> None:
    names = set(re.findall(r"`((?:\w+/)+[a-z_]+\.\w+)`", PAGE))
    assert len(names) > 20
    assert {name for name in names if not (ROOT / name).exists() and not (PACKAGE / name).exists()} == set()


def test_every_game_has_the_files_of_the_table() -> None:
    named = re.findall(r"^\| `(\w+\.py)`", PAGE, re.MULTILINE)
    assert len(named) >= 7
    for game in folders(PACKAGE / "games") - {"__pycache__"}:
        there = {path.name for path in (PACKAGE / "games" / game).glob("*.py")}
        some = {"boards.py", "setup.py"}
        assert there - some == set(named) - some | {"evaluator.py"}, game


def test_the_counts_are_right() -> None:
    files = [path for path in PACKAGE.rglob("*.py") if "static" not in path.parts]
    lines = sum(path.read_text("utf-8").count("\n") for path in files)
    told = re.search(r"has ([\d,]+) modules and ([\d,]+) lines of Python", PAGE)
    assert told is not None
    assert int(told[1].replace(",", "")) == len(files)
    assert abs(int(told[2].replace(",", "")) - lines) < 0.02 * lines
    server = re.search(r"had 31 modules and has (\d+) now", PAGE)
    assert server is not None
    assert int(server[1]) == len(list((PACKAGE / "server").glob("*.py")))
