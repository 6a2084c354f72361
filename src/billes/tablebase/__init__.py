"""Exact knowledge: where a position lies in a table, solving, table files, probing."""
