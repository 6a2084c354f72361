"""Setting up Bi-litaire by hand: trays go from slot to slot with their marbles, are taken off and put on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from ...core.sentences import Sentence
from ...scenes.gestures import Gestures, Next, Node
from ...scenes.grid import name
from . import handling as table
from .rules import ALL_TRAYS

SIDE = 8
NO_TRAY = "_"
SLOTS = tuple(f"{file}{rank}" for rank in range(1, 5) for file in table.SLOTS)

Cells: TypeAlias = Mapping[str, str]
"""The letters of a position text by the holes they stand for."""


def gestures(text: str) -> Gestures:
    """What a hand may do with the trays of a position text; nothing where the text is malformed."""
    board, blank, rest = text.partition(" ")
    rows = board.split("/")
    if [len(row) for row in rows] != [SIDE] * SIDE:
        return Gestures(())
    cells = {name(f, r): sign for r, row in enumerate(rows) for f, sign in enumerate(row)}
    trays = [slot for slot in SLOTS if all(cells[hole] != NO_TRAY for hole in table.holes(slot))]
    free = [slot for slot in SLOTS if slot not in trays]

    def made(*changes: tuple[str, Cells]) -> str:
        """The text after some slots were given other letters."""
        after = dict(cells)
        for slot, signs in changes:
            after |= dict(zip(table.holes(slot), signs.values(), strict=True))
        lines = ["".join(after[name(f, r)] for f in range(SIDE)) for r in range(SIDE)]
        return "/".join(lines) + blank + rest

    first: dict[str, Next] = {f"tray:{slot}": n for n, slot in enumerate(trays, 1)}
    if len(trays) < ALL_TRAYS:
        first |= {f"slot:{slot}": made((slot, _alike(".", slot))) for slot in free}
    nodes = [Node("bilitaire.setup", first)]
    for slot in trays:
        own = {hole: cells[hole] for hole in table.holes(slot)}
        gone = slot, _alike(NO_TRAY, slot)
        onward: dict[str, Next] = {f"slot:{target}": made(gone, (target, own)) for target in free}
        onward["remove"] = made(gone)
        nodes.append(Node("bilitaire.setup.tray", onward, {"slot": slot}, held=(f"tray-{slot}",)))
    return Gestures(tuple(nodes))


def _alike(sign: str, slot: str) -> Cells:
    """The holes of a slot, all with one letter."""
    return dict.fromkeys(table.holes(slot), sign)


def handle(handle: str) -> Sentence:
    """What a handle is."""
    kind, _, slot = handle.rpartition(":")
    return Sentence(f"handle.setup.{kind}", {"slot": slot}) if kind else Sentence(f"handle.{handle}")
