"""The server: tables, seats, clocks, storage and live connections."""
