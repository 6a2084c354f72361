"""The tablebase of Pylos: exact values of every position."""
