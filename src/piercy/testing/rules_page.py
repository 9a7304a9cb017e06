"""A title's ``PROOF.md``: for each rule where it lives in the code and which tests prove it.

The page holds tables of three columns: rule, code, tests. A first cell names one or more rules, with commas.
The other two hold names in backquotes, with commas. Code is named as the title's package sees it, such as
``title.Turns.next_turn``, with ``rail.`` or ``core.`` in front of what is shared; or it is a data file such
as ``data/map.toml``. Tests are named like ``test_setup.test_something``, by their file below
``tests/titles/<package>/``.

``python -m piercy.testing.rules_page <package> --tests tests/titles/<package>`` writes the last column anew
from the marks of the tests and keeps all else; a rule that the page lacks is added with an empty code cell.
It prints what is still wrong.
"""

from __future__ import annotations

import argparse
import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from piercy.core.box import Box, rule_ids
from piercy.core.registry import all_rule_ids, boxes

Citations = Mapping[str, Sequence[str]]
"""Rule id -> the tests that cite it, as ``test_file.test_name``."""

_ROW = re.compile(r"^\|(?P<rules>[^|]*)\|(?P<code>[^|]*)\|(?P<tests>[^|]*)\|\s*$")
_NAME = re.compile(r"`([^`]+)`")
_SHARED = ("core.", "rail.")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    rules: tuple[str, ...]
    code: tuple[str, ...]
    tests: tuple[str, ...]


def read_rows(page: str) -> list[Row]:
    """The lines of the page's tables that begin with rules."""
    return [row for line in page.splitlines() if (row := _row(line))]


def _row(line: str) -> Row | None:
    found = _ROW.match(line)
    rules = tuple(part.strip() for part in found["rules"].split(",")) if found else ()
    if not found or not rules or not all(re.fullmatch(r"[A-Z0-9]+-[A-Za-z0-9.]+", rule) for rule in rules):
        return None
    return Row(rules, tuple(_NAME.findall(found["code"])), tuple(_NAME.findall(found["tests"])))


def box_of(rows: Iterable[Row]) -> Box:
    """The box whose rules a page lists.

    :raises ValueError: it lists none.
    """
    families = {rule.split("-")[0] for row in rows for rule in row.rules}
    for box in boxes():
        if families & set(box.families):
            return box
    raise ValueError("the page lists no rule of any digest")


def citations(folder: Path) -> dict[str, list[str]]:
    """Which tests below a folder cite which rules, read from their marks without running them."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for name, rules in _marked(tree, ()):
            for rule in dict.fromkeys(rules):
                found.setdefault(rule, []).append(f"{path.stem}.{name}")
    return found


def _marked(body: ast.Module | ast.ClassDef, outer: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for node in body.body:
        if isinstance(node, ast.ClassDef):
            rules = outer + _rules_of(node.decorator_list)
            yield from ((f"{node.name}.{name}", cited) for name, cited in _marked(node, rules))
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.name, outer + _rules_of(node.decorator_list)


def _rules_of(decorators: Iterable[ast.expr]) -> tuple[str, ...]:
    return tuple(
        str(argument.value)
        for call in decorators
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.rule"
        for argument in call.args
        if isinstance(argument, ast.Constant)
    )


def page_problems(package: str, page: str, cited: Citations) -> list[str]:
    """What is wrong with a page: rules that are missing, unknown or twice there, names that do not exist."""
    rows = read_rows(page)
    listed = [rule for row in rows for rule in row.rules]
    wanted = rule_ids(box_of(rows))
    problems = [f"{rule} is not on the page" for rule in wanted if rule not in listed]
    problems += [f"{rule} is not in the digest" for rule in dict.fromkeys(listed) if rule not in wanted]
    problems += [f"{rule} is on the page twice" for rule in dict.fromkeys(listed) if listed.count(rule) > 1]
    for row in rows:
        problems += _row_problems(package, row, cited)
    return problems


def _row_problems(package: str, row: Row, cited: Citations) -> Iterator[str]:
    name = ", ".join(row.rules)
    if not row.code:
        yield f"{name}: no code is named"
    for place in row.code:
        if not _exists(package, place):
            yield f"{name}: there is no {place}"
    for rule in row.rules:
        tests = cited.get(rule, ())
        if not set(tests) & set(row.tests):
            yield f"{rule}: none of its tests is named"
    for test in row.tests:
        if not any(test in cited.get(rule, ()) for rule in row.rules):
            yield f"{name}: no test {test} cites it"


def _home(package: str) -> str:
    """The folder of a title, as Python imports it: ours go by the last name, others by the whole one."""
    ours = f"piercy.titles.{package}"
    return package if find_spec(ours) is None else ours


def _exists(package: str, place: str) -> bool:
    """Whether a data file, or a module and what is named in it, exists."""
    home = _home(package)
    if "/" in place:
        return files(home).joinpath(*place.split("/")).is_file()
    parts = (f"piercy.{place}" if place.startswith(_SHARED) else f"{home}.{place}").split(".")
    for split in range(len(parts), 0, -1):
        try:
            found: object = import_module(".".join(parts[:split]))
        except ModuleNotFoundError:
            continue
        for name in parts[split:]:
            found = getattr(found, name, None)
        return found is not None
    return False


def renew(page: str, cited: Citations) -> str:
    """The page with its last column written anew; rules that it lacks are added at its end."""
    lines = []
    for line in page.splitlines():
        row = _row(line)
        lines.append(line if row is None else _line(line.split("|")[1:3], row.rules, cited))
    rows = read_rows(page)
    listed = {rule for row in rows for rule in row.rules}
    missing = [rule for rule in rule_ids(box_of(rows)) if rule not in listed]
    lines += [_line([f" {rule} ", "  "], (rule,), cited) for rule in missing]
    return "\n".join(lines) + "\n"


def _line(cells: Sequence[str], rules: Sequence[str], cited: Citations) -> str:
    tests = dict.fromkeys(test for rule in rules for test in cited.get(rule, ()))
    return f"|{cells[0]}|{cells[1]}| {', '.join(f'`{test}`' for test in tests)} |"


def main(arguments: Sequence[str] | None = None) -> None:
    """Renew the page of a title."""
    parser = argparse.ArgumentParser(description="Write the tests of each rule into a title's PROOF.md.")
    parser.add_argument("package", help="the title's package, such as short1856")
    parser.add_argument("--tests", type=Path, required=True, help="the folder of its tests")
    chosen = parser.parse_args(arguments)
    cited = {rule: tests for rule, tests in citations(chosen.tests).items() if rule in all_rule_ids()}
    path = Path(str(files(_home(chosen.package)).joinpath("PROOF.md")))
    path.write_text(renew(path.read_text(encoding="utf-8"), cited), encoding="utf-8")
    for problem in page_problems(chosen.package, path.read_text(encoding="utf-8"), cited):
        print(problem)


if __name__ == "__main__":
    main()
