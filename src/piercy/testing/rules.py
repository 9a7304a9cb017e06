"""Which rules of the digests have a test: the ids, the report of a test run, and its summary.

The digest in the folder of a title is the specification. An entry begins with its id in bold; tests cite ids
with ``@pytest.mark.rule("R56-4.21")`` and ``--rules-report`` writes what became of them.
"""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from piercy.core import registry
from piercy.core.box import Box, rule_ids

Report = Mapping[str, Mapping[str, Sequence[str]]]
"""Rule id -> ``passed`` and ``failed`` -> the ids of the tests that cite it."""


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
    known = set(registry.titles() if titles is None else titles)
    return tuple(_coverage(box, report, not known.isdisjoint(of)) for box, of in registry.boxes().items())


def _coverage(box: Box, report: Report, played: bool) -> Coverage:
    ids = rule_ids(box)
    failing = tuple(name for name in ids if report.get(name, {}).get("failed"))
    proved = tuple(name for name in ids if report.get(name, {}).get("passed") and name not in failing)
    untested = tuple(name for name in ids if name not in failing and name not in proved)
    return Coverage(box.name, played, len(ids), proved, failing, untested)


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
    """The report that ``pytest --rules-report`` wrote.

    :raises ValueError: the file holds none.
    """
    report = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(report, dict) or not all(isinstance(entry, dict) for entry in report.values()):
        raise ValueError(f"{path}: not a rules report")
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
