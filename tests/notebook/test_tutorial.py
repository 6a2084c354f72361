"""The tutorial runs from its first cell to its last, in a kernel of its own."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial.ipynb"


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::PendingDeprecationWarning")
def test_the_tutorial_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    nbformat: Any = import_module("nbformat")
    client: Any = import_module("nbclient").NotebookClient
    src = str(Path(__file__).parents[2] / "src")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([src, os.environ.get("PYTHONPATH", "")]))
    notebook = nbformat.read(TUTORIAL, as_version=4)
    client(notebook, timeout=300, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    kinds = {kind for output in outputs for kind in output.get("data", ())}
    assert "image/svg+xml" in kinds
    assert "application/vnd.jupyter.widget-view+json" in kinds
    assert not [output for output in outputs if output["output_type"] == "error"]
