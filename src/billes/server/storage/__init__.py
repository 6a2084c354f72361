"""The database: opening it, writing events, forgetting, and looking after it."""
