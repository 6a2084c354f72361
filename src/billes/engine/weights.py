"""The weights of all evaluations, in one place. Two numbers a feature: for the opening and for the ending."""

from __future__ import annotations

Weights = tuple[int, ...]


def _pylos() -> Weights:
    early = (0, 100, 15, 4, 90, 60, 25, 6, -5, 5, 8, 4, 0, 0)
    return early + early


def _quits() -> Weights:
    near = [int(12 * (low + high) + 14 * min(low, 4)) for low in range(5) for high in range(low, 5)]
    early = (*(v - 130 for v in near), 10, 2, -15, 0)
    return early + early


def _balanx() -> Weights:
    early = (*(-14 * n for n in range(8)), *(-12 * n for n in range(9)), 10, 12, 12, -6, 3)
    return early + early


def _bilitaire() -> Weights:
    early = (1600, 0, -70, 12, 10, 5, 3, 0, -5, 4, 0)
    late = (1600, 0, -95, 25, 10, 5, 3, 0, -5, 4, 0)
    return early + late


def _four() -> Weights:
    near = [20 * (low + high) + 25 * low for low in range(5) for high in range(low, 5)]
    return (*near, 20, 0, 0, 0, *(n // 6 for n in near), 0, 0, 0, 0)


WEIGHTS: dict[str, Weights] = {
    "pylos": _pylos(),
    "quits": _quits(),
    "quits four": _four(),
    "balanx": _balanx(),
    "bilitaire": _bilitaire(),
}

# How many hundredths of a marble multiply the odds of winning by e.
LOGITS: dict[str, int] = {"pylos": 100, "quits": 60, "quits four": 40, "balanx": 80, "bilitaire": 300}
