"""A public class is known by its name: within a layer no two bear the same."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "piercy"


def test_no_two_public_classes_of_a_layer_have_one_name() -> None:
    found = shared(SOURCE)
    assert {f"{layer}.{name}": modules for (layer, name), modules in found.items()} == {}


def test_shared_names_are_found(tmp_path: Path) -> None:
    for place in ("rail/a.py", "rail/deep/b.py", "titles/x/a.py", "titles/y/a.py", "core/a.py"):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text("class Stop: ...\nclass _Own: ...\n", encoding="utf-8")
    assert shared(tmp_path) == {("rail", "Stop"): ["rail/a.py", "rail/deep/b.py"]}


def shared(source: Path) -> dict[tuple[str, str], list[str]]:
    """Layer and name -> the modules that define it, where several do; a title is a layer of its own."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for layer, name, module in classes(source):
        found[layer, name].append(module)
    return {key: modules for key, modules in found.items() if len(modules) > 1}


def classes(source: Path) -> Iterator[tuple[str, str, str]]:
    for path in sorted(source.rglob("*.py")):
        module = path.relative_to(source)
        layer = "/".join(module.parts[:2]) if module.parts[0] == "titles" else module.parts[0]
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield layer, node.name, module.as_posix()
