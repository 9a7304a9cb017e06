"""Which sentences lack words in a language, and which words no sentence needs any more: ``make words``.

Every place says its sentences: refusals where they are raised, what ``words/en.toml`` names, labels of
tables, descriptions and options of titles, and the pages. A sentence belongs to the place that says it,
unless a place that everybody asks says it too. ``--sort`` puts each translation that is there already where
it belongs.
"""

from __future__ import annotations

import argparse
import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from piercy.core import registry
from piercy.core.wording import counted
from piercy.present.languages import LANGUAGES, SHARED, catalogue, home_of, own_vocabulary, words_of

PAGES = "piercy.server"
OTHERS = tuple(language for language in LANGUAGES if language != "en")
_SOURCES = {"piercy.present": ("piercy.present", "piercy.core", "piercy.bots")}
"""Packages whose sentences lie with a neighbour."""
_ERRORS = (
    *("InvalidAction", "StaleAction", "BrokenSave", "WrongSeat", "ReadOnly", "Unknown", "NoSuchGame"),
    *("Conflict", "TooLarge", "Busy", "Failed", "MediaType", "WrongHost", "ForeignSite", "BotFault", "Late"),
    *("NoStart", "HostOnly"),
)
"""Errors whose first argument is a sentence; that of ``IllegalAction`` is the second."""
_LABELS = {"say": 0, "sentence": 0, "Chip": 0, "Column": 1, "Drawing": 1}
"""Calls that are handed a sentence, and where."""
_CALL = re.compile(r"""_\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')""")
_PLURALS = {
    "it": "nplurals=2; plural=(n != 1);",
    "pl": "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);",
}


def places() -> list[str]:
    """Every package that has words: what is shared, the pages, and the titles."""
    homes = {home_of(registry.title(name)) for name in registry.titles()}
    return [*SHARED, PAGES, *sorted(home for home in homes if home)]


@cache
def said(place: str) -> frozenset[str]:
    """All sentences of a place."""
    own = own_vocabulary(place)
    found = {*own.actions.values(), *own.events.values(), *own.fields.values()}
    found |= {*own.labels.values(), *own.questions.values(), *own.reasons.values()}
    found |= {*own.terms.values(), *own.steps.values()}
    found |= {words for values in own.choices.values() for words in values.values()}
    for name in registry.titles():
        title = registry.title(name)
        if home_of(title) == place:
            found |= {title.name, title.description, title.advice} - {""}
            found |= {words for option in title.options for words in (option.help, option.group) if words}
    for package in _SOURCES.get(place, ()) or (place,):
        with as_file(files(package)) as folder:
            found |= _in_folder(folder)
    return frozenset(found)


def _in_folder(folder: Path) -> set[str]:
    found: set[str] = set()
    for path in folder.rglob("*.py"):
        found |= set(_in_source(ast.parse(path.read_text(encoding="utf-8"))))
    for path in folder.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        found |= {one or other for one, other in _CALL.findall(text)}
    return found


def _in_source(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            at = 1 if name == "IllegalAction" else 0 if name in _ERRORS else _LABELS.get(name)
            if at is not None and len(node.args) > at and not any(w.arg == "raw" for w in node.keywords):
                yield from _texts(node.args[at])
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "template":
            yield from _texts(node.value)
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in ("ROUNDS", "NAMES"):
            for value in getattr(node.value, "values", ()):
                yield from _texts(value)


def _texts(node: ast.AST) -> set[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return {node.value}
    if isinstance(node, ast.IfExp):
        return _texts(node.body) | _texts(node.orelse)
    return set()


def wanted(place: str) -> dict[str, str]:
    """What a catalogue of this place must hold: message ids, each with its sentence."""
    others = [other for other in reversed(SHARED) if other != place]
    if place in SHARED:
        others = list(SHARED[SHARED.index(place) + 1 :])
    elsewhere = {message for other in others for message in said(other)}
    return {_key(message): message for message in sorted(said(place) - elsewhere) if message}


def _key(message: str) -> str:
    forms = counted(message)
    return message if forms is None else forms.one


@dataclass(frozen=True, slots=True)
class Gap:
    """What is out of step in one catalogue."""

    place: str
    language: str
    missing: tuple[str, ...]
    left_over: tuple[str, ...]


def gaps(of: Sequence[str] | None = None) -> list[Gap]:
    """What is missing or left over, place by place and language by language."""
    found = []
    for place in places() if of is None else of:
        needed = wanted(place)
        for language in OTHERS:
            known = catalogue(place, language).messages
            missing = tuple(message for key, message in needed.items() if key not in known)
            left_over = tuple(key for key in sorted(known) if key not in needed)
            if missing or left_over:
                found.append(Gap(place, language, missing, left_over))
    return found


def report() -> str:
    """The gaps as lines for a terminal."""
    lines = []
    for gap in gaps():
        lines.append(f"{gap.place}, {LANGUAGES[gap.language]}:")
        lines += [f"  missing: {message}" for message in gap.missing]
        lines += [f"  left over: {message}" for message in gap.left_over]
    return "\n".join(lines) or "nothing is missing, and nothing is left over"


def sort() -> None:
    """Write every catalogue anew: each translation that some place has goes where its sentence is said."""
    for language in OTHERS:
        known = {
            key: forms for place in places() for key, forms in catalogue(place, language).messages.items()
        }
        for place in places():
            made = Catalog(language, fuzzy=False)
            for key, message in wanted(place).items():
                if key in known:
                    forms = counted(message)
                    identity = message if forms is None else (forms.one, forms.other)
                    made.add(identity, known[key][0] if forms is None else known[key])
            _write(made, Path(str(words_of(place))) / f"{language}.po")
    catalogue.cache_clear()


def _write(made: Catalog, path: Path) -> None:
    language = str(made.locale)
    head = (
        f'msgid ""\nmsgstr ""\n"Language: {language}\\n"\n"Plural-Forms: {_PLURALS[language]}\\n"\n'
        '"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n\n'
    )
    path.parent.mkdir(exist_ok=True)
    with path.open("wb") as file:
        file.write(head.encode())
        write_po(file, made, width=0, no_location=True, omit_header=True, sort_output=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """``python -m piercy.testing.words [--sort]``"""
    parser = argparse.ArgumentParser(description="Which sentences lack words in a language.")
    parser.add_argument("--sort", action="store_true", help="put each translation where it belongs")
    if parser.parse_args(arguments).sort:
        sort()
    print(report())


if __name__ == "__main__":
    main()
