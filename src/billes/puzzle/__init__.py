"""Puzzles: positions with one right move, how they are made, rated, kept and played."""
