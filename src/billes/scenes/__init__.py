"""How the boards look: the scene of a position, its picture from above, and its text for a terminal."""

from .build import scene
from .svg import svg
from .text import text

__all__ = ["scene", "svg", "text"]
