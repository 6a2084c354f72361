"""The law of the games, and the face through which people use it."""
