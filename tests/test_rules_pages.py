"""Every title's PROOF.md lists all its rules, names code that exists and tests that cite the rule."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from piercy.testing import rules_page
from piercy.testing.rules_page import Row, box_of, citations, page_problems, read_rows, renew

ROOT = Path(__file__).parents[1]
TITLES = ROOT / "src" / "piercy" / "titles"
PAGES = sorted(TITLES.glob("*/PROOF.md"))

PAGE = """# Rules

| rule | code | tests |
|---|---|---|
| R56-0.1 | `title.Short1856.setup` | `test_a.test_one` |
| R56-0.2, R56-0.3 | `data/map.toml`, `rail.routes.RouteJudge` | `test_a.TestMore.test_two` |
"""
CITED = {"R56-0.1": ["test_a.test_one"], "R56-0.2": ["test_a.TestMore.test_two"]}

SAMPLE = """
import pytest

@pytest.mark.rule("R56-0.1", "R56-0.1")
@pytest.mark.parametrize("n", [1])
def test_one(n):
    pass

@pytest.mark.rule("R56-0.2")
class TestMore:
    @pytest.mark.rule("R56-0.3")
    def test_two(self):
        pass

def test_of_no_rule():
    pass
"""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_the_page_is_in_step(page: Path) -> None:
    package = page.parent.name
    cited = citations(ROOT / "tests" / "titles" / package)
    assert page_problems(package, page.read_text(encoding="utf-8"), cited) == []


def test_every_title_has_a_page() -> None:
    packages = {path.parent for path in TITLES.glob("*/title.py")}
    assert {page.parent for page in PAGES} == packages


def test_rows_are_read() -> None:
    assert read_rows(PAGE) == [
        Row(("R56-0.1",), ("title.Short1856.setup",), ("test_a.test_one",)),
        Row(
            ("R56-0.2", "R56-0.3"), ("data/map.toml", "rail.routes.RouteJudge"), ("test_a.TestMore.test_two",)
        ),
    ]
    assert box_of(read_rows(PAGE)).name == "1856-short"
    with pytest.raises(ValueError, match="no rule of any digest"):
        box_of([])


def test_citations_are_read_from_the_marks(tmp_path: Path) -> None:
    (tmp_path / "test_a.py").write_text(SAMPLE, encoding="utf-8")
    assert citations(tmp_path) == {
        "R56-0.1": ["test_a.test_one"],
        "R56-0.2": ["test_a.TestMore.test_two"],
        "R56-0.3": ["test_a.TestMore.test_two"],
    }


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("R56-0.1 |", "R56-0.4 |", "R56-0.1 is not on the page"),
        ("R56-0.1 |", "R56-99.1 |", "R56-99.1 is not in the digest"),
        ("R56-0.1 |", "R56-0.2 |", "R56-0.2 is on the page twice"),
        ("`title.Short1856.setup`", "", "R56-0.1: no code is named"),
        ("Short1856.setup", "Short1856.set_up", "R56-0.1: there is no title.Short1856.set_up"),
        ("title.Short", "titel.Short", "R56-0.1: there is no titel.Short1856.setup"),
        ("data/map.toml", "data/mop.toml", "R56-0.2, R56-0.3: there is no data/mop.toml"),
        ("test_one", "test_1", "R56-0.1: no test test_a.test_1 cites it"),
        ("`test_a.test_one`", "", "R56-0.1: none of its tests is named"),
    ],
)
def test_what_is_out_of_step(old: str, new: str, problem: str) -> None:
    assert problem not in page_problems("short1856", PAGE, CITED)
    assert problem in page_problems("short1856", PAGE.replace(old, new), CITED)


def test_a_page_is_renewed() -> None:
    renewed = renew(PAGE, CITED | {"R56-0.3": ["test_b.test_x"]})
    assert "| R56-0.2, R56-0.3 | `data/map.toml`" in renewed
    assert "| `test_a.TestMore.test_two`, `test_b.test_x` |" in renewed
    assert "| R56-8.11 |  |  |" in renewed
    assert renewed.startswith(PAGE.splitlines()[0])


def test_the_command_renews_in_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_a.py").write_text(SAMPLE, encoding="utf-8")
    (tmp_path / "PROOF.md").write_text(PAGE.replace("`test_a.test_one`", ""), encoding="utf-8")
    shutil.copytree(TITLES / "short1856" / "data", tmp_path / "data")
    monkeypatch.setattr(rules_page, "files", lambda package: tmp_path)
    rules_page.main(["short1856", "--tests", str(tmp_path / "tests")])
    assert "`test_a.test_one`" in (tmp_path / "PROOF.md").read_text(encoding="utf-8")
    assert "R56-0.4: none of its tests is named" in capsys.readouterr().out
