from __future__ import annotations

import subprocess
import sys

import pytest

import billes


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
