"""The tablebase of Quits: exact values of every position."""
