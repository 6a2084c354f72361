"""Boards in notebooks: `position.board()` is a widget to look at, to play on and to think with."""
