"""The ``rule`` mark and ``--rules-report``: which tests speak for which rules, and whether they pass.

A marked test that meets a refusal must cite the rule which the refusal names: the player is shown that rule,
so it is the one that the test proves.

Load it from a ``conftest.py`` with ``pytest_plugins = ["piercy.testing.pytest_plugin"]``.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

from piercy.core.errors import IllegalAction
from piercy.core.registry import all_rule_ids

_PROPERTY = "rule"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rules-report",
        metavar="FILE",
        type=Path,
        help="write, as JSON, the tests of each rule and how they ended",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*ids): the test proves these rules of the digests")
    path = config.getoption("--rules-report")
    is_worker = hasattr(config, "workerinput")
    if path is not None and not is_worker:
        config.pluginmanager.register(RulesReport(path), "rules-report")


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """A mark that cites a rule nobody wrote is a collection error of its file."""
    report = yield
    items = [node for node in report.result or () if isinstance(node, pytest.Item)]
    problems = [problem for item in items for problem in _problems(item)]
    if problems:
        report.outcome = "failed"
        report.longrepr = "\n".join(problems)
        report.result = []
    return report


def pytest_itemcollected(item: pytest.Item) -> None:
    """Let the reports of a test carry its rules; reports travel between processes, items do not."""
    item.user_properties.extend((_PROPERTY, rule) for rule in dict.fromkeys(_cited(item)))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """A test of rules fails if a refusal that it asserts names a rule which it does not cite."""
    cited = set(_cited(item))
    if not cited:
        return (yield)
    met: dict[str, str] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pytest, "raises", _noting(pytest.raises, met))
        result = yield
    strangers = [message for rule, message in met.items() if rule not in cited]
    if strangers:
        pytest.fail("refused by a rule that the test does not cite:\n" + "\n".join(strangers), pytrace=False)
    return result


def _noting(raises: Callable[..., Any], met: dict[str, str]) -> Callable[..., Any]:
    """``pytest.raises``, which also notes the refusals it has caught by their rule."""

    @contextlib.contextmanager
    def noted(*expected: Any, **conditions: Any) -> Iterator[pytest.ExceptionInfo[BaseException]]:
        with raises(*expected, **conditions) as caught:
            yield caught
        if isinstance(caught.value, IllegalAction):
            met.setdefault(caught.value.rule, str(caught.value))

    return noted


def _cited(item: pytest.Item) -> list[object]:
    return [rule for mark in item.iter_markers("rule") for rule in mark.args]


def _problems(item: pytest.Item) -> list[str]:
    empty = [
        f"{item.nodeid}: a rule mark without an id" for mark in item.iter_markers("rule") if not mark.args
    ]
    unknown = [
        f"{item.nodeid}: no digest has a rule {rule!r}" for rule in _cited(item) if rule not in all_rule_ids()
    ]
    return empty + unknown


class RulesReport:
    """Gathers the outcome of every test that cites a rule and writes the file at the end."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tests: dict[str, set[str]] = {}
        self.passed: set[str] = set()
        self.failed: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, rule in report.user_properties:
            if name == _PROPERTY:
                self.tests.setdefault(str(rule), set()).add(report.nodeid)
        if report.failed:
            self.failed.add(report.nodeid)
        elif report.passed and report.when == "call":
            self.passed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        found = {
            rule: {"passed": sorted(tests & self.passed - self.failed), "failed": sorted(tests & self.failed)}
            for rule, tests in sorted(self.tests.items())
        }
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
