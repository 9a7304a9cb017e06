"""The browser libraries: taken from packages when Piercy is set up, never kept in the source tree."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from piercy.server.web import STATIC

HTMX = ("django-htmx==1.29.0", "django_htmx/static/django_htmx/htmx-2.min.js", "htmx.js")
"""The package that carries htmx, where it is inside, and what it is called here."""


def target(name: str) -> Path:
    return STATIC / "vendor" / name


def missing() -> bool:
    return not target(HTMX[2]).exists()


def fetch() -> None:
    """Download the packages with pip and take out the files.

    :raises OSError: a package cannot be had.
    """
    package, inside, name = HTMX
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "pip",
            "download",
            "--quiet",
            "--no-deps",
            "--disable-pip-version-check",
        ]
        done = subprocess.run(
            [*command, "--dest", folder, package], capture_output=True, text=True, check=False
        )
        wheels = sorted(Path(folder).glob("*.whl"))
        if done.returncode or not wheels:
            raise OSError(f"{package} cannot be downloaded: {done.stderr.strip()[-300:]}")
        with zipfile.ZipFile(wheels[0]) as wheel:
            content = wheel.read(inside)
    target(name).parent.mkdir(parents=True, exist_ok=True)
    target(name).write_bytes(content)


def ensure() -> None:
    """Fetch what is missing."""
    if missing():
        fetch()


if __name__ == "__main__":
    ensure()
