"""What an import found: the scores of both programs, and where they read an action differently."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Difference:
    """An action that the two programs read differently; the import went on with the file's reading."""

    action: int
    name: str
    company: str
    rule: str
    file: str
    """The reading of the file."""
    ours: str
    """Our reading."""


@dataclass(frozen=True, slots=True)
class BetterRun:
    """A run of the file that could have earned more."""

    action: int
    company: str
    recorded: int
    best: int
    proven: bool
    run: tuple[str, ...]
    """The recorded routes, with what each earns."""
    routes: tuple[str, ...]
    """The better routes, with what each earns."""
    reason: str
    """What the better run does otherwise."""


@dataclass(slots=True)
class Report:
    """The result of an import."""

    title: str
    players: tuple[str, ...]
    actions: int
    finished: bool
    scores: Mapping[str, int]
    file_scores: Mapping[str, int] | None
    runs: int = 0
    differences: list[Difference] = field(default_factory=list)
    better_runs: list[BetterRun] | None = None
    """None: not asked for."""
    short_runs: list[int] = field(default_factory=list)
    """Actions whose recorded run earns more than any run that we find; with ``better_runs`` only."""
    notes: list[str] = field(default_factory=list)

    @property
    def equal(self) -> bool | None:
        """Whether the final scores are those of the file; None where it has none to compare."""
        return None if self.file_scores is None else dict(self.scores) == dict(self.file_scores)

    def to_dict(self) -> dict[str, Any]:
        found = {
            "title": self.title,
            "players": list(self.players),
            "actions": self.actions,
            "finished": self.finished,
            "scores": dict(self.scores),
            "file_scores": None if self.file_scores is None else dict(self.file_scores),
            "equal": self.equal,
            "runs": self.runs,
            "differences": [asdict(difference) for difference in self.differences],
            "notes": list(self.notes),
        }
        if self.better_runs is not None:
            found["better_runs"] = [asdict(run) for run in self.better_runs]
            found["short_runs"] = list(self.short_runs)
        return found
