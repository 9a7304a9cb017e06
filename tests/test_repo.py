"""The pages tell the truth, and the engine needs nothing but the standard library."""

import ast
import doctest
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/**/*.md")])
EXAMPLES = [page for page in PAGES if ">>> " in page.read_text(encoding="utf-8")]
ENGINE = [
    path for layer in ("core", "rail", "titles") for path in sorted(ROOT.glob(f"src/piercy/{layer}/**/*.py"))
]


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_relative_links_point_to_files(page: Path) -> None:
    links = re.findall(r"\]\(([^)\s]+)", page.read_text(encoding="utf-8"))
    paths = [link.split("#")[0] for link in links if not re.match(r"[a-z]+:|#", link)]
    assert [path for path in paths if not (page.parent / path).exists()] == []


@pytest.mark.parametrize("page", EXAMPLES, ids=named)
def test_examples_run(page: Path) -> None:
    """The ``python`` blocks of a page, as one doctest; blocks without a prompt are only for reading."""
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, named(page), str(page), 0)
    complaints: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=complaints.append)
    assert example.examples
    if complaints:
        pytest.fail("".join(complaints), pytrace=False)


def test_readme_has_an_example() -> None:
    assert ROOT / "README.md" in EXAMPLES


@pytest.mark.parametrize("path", ENGINE, ids=named)
def test_engine_imports_only_itself_and_the_standard_library(path: Path) -> None:
    roots = {name.split(".")[0] for name in imported(ast.parse(path.read_text(encoding="utf-8")))}
    assert roots - sys.stdlib_module_names - {"piercy"} == set()


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
