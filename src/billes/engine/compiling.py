"""Compiling ahead: `python -m billes.engine.compiling` compiles what the computer players of all games need.

Without it the first search of a game compiles for ten seconds and more. What is compiled is kept on disk, so this is
done once: by `make play` when it sets everything up, else by the server in the background when it starts.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from ..core.jit import CACHE
from ..core.position import start
from ..games.registry import working
from .analysis import analyse
from .evaluation import uses_tree_search
from .levels import warm_up

COMPILING, COMPILED = "compiling", "compiled"
"""What is written when compiling begins, and when it is done."""


def searches() -> Iterator[tuple[str, str]]:
    """Every game with its first variant, and with another one where that is searched in another way."""
    for game, variants in working().items():
        kinds = {uses_tree_search(start(game, variant)): variant for variant in reversed(variants)}
        yield from ((game, variant) for variant in kinds.values())


def missing() -> list[tuple[str, str]]:
    """The searches that are not compiled yet."""
    return [kind for kind in searches() if CACHE is not None and not _mark(*kind).exists()]


def compile_search(game: str, variant: str) -> None:
    """Compile what is needed to play a game and to give hints in it."""
    warm_up(game, variant)
    analyse(start(game, variant), depth=1, lines=1)
    if CACHE is not None:
        _mark(game, variant).touch()


def _mark(game: str, variant: str) -> Path:
    """A file that says that a search is compiled. It lies beside the code, so that it is lost with it."""
    return Path(CACHE or "") / f"compiled-{game}-{variant}"


def main(names: list[str]) -> None:
    """Compile the searches named GAME/VARIANT; without a name all that are missing, in as many processes as there are
    cores. One word is written when that begins, and one when it is done; none where nothing is missing.
    """
    if names:
        for name in names:
            compile_search(*name.split("/"))
        return
    todo = [f"{game}/{variant}" for game, variant in missing()]
    if not todo:
        return
    print(COMPILING, flush=True)
    count = min(len(todo), max(1, min(4, os.cpu_count() or 1)))
    commands = [[sys.executable, "-m", "billes.engine.compiling", *todo[number::count]] for number in range(count)]
    running = [subprocess.Popen(command) for command in commands]
    failed = [process.wait() for process in running]
    if not any(failed):
        print(COMPILED, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
