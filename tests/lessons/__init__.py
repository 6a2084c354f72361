"""Tests of `billes.lessons` and of every game's steps."""
