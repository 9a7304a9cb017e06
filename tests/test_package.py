"""What is built is whole: source package and wheel hold all that Piercy needs; nothing is fetched later."""

from __future__ import annotations

import hashlib
import importlib.util
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]
HTMX = "piercy/server/static/vendor/htmx.js"
LEFT_OUT = (".*", "__pycache__", "vendor", "build", "dist")
"""What a fresh clone does not have."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source package of a fresh clone, and the wheel that was built from the source package."""
    folder = tmp_path_factory.mktemp("built")
    clone = folder / "clone"
    shutil.copytree(ROOT, clone, ignore=shutil.ignore_patterns(*LEFT_OUT))
    shutil.copy(ROOT / ".gitignore", clone)  # the builder heeds it
    command = [sys.executable, "-m", "build", "--outdir", str(folder), str(clone)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Iterator[zipfile.ZipFile]:
    (path,) = built.glob("*.whl")
    with zipfile.ZipFile(path) as opened:
        yield opened


def test_everything_under_the_package_is_in_the_wheel(wheel: zipfile.ZipFile) -> None:
    package = ROOT / "src" / "piercy"
    files = {path for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    here = {path.relative_to(ROOT / "src").as_posix() for path in files}
    assert here - {HTMX} <= set(wheel.namelist())
    for needed in ("py.typed", "titles/cz/digest.md", "titles/cz/data/tiles.toml", "titles/cz/PROOF.md"):
        assert f"piercy/{needed}" in here


def test_htmx_is_in_the_wheel_as_it_was_pinned(wheel: zipfile.ZipFile) -> None:
    assert hashlib.sha256(wheel.read(HTMX)).hexdigest() == hook().SHA256


def test_no_extra_is_empty(wheel: zipfile.ZipFile) -> None:
    (name,) = [name for name in wheel.namelist() if name.endswith("/METADATA")]
    told = message_from_bytes(wheel.read(name))
    extras = told.get_all("Provides-Extra") or []
    needs = told.get_all("Requires-Dist") or []
    assert extras
    assert [extra for extra in extras if not any(f"extra == '{extra}'" in need for need in needs)] == []


def test_the_source_package_builds_without_the_carrier_of_htmx(built: Path) -> None:
    """It holds the file, so that whoever builds from it needs one package less."""
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as source:
        names = {name.partition("/")[2] for name in source.getnames()}
    assert {f"src/{HTMX}", "hatch_build.py", "Makefile", "LICENSE"} <= names


def test_the_repository_does_not_hold_htmx() -> None:
    assert f"/src/{Path(HTMX).parent.as_posix()}/" in (ROOT / ".gitignore").read_text("utf-8").splitlines()


def test_another_file_than_the_pinned_one_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = hook()

    class Other:
        def as_posix(self) -> str:
            return str(loaded.INSIDE)

        def read_binary(self) -> bytes:
            return b"something else"

    monkeypatch.setattr(loaded, "files", lambda name: [Other()])
    with pytest.raises(RuntimeError, match="SHA-256 differs"):
        loaded._carried()


def hook() -> ModuleType:
    """The build hook."""
    found = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module
