"""Which rules of the digests have a test: the ids, the report of a test run, and its summary.

The digests in ``piercy/rules`` are the specification. An entry begins with its id in bold; tests cite ids
with ``@pytest.mark.rule("R56-4.21")`` and ``--rules-report`` writes what became of them.
"""

from __future__ import annotations

import argparse
import json
import re
import textwrap
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

import piercy

Report = Mapping[str, Mapping[str, Sequence[str]]]
"""Rule id -> ``passed`` and ``failed`` -> the ids of the tests that cite it."""


@dataclass(frozen=True, slots=True)
class Digest:
    """One page of numbered rules, and the titles that are played by it."""

    name: str
    titles: tuple[str, ...]
    families: tuple[str, ...]
    """What its ids begin with: the rules, then the test cases."""

    @property
    def text(self) -> str:
        """The whole page, in Markdown."""
        return files("piercy").joinpath("rules", f"{self.name}.md").read_text(encoding="utf-8")


DIGESTS = (
    Digest("1856-short", ("1856-short",), ("R56", "T56")),
    Digest("18cz", ("18cz", "18cz-bohemia", "18cz-moravia"), ("RCZ", "WCZ")),
    Digest("1865-sardinia", ("1865", "1865-short"), ("R65", "T65")),
)


@cache
def rule_ids(digest: Digest) -> tuple[str, ...]:
    """The ids that a digest defines, in its order."""
    families = "|".join(digest.families)
    entry = re.compile(rf"^(?:- )?\*\*((?:{families})-[A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*)", re.MULTILINE)
    return tuple(entry.findall(digest.text))


@cache
def all_rule_ids() -> frozenset[str]:
    """Every id of every digest."""
    return frozenset(name for digest in DIGESTS for name in rule_ids(digest))


@dataclass(frozen=True, slots=True)
class Coverage:
    """How far the tests prove one digest."""

    digest: str
    played: bool
    """Whether a title of this digest exists; the others are listed, not counted."""
    total: int
    proved: tuple[str, ...]
    """Cited by a passing test and by no failing one."""
    failing: tuple[str, ...]
    untested: tuple[str, ...]


def rules_summary(report: Report, titles: Collection[str] | None = None) -> tuple[Coverage, ...]:
    """What a report proves, digest by digest; ``titles`` are the ids of the games that exist."""
    known = set(piercy.titles() if titles is None else titles)
    return tuple(_coverage(digest, report, not known.isdisjoint(digest.titles)) for digest in DIGESTS)


def _coverage(digest: Digest, report: Report, played: bool) -> Coverage:
    ids = rule_ids(digest)
    failing = tuple(name for name in ids if report.get(name, {}).get("failed"))
    proved = tuple(name for name in ids if report.get(name, {}).get("passed") and name not in failing)
    untested = tuple(name for name in ids if name not in failing and name not in proved)
    return Coverage(digest.name, played, len(ids), proved, failing, untested)


def summary_text(summary: Iterable[Coverage]) -> str:
    """The summary as lines for a terminal."""
    lines: list[str] = []
    proved = total = 0
    for part in summary:
        count = f"{len(part.proved)} of {part.total} proved"
        if not part.played:
            lines.append(f"{part.digest}: {count} (no title yet, not counted)")
            continue
        proved += len(part.proved)
        total += part.total
        lines.append(
            f"{part.digest}: {count}, {len(part.failing)} failing, {len(part.untested)} without a test"
        )
        lines += _listed("failing", part.failing) + _listed("without a test", part.untested)
    lines.append(f"all titles: {proved} of {total} proved")
    return "\n".join(lines)


def _listed(label: str, ids: Sequence[str]) -> list[str]:
    if not ids:
        return []
    text = f"{label}: {' '.join(ids)}"
    return textwrap.wrap(
        text,
        100,
        initial_indent="  ",
        subsequent_indent="    ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def read_report(path: Path) -> Report:
    """The report that ``pytest --rules-report`` wrote."""
    report: Report = json.loads(path.read_text(encoding="utf-8"))
    return report


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the summary of a report: ``python -m piercy.testing.rules FILE [--json]``."""
    parser = argparse.ArgumentParser(description="Which rules have a passing test.")
    parser.add_argument("report", type=Path, help="what pytest --rules-report=FILE wrote")
    parser.add_argument("--json", action="store_true", help="the summary as JSON")
    chosen = parser.parse_args(arguments)
    summary = rules_summary(read_report(chosen.report))
    print(json.dumps([asdict(part) for part in summary], indent=1) if chosen.json else summary_text(summary))


if __name__ == "__main__":
    main()
