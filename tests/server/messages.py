"""Every text that a reader can meet, collected from the sources."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from piercy.core import registry
from piercy.core.events import event_types
from piercy.present import phrases
from piercy.present.table_words import LABELS
from piercy.server.charts import NAMES

SOURCE = Path(__file__).parents[2] / "src" / "piercy"
ERRORS = (
    "InvalidAction",
    "StaleAction",
    "BrokenSave",
    "WrongSeat",
    "ReadOnly",
    "Unknown",
    "NoSuchGame",
    "Conflict",
    "TooLarge",
    "Busy",
    "Failed",
    "MediaType",
    "WrongHost",
    "ForeignSite",
    "BotFault",
    "Late",
    "NoStart",
    "HostOnly",
)
_CALL = re.compile(r"""_\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')""")
_PANES = re.compile(r'\{"map": "(\w+)", "charts": "(\w+)", "tiles": "(\w+)"\}')


def page_messages() -> set[str]:
    """What the pages say: templates, labels of tables, phrases, and the facts of the titles."""
    found = {*NAMES.values(), *LABELS.values()}
    for template in (SOURCE / "server" / "templates").glob("*.html"):
        text = template.read_text(encoding="utf-8")
        found |= {one or other for one, other in _CALL.findall(text)}
        found |= {name for names in _PANES.findall(text) for name in names}
    for path in (*(SOURCE / "server").rglob("*.py"), *(SOURCE / "present").rglob("*.py")):
        found |= set(_said(ast.parse(path.read_text(encoding="utf-8"))))
    found |= {*phrases.ACTIONS.values(), *phrases.FIELDS.values(), *phrases.CHOICES.values()}
    found |= {*phrases.QUESTIONS.values()}
    found |= set(phrases.EVENTS.values())
    for name in registry.titles():
        title = registry.title(name)
        found |= {title.description, *(option.help for option in title.options)}
    return found


def refusals() -> set[str]:
    """The templates of all refusals that a player can get."""
    found: set[str] = set()
    for path in SOURCE.rglob("*.py"):
        if path.relative_to(SOURCE).parts[0] in ("cli", "testing", "bench", "interop"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                at = 1 if node.func.id == "IllegalAction" else 0 if node.func.id in ERRORS else None
                if at is not None and len(node.args) > at:
                    found |= _texts(node.args[at])
    return found


def emitted() -> set[str]:
    """The keys of all events."""
    for name in registry.titles():
        registry.title(name)
    return {key for key, kind in event_types().items() if kind.__module__.startswith("piercy.")}


def _said(tree: ast.AST) -> Iterator[str]:
    """First arguments of ``say(…)``, and labels of columns, chips and drawings."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name == "say":
            yield from _texts(node.args[0])
        elif name in ("Column", "Drawing") and not any(word.arg == "raw" for word in node.keywords):
            yield from _texts(node.args[1])
        elif name == "Chip":
            yield from _texts(node.args[0])
    yield from (text for node in ast.walk(tree) for text in _rounds(node))


def _rounds(node: ast.AST) -> Iterator[str]:
    """The names of rounds, in a table called ``ROUNDS``."""
    if (
        isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and node.targets[0].id == "ROUNDS"
    ):
        for value in getattr(node.value, "values", ()):
            yield from _texts(value)


def _texts(node: ast.AST) -> set[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return {node.value}
    if isinstance(node, ast.IfExp):
        return _texts(node.body) | _texts(node.orelse)
    return set()
