"""Billes without a server: the same program in a browser, and the folder of static files that brings it there."""
