"""What all games share: positions, moves and outcomes, games and their records, perft and playouts, compiling."""
