"""The three ways an action can fail, and their common parent.

A refusal is data: the template is the message's identity (translations are looked up by it) and the
fields fill its blanks, so a refusal can be told in any language.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from piercy.core.wording import english


class EngineError(ValueError):
    """Anything the engine refuses. Nothing has changed when it is raised."""

    code: str = "error"

    def __init__(self, template: str, /, **fields: object) -> None:
        self.template: Final = template
        self.fields: Final[Mapping[str, object]] = fields
        super().__init__(template)

    def __str__(self) -> str:
        return self.message

    @property
    def message(self) -> str:
        """The refusal in English."""
        return english(self.template, self.fields)

    @property
    def rule(self) -> str | None:
        """The id of the rule that forbids the action, where a rule does."""
        return None

    def to_dict(self) -> dict[str, object]:
        return {"code": self.code, "message": self.message, "rule": self.rule}


class InvalidAction(EngineError):
    """It is not an action: unknown type, missing field, a value of the wrong kind, an unknown name."""

    code = "invalid"


class IllegalAction(EngineError):
    """It is an action, and a rule of the game forbids it now.

    Code that only asks why something is not possible hands it about as a value: making one costs little.
    """

    code = "illegal"

    def __init__(self, rule: str, template: str, /, **fields: object) -> None:
        self._rule: Final = rule
        super().__init__(template, **fields)

    @property
    def rule(self) -> str:
        return self._rule

    def again(self) -> IllegalAction:
        """The same refusal to be raised, where this one is remembered."""
        return IllegalAction(self._rule, self.template, **self.fields)

    def __str__(self) -> str:
        return f"{self.message} [{self._rule}]"


class StaleAction(EngineError):
    """The action was meant for an earlier position: somebody moved first."""

    code = "stale"


class BrokenSave(EngineError):
    """A saved game that cannot be read or that does not replay to the state it claims."""

    code = "broken_save"
