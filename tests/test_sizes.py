"""No module, class or function grows beyond what can be read in one go."""

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"
LIMITS = {"module": 400, "class": 250, "function": 40}

# Qualified name -> why it may be longer than its limit.
ALLOWED: dict[str, str] = {}


def test_nothing_is_longer_than_its_limit() -> None:
    too_long = {
        name: f"{kind} of {lines} lines" for kind, name, lines in measured(SOURCE) if lines > LIMITS[kind]
    }
    assert {name: size for name, size in too_long.items() if name not in ALLOWED} == {}
    assert ALLOWED.keys() <= too_long.keys(), "an exception that is no longer needed"


def test_lines_are_counted_by_name(tmp_path: Path) -> None:
    (tmp_path / "piercy").mkdir()
    code = "class A:\n    def f(self):\n        def g():\n            pass\n\n        return g\n\nB = 1\n"
    (tmp_path / "piercy/m.py").write_text(code, encoding="utf-8")
    assert list(measured(tmp_path)) == [
        ("module", "piercy.m", 8),
        ("class", "piercy.m.A", 6),
        ("function", "piercy.m.A.f", 5),
        ("function", "piercy.m.A.f.g", 2),
    ]


def measured(source: Path) -> Iterator[tuple[str, str, int]]:
    """Kind, qualified name and number of lines of everything in the package under ``source``."""
    for path in sorted(source.glob("piercy/**/*.py")):
        text = path.read_text(encoding="utf-8")
        name = ".".join(path.relative_to(source).with_suffix("").parts).removesuffix(".__init__")
        yield "module", name, len(text.splitlines())
        yield from _definitions(ast.parse(text), name)


def _definitions(parent: ast.AST, prefix: str) -> Iterator[tuple[str, str, int]]:
    for node in ast.iter_child_nodes(parent):
        name = prefix
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            name = f"{prefix}.{node.name}"
            kind = "class" if isinstance(node, ast.ClassDef) else "function"
            yield kind, name, (node.end_lineno or node.lineno) - node.lineno + 1
        yield from _definitions(node, name)
