"""Which version of the database this program writes."""

VERSION = "0006"
"""The newest migration; a database at this version is left alone."""
