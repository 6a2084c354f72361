"""Tiny programs that speak the engine's protocol, more or less well."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

SCRIPT = """
import sys, time
manner = sys.argv[1]
for line in sys.stdin:
    word = line.split()[0]
    if word == "billes":
        if manner == "mute":
            time.sleep(60)
        print("id name tiny\\noption name Seed type spin default 0 min 0 max 9\\nbillesok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "quit":
        break
    elif word == "go":
        if manner == "crash":
            print("something broke", file=sys.stderr)
            sys.exit(3)
        if manner == "hang":
            time.sleep(60)
        if manner == "illegal":
            print("bestmove a1a1", flush=True)
        elif manner == "nonsense":
            print("error go: I would rather not", flush=True)
        elif manner == "flood":
            while True:
                print("info " + "depth 1 " * 50, flush=True)
        else:
            print("info depth 1 pv x\\nbestmove", answer, flush=True)
    elif word == "position" and manner == "well":
        sys.path[:0] = PATH
        from billes.engine.protocol import read_position
        answer = read_position(line.split()[1:]).position.moves[0]
"""


def program(folder: Path, manner: str) -> str:
    """The command line of a program that behaves in a manner: well, mute, crash, hang, illegal, nonsense, flood."""
    file = folder / "tiny.py"
    file.write_text(f"PATH = {sys.path!r}\n{SCRIPT}", encoding="utf-8")
    return shlex.join([sys.executable, str(file), manner])
