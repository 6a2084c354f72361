"""The attacks of `hostile.py`: what a hostile client can do to a server, one function each."""

from . import bursts, connections, engine, sockets
from .target import ATTACKS, LONG, PLAYERS, STRANGER, Target, long_game

__all__ = [
    "ATTACKS",
    "LONG",
    "PLAYERS",
    "STRANGER",
    "Target",
    "bursts",
    "connections",
    "engine",
    "long_game",
    "sockets",
]
