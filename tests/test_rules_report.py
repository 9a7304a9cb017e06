"""The digests as data, the rule mark, and the report of a test run."""

import json
from pathlib import Path

import pytest

from piercy.core import registry
from piercy.core.box import rule_ids
from piercy.testing import rules

TOTALS = {"R56": 91, "T56": 15, "RCZ": 475, "WCZ": 34, "R65": 381, "T65": 46}

SAMPLE = """
import pytest

@pytest.mark.rule("R56-1.1", "R56-1.2")
def test_good():
    pass

@pytest.mark.rule("R56-1.2")
@pytest.mark.rule("R56-1.3")
def test_bad():
    assert False

@pytest.fixture
def breaks_afterwards():
    yield
    raise RuntimeError

@pytest.mark.rule("R56-1.4")
def test_bad_end(breaks_afterwards):
    pass

@pytest.mark.rule("R56-0.1")
@pytest.mark.skip
def test_skipped():
    pass

@pytest.mark.rule("R56-0.2")
class TestGroup:
    @pytest.mark.parametrize("n", [1, 2])
    def test_marked_by_class(self, n):
        pass

def test_of_no_rule():
    pass
"""


@pytest.mark.parametrize("family", TOTALS)
def test_every_entry_of_the_digests_is_found_once(family: str) -> None:
    found = [name for box in registry.boxes() for name in rule_ids(box) if name.startswith(family)]
    assert len(found) == len(set(found)) == TOTALS[family]


def test_no_id_is_of_another_family() -> None:
    assert len(registry.all_rule_ids()) == sum(TOTALS.values())


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    """An empty project whose tests may cite rules."""
    pytester.makeconftest('pytest_plugins = ["piercy.testing.pytest_plugin"]')
    return pytester


@pytest.mark.parametrize("jobs", ["0", "2"])
def test_report_says_which_tests_of_a_rule_passed(project: pytest.Pytester, jobs: str) -> None:
    project.makepyfile(test_sample=SAMPLE)
    project.runpytest_subprocess("-n", jobs, "--rules-report=out/report.json")
    report = json.loads((project.path / "out/report.json").read_text(encoding="utf-8"))
    good, bad = "test_sample.py::test_good", "test_sample.py::test_bad"
    group = "test_sample.py::TestGroup::test_marked_by_class"
    assert report == {
        "R56-0.1": {"passed": [], "failed": []},
        "R56-0.2": {"passed": [f"{group}[1]", f"{group}[2]"], "failed": []},
        "R56-1.1": {"passed": [good], "failed": []},
        "R56-1.2": {"passed": [good], "failed": [bad]},
        "R56-1.3": {"passed": [], "failed": [bad]},
        "R56-1.4": {"passed": [], "failed": ["test_sample.py::test_bad_end"]},
    }


@pytest.mark.parametrize("jobs", ["0", "2"])
@pytest.mark.parametrize(
    ("mark", "complaint"),
    [('"R56-99.9"', "*no digest has a rule 'R56-99.9'*"), ("", "*a rule mark without an id*")],
)
def test_mark_that_cites_no_rule_is_a_collection_error(
    project: pytest.Pytester, jobs: str, mark: str, complaint: str
) -> None:
    project.makepyfile(f"import pytest\n\n@pytest.mark.rule({mark})\ndef test_it():\n    pass\n")
    result = project.runpytest_subprocess("-n", jobs)
    assert result.ret != pytest.ExitCode.OK
    result.stdout.fnmatch_lines([complaint])


REFUSALS = """
import pytest
from piercy.core.errors import IllegalAction, InvalidAction

def refusal(rule):
    with pytest.raises(IllegalAction, match="no") as refused:
        raise IllegalAction(rule, "no")
    return refused.value.rule

@pytest.mark.rule("R56-4.6", "R56-4.22")
def test_cited():
    assert refusal("R56-4.22") == "R56-4.22"

@pytest.mark.rule("R56-4.6")
def test_not_cited():
    assert refusal("R56-4.6") == "R56-4.6"
    assert refusal("R56-4.22") == "R56-4.22"

@pytest.mark.rule("R56-4.6")
def test_no_refusal():
    with pytest.raises(InvalidAction):
        raise InvalidAction("no")

def test_of_no_rule():
    assert refusal("R56-4.22") == "R56-4.22"

@pytest.mark.rule("R56-4.6")
def test_without_the_refusal():
    with pytest.raises(IllegalAction):
        pass
"""


def test_a_refusal_by_a_rule_that_the_test_does_not_cite_fails_it(project: pytest.Pytester) -> None:
    project.makepyfile(REFUSALS)
    result = project.runpytest_subprocess("-n", "0")
    result.assert_outcomes(passed=3, failed=2)
    result.stdout.fnmatch_lines(
        [
            "*test_not_cited*",
            "refused by a rule that the test does not cite:",
            "no [[]R56-4.22[]]",
            "*DID NOT RAISE*",
        ]
    )


REPORT: rules.Report = {
    "R56-0.1": {"passed": ["a"], "failed": []},
    "R56-0.2": {"passed": ["a"], "failed": ["b"]},
    "R56-0.3": {"passed": [], "failed": []},
}


def test_summary_counts_only_rules_that_passed_and_never_failed() -> None:
    short, *_ = rules.rules_summary(REPORT, titles=["1856-short"])
    assert (short.digest, short.played, short.total) == ("1856-short", True, 106)
    assert short.proved == ("R56-0.1",)
    assert short.failing == ("R56-0.2",)
    assert len(short.untested) == 104
    assert "R56-0.3" in short.untested


def test_summary_text_lists_every_digest_and_counts_those_with_a_title() -> None:
    text = rules.summary_text(rules.rules_summary(REPORT, titles=["1856-short"]))
    assert "1856-short: 1 of 106 proved, 1 failing, 104 without a test" in text
    assert "failing: R56-0.2" in text
    assert "18cz: 0 of 509 proved (no title yet, not counted)" in text
    assert "1865-sardinia: 0 of 427 proved (no title yet, not counted)" in text
    assert text.endswith("all titles: 1 of 106 proved")


def test_command_prints_text_or_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "report.json"
    path.write_text(json.dumps(REPORT), encoding="utf-8")
    rules.main([str(path)])
    assert "1856-short: 1 of 106 proved" in capsys.readouterr().out
    rules.main([str(path), "--json"])
    assert [part["digest"] for part in json.loads(capsys.readouterr().out)] == [
        "1856-short",
        "1865-sardinia",
        "18cz",
    ]


@pytest.mark.parametrize("text", ["{", "[1]", '{"R56-0.3": 1}'])
def test_what_is_no_report_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "report.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"not a rules report|Expecting property name"):
        rules.main([str(path)])
