"""The figures on the real game: what is measured, and that its limits hold with room to spare."""

from __future__ import annotations

from pathlib import Path

import pytest

from piercy.bench.cz_sample import SAMPLE, sample_figures


def test_without_the_file_there_are_no_figures(tmp_path: Path) -> None:
    assert sample_figures(tmp_path / "nowhere.json") is None


@pytest.mark.skipif(not SAMPLE.exists(), reason=f"the sample game is not at {SAMPLE}")
def test_the_real_game_is_measured() -> None:
    found = sample_figures(times=1)
    assert found is not None
    assert (found["actions"], found["scores equal"]) == (793, True)
    assert found["runs"] == found["runs proven best"] == 78
    assert found["positions with lays"] == 96
    # ten times what is asked for: a loaded machine must not fail, a lost cache must
    assert found["import with all checks, milliseconds"] < 1500
    assert found["all lays, median milliseconds"] < 50
    assert found["router, worst milliseconds"] < 20_000
