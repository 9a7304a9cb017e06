"""Why a file of the site cannot be imported."""

from __future__ import annotations

from piercy.core.errors import EngineError


class ImportProblem(EngineError):
    """A file that cannot be imported. Nothing of it is kept."""

    code = "bad_import"


class ActionProblem(ImportProblem):
    """One action of the file is unreadable or impossible; the message begins with its number."""

    def __init__(self, number: int, template: str, /, **fields: object) -> None:
        self.number = number
        super().__init__("action {number}: " + template, number=number, **fields)
