"""Several processes and machines on one database."""
