"""The toy title is known to these tests only."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.core.toy import Toy

from piercy.core import registry


@pytest.fixture(autouse=True, scope="module")
def toy_title() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry._MAKERS, "toy", Toy)
        yield
