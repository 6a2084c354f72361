"""The language of the terminal: the one asked for, else the system's. Commands, options and click itself speak it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import click

from ..core.sentences import FALLBACK, Param, Sentence, Text, catalogue, languages, plural_form, render

_language = FALLBACK


def language() -> str:
    """The language that the terminal speaks now."""
    return _language


def speak(wanted: str) -> None:
    """Let the terminal speak a language, in what click says too."""
    global _language
    _language = wanted
    for module in _CLICK_MODULES:  # click asks gettext, which reads compiled files only; this is our own catalogue
        vars(sys.modules[module]).update(_=_click_text, ngettext=_click_plural)


def asked_for(words: Sequence[str]) -> str:
    """The language that the words of a command ask for, else the system's."""
    for word, following in zip(words, [*words[1:], ""], strict=False):  # there may be no word at all
        if word == "--":
            break
        named = following if word == "--language" else word.removeprefix("--language=")
        if named != word and named in languages():
            return named
    return system_language()


def system_language() -> str:
    """The language of the system, if there are texts in it: that of LC_ALL, LC_MESSAGES or LANG, else of Windows."""
    named = next(filter(None, (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    if not named and sys.platform == "win32":
        import ctypes
        from locale import windows_locale

        named = windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    code = named.replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return code if code in languages() else FALLBACK


def say(key: str, **params: Param) -> str:
    """A sentence of the terminal's in the language asked for."""
    return render(Sentence(f"terminal.{key}", params), language())


def _check_language(ctx: click.Context, param: click.Parameter, wanted: str | None) -> None:
    if wanted is not None and wanted not in languages():
        raise click.BadParameter(say("language", name=repr(wanted), names=", ".join(languages())))


language_option = click.option("--language", expose_value=False, callback=_check_language)


# --------------------------------------------------------------------------------------------------- commands
class Command(click.Command):
    """A command whose help is in the catalogue: `help.NAME`, `help.NAME.more` and `help.NAME.OPTION`.

    `words` stands for NAME where another command has the same one. `examples` end it. `listed` are things that can be
    written, each with the last part of the key that explains it.
    """

    examples: Sequence[str] = ()
    listed: Mapping[str, str] = MappingProxyType({})
    like = ""
    words = ""


def command(
    name: str, *examples: str, listed: Mapping[str, str] | None = None, like: str = "", words: str = ""
) -> Callable[[Any], Command]:
    """Make a function a command with examples. Every command can be told its language.

    `like` is another command that has the same options; `words` is what its help is kept under, its name by default.
    """

    def made(function: Any) -> Command:
        found = click.command(name, cls=Command)(language_option(function))
        found.params.append(found.params.pop(0))  # the language comes last
        found.examples, found.listed, found.like, found.words = examples, listed or {}, like, words
        return found

    return made


def put_into_words(command: click.Command, ctx: click.Context) -> None:
    """Give a command and its options their help in the language of the terminal."""
    texts, name = catalogue(language()), getattr(command, "words", "") or command.name
    blocks = [str(texts[f"help.{name}"]), str(texts.get(f"help.{name}.more", ""))]
    listed: Mapping[str, str] = getattr(command, "listed", {})
    examples: Sequence[str] = getattr(command, "examples", ())
    owners = name, getattr(command, "like", ""), "option"
    if listed:
        wide = max(map(len, listed))
        lines = [f"  {written:<{wide}}  {texts[f'help.{name}.{key}']}" for written, key in listed.items()]
        blocks.append("\n".join(["\b", str(texts[f"help.{name}.listed"]), *lines]))
    if examples:
        heading = str(texts["help.example" if len(examples) == 1 else "help.examples"])
        blocks.append("\n".join(["\b", heading, *(f"  {example}" for example in examples)]))
    command.help = "\n\n".join(filter(None, blocks))
    if isinstance(command, click.Group):
        command.subcommand_metavar = str(texts["metavar.commands"])
    for param in command.get_params(ctx):
        if isinstance(param, click.Option):
            option = next(written for written in param.opts if written.startswith("--"))[2:]
            param.help = next(str(texts[key]) for who in owners if (key := f"help.{who}.{option}") in texts)
            if not param.is_flag:
                param.metavar = str(texts.get(f"metavar.{option}") or texts[f"metavar.{param.type.name}"])
        else:
            word = str(texts[f"metavar.{param.name}"])
            param.metavar = word if param.required else f"[{word}]"


# ------------------------------------------------------------------------------------------------ what click says
_CLICK_MODULES = tuple(
    f"click.{name}" for name in ("core", "exceptions", "types", "formatting", "decorators", "parser", "termui")
)
CLICK = {
    "Usage:": "click.usage",
    "Options": "click.options",
    "Commands": "click.commands",
    "default: {default}": "click.default",
    "required": "click.required",
    "Aborted!": "click.aborted",
    "Error: {message}": "click.error",
    "Error: invalid input": "click.invalid",
    "Try '{command} {option}' for help.": "click.try",
    "Missing command.": "click.missing.command",
    "Missing argument": "click.missing.argument",
    "Missing option": "click.missing.option",
    "Missing parameter": "click.missing.argument",
    "No such option {name!r}.": "click.none.option",
    "No such command {name!r}.": "click.none.command",
    "Did you mean {possibility}?": "click.near",
    "Got unexpected extra argument ({args})": "click.extra",
    "Option {name!r} requires an argument.": "click.value",
    "Option {name!r} does not take a value.": "click.value.none",
    "Invalid value: {message}": "click.bad",
    "Invalid value for {param_hint}: {message}": "click.bad.where",
    "{value!r} is not a valid {number_type}.": "click.number",
    "{value} is not in the range {range}.": "click.range",
    "{value!r} is not {choice}.": "click.choice",
    "{name} {filename!r} is a directory.": "click.directory",
    "{name} {filename!r} is a file.": "click.file",
    "%(prog)s, version %(version)s": "click.version",
}
"""What click may say here, and the key of it; what it gives another form for many things is named by its first form."""


def _click_text(message: str) -> str:
    """One of click's messages in the language of the terminal, still to be filled in."""
    text = _text(message)
    whole = text if isinstance(text, str) else next(iter(text.values()))["other"]
    return whole if message.endswith(":") else whole.removesuffix(":")  # click puts one after headings


def _click_plural(one: str, many: str, count: int) -> str:
    """One of click's messages that depend on a number."""
    text = _text(one)
    if isinstance(text, str):
        return text if one in CLICK or count == 1 else many
    forms = next(iter(text.values()))
    return forms.get(plural_form(count, language())) or forms["other"]


def _text(message: str) -> Text:
    return catalogue(language())[CLICK[message]] if message in CLICK else message
