"""Whole games, short ones found by playing at random: every kind of move of the four games occurs in them."""

PYLOS = (
    "pylos",
    "expert",
    (
        "1a2 1b3 1c4 1d1 1a1 1b2 1d3 1c2 1d4 1c3-1b3 1b4 1c2>2c3 1b3 1a3 2a2 1b1 1d2 1d1>2b3 1c2 2b2 1a4-1a1-1d2 "
        "2a3-2a3-2b3 2a3 1d2 2b3 3a2 1d1 1b1>2c2 3b2 1a1 1b1 2a1 1c1 2b1"
    ),
)
QUITS = ("quits", "standard", "b1c2 e3d2 b2c3 4< a3b4 dv a2b3 d3e2 c2d3 d4e3 c1d2 c4b5 c3d4 d^ d4e5 d2e1 d3e4 5> e^")
BALANX = (
    "balanx",
    "small",
    (
        "a6d6 e1b1 a6d6 f2c2 d7d4 f2c2 b7b4 c1c4 d6d4 d1d5 d6d2 d1d5 b6b4 b2b5 b6b2 f3a3 d1e1 d6a6 b1c1 a3a6 a4e4 "
        "c5b5 e4f4 f3a3 a4c4 b5b7 c7c5 c3c6 c7c3 c2c6 b3c3 e3b3 b4b2 e3b3 b1d1 b3b5 c2d2 b4a4 c1f1 a3b3 c5c3 b4a4 "
        "c4c1 d6e6 c2e2 e7d7"
    ),
)
BILITAIRE = (
    "bilitaire",
    "round",
    (
        "xc8 B1C1<1 c6c8 B4<1 c4c6 C2C3v1 e4c4 C2^1 e8e6 C3v1 d2d4 C4<1!3 a5c5c7a7 C1C2^1!2 b3b5b7 A1B1>1 f4f2 A2v1!2 "
        "d1d3f3 D2D3^1 c3c5 A1C1>1!3 f6f4f2d2 D1^1 c2e2 B4>1 e5e3 B1C1<1!3 e6c6c4e4 D2D4v1!2 h4f4d4 B1B3^1 h5f5 "
        "D2D3^1!3 a7c7e7g7 D1^1!2 h3f3d3 D2D3v1 a8c8 A3A4v1 c3e3 D1<2!3 h3f3d3d1 A3C3>1!2 g8g6e6 A1A2^1"
    ),
)
STUCK = ("bilitaire", "round", "xc6 C1>1 e6c6 A3^1 d8d6 B3C3<1 c8c6 xB4")
"""Eight moves: no marble can jump any more."""
SHORT = ("quits", "simple", "b2c3 d4c5 c3d4 c5b4 d4e5")
"""Five moves: Light runs for the goal and is not held up."""
FOUR = ("quits", "four", "b2c3 a4b3 d4c5 d2e3 c3d4 b5a4 e4d3 1> d4e5")
