"""Thinking: search, evaluation, levels, analysis, matches and the line protocol."""
