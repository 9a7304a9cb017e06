"""Running a command as from a shell."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from piercy.cli import main

Run = Callable[..., tuple[int, str, str]]
"""Takes the words of the command; gives the exit code, the output and the errors."""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run_it(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as left:
            main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return int(left.value.code or 0), out, err

    return run_it
