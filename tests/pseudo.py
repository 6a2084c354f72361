"""A generated language, `xx`: every English text accented and lengthened, to see that nothing is left untranslated."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

from billes.games.registry import SPECS

LETTERS = str.maketrans("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
                        "äƀçđéƒĝħîĵķļɱñöþɋŕšţûṽŵẋýžÄƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ")  # fmt: skip
ABOUT = {"name": "Þšéûđö", "plural": "n == 1 ? 0 : n < 5 ? 1 : 2", "forms": ["one", "few", "other"], "decimal": "·"}


def accented(text: Any) -> Any:
    """A text, or its forms, in the generated language; a form of its own is made for few things."""
    if isinstance(text, str):
        parts = re.split(r"(\{[^}]*\})", text)
        return "".join(part if part.startswith("{") else part.translate(LETTERS) for part in parts) + " ŵŵŵ"
    made = {slot: {form: accented(said) for form, said in forms.items()} for slot, forms in text.items()}
    for forms in made.values():
        forms["few"] = forms["other"].replace("ŵŵŵ", "ƒéŵ")
    return made


def write(folder: Path) -> None:
    """Write the files of the language into a folder for BILLES_LOCALE."""
    here = folder / "xx"
    (here / "games").mkdir(parents=True)
    (here / "language.json").write_text(json.dumps(ABOUT), encoding="utf-8")
    sources = {file.name: file for file in (files("billes") / "locale" / "en").iterdir()}
    sources |= {f"games/{name}.json": files(spec.package) / "locale" / "en.json" for name, spec in SPECS.items()}
    for name, file in sources.items():
        if name != "language.json" and file.is_file():
            texts = json.loads(file.read_text(encoding="utf-8"))
            made = {key: accented(text) for key, text in texts.items()}
            (here / name).write_text(json.dumps(made), encoding="utf-8")


def english(shown: str) -> list[str]:
    """Words that were not translated: runs of three plain letters or more."""
    return re.findall(r"[A-Za-z]{3,}", shown)
