"""The rules are tested twice, compiled and interpreted; what would take too long interpreted is left out there."""

from __future__ import annotations

import pytest

from billes.core.jit import INTERPRETED


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if INTERPRETED:
        for item in items:
            if item.get_closest_marker("slow"):
                item.add_marker(pytest.mark.skip(reason="takes too long when interpreted"))
