"""Setting up by hand what is no marble on a place: the trays of Bi-litaire, moved from slot to slot.

What a hand may do is a graph of gestures like that of a turn; where a gesture is complete stands not a move but the
text of the position it makes. The text need not be one that can stand: half-way through setting up it often cannot, and
whoever reads it will say so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from ..games.bilitaire import handling as table
from ..games.bilitaire.rules import ALL_TRAYS
from ._grid import name
from .gestures import Gestures, Next, Node
from .words import Said

SIDE = 8
NO_TRAY = "_"
SLOTS = tuple(f"{file}{rank}" for rank in range(1, 5) for file in table.SLOTS)

Cells: TypeAlias = Mapping[str, str]
"""The letters of a position text by the holes they stand for."""


def setup(game: str, text: str) -> Gestures:
    """Tell what can be set up by hand besides marbles; nothing in games without trays or for a text that is none.

    >>> trays = setup("bilitaire", "__oooo__/__oooo__/oooooooo/oooooooo/oooooooo/oooooooo/__oooo__/__oooo__ m - 1 -")
    >>> str(trays.walk(["tray:B1", "slot:A1"])).split("/")[0]
    'oo__oo__'
    """
    board, blank, rest = text.partition(" ")
    rows = board.split("/")
    if game != "bilitaire" or [len(row) for row in rows] != [SIDE] * SIDE:
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
    nodes = [Node("setup", first)]
    for slot in trays:
        own = {hole: cells[hole] for hole in table.holes(slot)}
        gone = slot, _alike(NO_TRAY, slot)
        onward: dict[str, Next] = {f"slot:{target}": made(gone, (target, own)) for target in free}
        onward["remove"] = made(gone)
        nodes.append(Node("setup.tray", onward, {"slot": slot}, held=(f"tray-{slot}",)))
    return Gestures(tuple(nodes))


def _alike(sign: str, slot: str) -> Cells:
    """The holes of a slot, all with one letter."""
    return dict.fromkeys(table.holes(slot), sign)


def labels(graph: Gestures) -> dict[str, Said]:
    """What the handles of a set-up are called."""
    found = {}
    for handle in {handle for node in graph.nodes for handle in node.next}:
        kind, _, slot = handle.rpartition(":")
        found[handle] = Said(f"handle.setup.{kind}", {"slot": slot}) if kind else Said(f"handle.{handle}")
    return found
