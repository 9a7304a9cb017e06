"""The ``rule`` mark and ``--rules-report``: which tests speak for which rules, and whether they pass.

Load it from a ``conftest.py`` with ``pytest_plugins = ["piercy.testing.pytest_plugin"]``.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from pathlib import Path

import pytest

from piercy.testing.rules import all_rule_ids

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
