"""The browser library gets into the package when it is built, and is never kept in the repository.

A package of the registry carries it: a requirement of the build, pinned, and what comes out of it is checked.
Nothing is fetched when Piercy runs.
"""

from __future__ import annotations

import hashlib
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CARRIER = "django-htmx"
VERSION = "1.29.0"
INSIDE = "django_htmx/static/django_htmx/htmx-2.min.js"
SHA256 = "71ea67185bfa8c98c39d31717c6fce5d852370fcdfd129db4543774d3145c0de"
TARGET = "src/piercy/server/static/vendor/htmx.js"


class Htmx(BuildHookInterface[Any]):
    """Puts htmx where the pages look for it: into wheels, source packages and editable installs."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """The carrier, unless the file is there already, as it is in a source package."""
        return [] if self._there() else [f"{CARRIER}=={VERSION}"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not self._there():
            content = _carried()
            self._target.parent.mkdir(parents=True, exist_ok=True)
            self._target.write_bytes(content)
        # git ignores the file; the package must not
        build_data["artifacts"].append(f"/{TARGET}")

    @property
    def _target(self) -> Path:
        return Path(self.root) / TARGET

    def _there(self) -> bool:
        return self._target.is_file() and _is_right(self._target.read_bytes())


def _carried() -> bytes:
    """The file in the package that carries it.

    :raises RuntimeError: the package is not installed, or holds something else.
    """
    try:
        found = [path for path in files(CARRIER) or () if path.as_posix() == INSIDE]
    except PackageNotFoundError:
        found = []
    if not found:
        raise RuntimeError(f"{INSIDE} of {CARRIER} {VERSION} is needed to build Piercy and is not installed")
    content = found[0].read_binary()
    if not _is_right(content):
        raise RuntimeError(f"{INSIDE} of {CARRIER} is not the file that was expected (its SHA-256 differs)")
    return content


def _is_right(content: bytes) -> bool:
    return hashlib.sha256(content).hexdigest() == SHA256
