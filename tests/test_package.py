from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import billes

ROOT = Path(__file__).parent.parent


def quickest(code: str, tries: int = 5) -> float:
    """The least of several measurements: other work on the machine only ever adds to it."""
    timed = f"import time; began = time.perf_counter(); {code}; print(time.perf_counter() - began)"
    return min(float(subprocess.check_output([sys.executable, "-c", timed])) for _ in range(tries))


def test_import_is_quick() -> None:
    assert quickest("import billes") < 0.1


def test_import_loads_no_compiler() -> None:
    code = "import sys, billes; billes.GAMES; print('numba' in sys.modules, 'rich' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).split() == ["False", "False"]


def test_asking_what_can_be_solved_loads_no_compiler() -> None:
    code = "import sys; from billes.tablebase import solvable as s; print(s('quits', 'simple'), s('quits', 'four'), "
    code += "s('balanx', 'small'), 'numba' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "True False False False\n"


def test_the_public_names_are_there() -> None:
    for name in billes.__all__:
        assert getattr(billes, name) is not None
    assert dir(billes) == sorted(billes.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        billes.nonsense  # noqa: B018


def test_the_registry_is_what_the_kernels_say() -> None:
    from billes.games.registry import rules_of

    for game, variants in billes.GAMES.items():
        assert tuple(rules_of(game).PLAYERS) == variants


def test_the_package_can_be_cited() -> None:
    cited = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {billes.__version__}\n" in cited
    for key in ("cff-version", "message", "title", "type", "authors", "license", "abstract"):
        assert f"{key}: " in f"\n{cited}" or f"\n{key}:\n" in cited, key
    for language, section in (("en", "## Authors"), ("fr", "## Les auteurs")):
        page = (ROOT / "docs" / language / "sources.md").read_text("utf-8")
        _, found, text = page.partition(f"\n{section}")
        assert found, f"{language} has no section on authors and papers"
        for word in (
            "Royffe",
            "Immordino",
            "Burm",
            "Gigamic",
            "Fun Connection",
            "Lanctot",
            "Koyamada",
            "Terry",
            "2019",
        ):
            assert word in text.partition("\n## ")[0], word
