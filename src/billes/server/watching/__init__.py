"""For whoever looks after a server: logs, figures, health."""
