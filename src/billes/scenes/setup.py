"""Setting up by hand what is no marble on a place, such as trays.

What a hand may do is a graph of gestures like that of a turn; where a gesture is complete stands not a move but the
text of the position it makes. The text need not be a legal position: half-way through setting up it often is none, and
reading it says so.
"""

from __future__ import annotations

from ..core.sentences import Sentence
from ..games.registry import spec_of
from .gestures import Gestures


def setup(game: str, text: str) -> Gestures:
    """What can be set up by hand besides marbles; nothing in games without such things or for a malformed text.

    >>> trays = setup("bilitaire", "__oooo__/__oooo__/oooooooo/oooooooo/oooooooo/oooooooo/__oooo__/__oooo__ m - 1 -")
    >>> str(trays.walk(["tray:B1", "slot:A1"])).split("/")[0]
    'oo__oo__'
    """
    spec = spec_of(game)
    return spec.setup.gestures(text) if spec.has("setup") else Gestures(())


def labels(game: str, graph: Gestures) -> dict[str, Sentence]:
    """What the handles of a set-up are called."""
    handles = {handle for node in graph.nodes for handle in node.next}
    return {handle: spec_of(game).setup.handle(handle) for handle in handles}
