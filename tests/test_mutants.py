"""What `make mutants` draws from, and what it makes of verdicts; a whole run takes too long for here."""

from __future__ import annotations

import importlib.util
import json
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]
CODE = '''
class Step:
    def check(self, ctx, cash: int, price: int) -> None:
        """Whether it can be paid."""
        assert cash >= 0
        if cash < price:
            raise IllegalAction("R1", "{price} is too much", price=price + 1)
        ctx.emit(Paid(price=price, left=cash - price))
        self.last = min(cash, price)


def refusal(late: bool):
    return IllegalAction("R2" if late else "R3", "it is {hour} o'clock", hour=11)
'''


@pytest.fixture
def tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script, at work on a title of one file."""
    spec = importlib.util.spec_from_file_location("mutants", ROOT / "scripts/mutants.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "mutants", module)
    spec.loader.exec_module(module)
    folder = tmp_path / "src/piercy/titles/tiny"
    folder.mkdir(parents=True)
    for name in ("shop.py", "table.py"):
        (folder / name).write_text(CODE, encoding="utf-8")
    monkeypatch.setattr(module, "ROOT", tmp_path)
    return module


def test_what_types_words_and_estimates_stop_anyway_is_not_drawn(tool: ModuleType) -> None:
    found = {(m.file, m.line, m.before, m.after) for m in tool.mutants_of("tiny")}
    choice = "return IllegalAction('R2' if late else 'R3', \"it is {hour} o'clock\", hour=11)"
    assert found == {
        ("shop.py", 6, "cash < price", "cash <= price"),
        (
            "shop.py", 8,
            "ctx.emit(Paid(price=price, left=cash - price))",
            "ctx.emit(Paid(price=price, left=cash + price))",
        ),
        *(
            ("shop.py", 13, choice, choice.replace("'R2' if late else 'R3'", changed))
            for changed in (
                "'R2' if late and False else 'R3'", "'R2' if late or True else 'R3'",
                "'XXR2XX' if late else 'R3'", "'R2' if late else 'XXR3XX'",
            )
        ),
    }  # fmt: skip


def test_a_smaller_sample_is_part_of_a_bigger_one_whatever_else_there_is(tool: ModuleType) -> None:
    every = tool.mutants_of("tiny")
    order = sorted(every, key=tool._lot)
    assert order != every
    assert sorted(every[1:], key=tool._lot) == [mutant for mutant in order if mutant != every[0]]


def test_what_ran_out_of_time_is_not_taken_for_killed(tool: ModuleType) -> None:
    workshop = tool.Workshop("tiny")
    notes = workshop.inside / "src/piercy/titles/tiny/shop.py.meta"
    notes.parent.mkdir(parents=True)
    codes = {"failed": 1, "passed": 0, "not tried": None, **{f"late {code}": code for code in (-24, 36, 255)}}
    notes.write_text(json.dumps({"exit_code_by_key": codes}), encoding="utf-8")
    assert workshop.killed(list(codes)) == {"failed": "killed"}


@pytest.mark.parametrize(("test", "result"), [("pass", "survived"), ("assert False", "killed")])
def test_the_second_try_counts_processor_time_alone(tool: ModuleType, test: str, result: str) -> None:
    workshop = tool.Workshop("tiny")
    tests = workshop.inside / "tests/titles/tiny"
    tests.mkdir(parents=True)
    limited = "import resource\n\n\ndef test_limit():\n    limits = resource.getrlimit(resource.RLIMIT_CPU)\n"
    (tests / "test_limit.py").write_text(
        f"{limited}    assert limits == ({tool.PATIENCE}, {tool.PATIENCE})\n    {test}\n", encoding="utf-8"
    )
    assert workshop.whole("") == result


def test_titles_are_those_that_the_project_brings(tool: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        '[project.entry-points."piercy.titles"]\n'
        '"tiny" = "piercy.titles.tiny.title:Tiny"\n'
        '"tiny-short" = "piercy.titles.tiny.title:Short"\n'
        '"big" = "piercy.titles.big.title:Big"\n'
        '"far" = "somebody.elses.title:Far"\n',
        encoding="utf-8",
    )
    assert tool.titles_here() == ["big", "tiny"]


def test_every_title_has_its_place_on_the_page() -> None:
    page = (ROOT / "docs/mutants.md").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for made in project["entry-points"]["piercy.titles"].values():
        folder = made.split(".")[2]
        assert f"<!-- {folder} -->\n" in page
        assert f"\n<!-- end of {folder} -->" in page


def test_the_page_gets_the_part_of_one_title_and_keeps_the_others(
    tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "mutants.md"
    monkeypatch.setattr(tool, "PAGE", page)
    page.write_text("A\n<!-- x -->\nold\n<!-- end of x -->\nB\n<!-- y -->\nkept\n<!-- end of y -->\n")
    tool._write("x", "new")
    assert (
        page.read_text() == "A\n<!-- x -->\nnew\n<!-- end of x -->\nB\n<!-- y -->\nkept\n<!-- end of y -->\n"
    )


def test_a_verdict_says_either_why_no_test_can_notice_or_which_does() -> None:
    listed = tomllib.loads((ROOT / "tests/mutants.toml").read_text(encoding="utf-8"))
    for title, verdicts in listed.items():
        assert (ROOT / "src/piercy/titles" / title).is_dir()
        for verdict in verdicts:
            assert verdict.keys() - {"file", "before", "after"} in ({"equivalent"}, {"killed_by"}), verdict
            if "killed_by" in verdict:
                module, _, test = verdict["killed_by"].partition(".")
                text = (ROOT / "tests/titles" / title / f"{module}.py").read_text(encoding="utf-8")
                assert f"def {test}(" in text, verdict
