"""Lessons: what every game's steps share. A game's own steps are data, in its module `lessons`."""
