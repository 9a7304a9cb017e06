"""Titles are brought by packages; one that is broken harms no other."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.brought import found, install

import piercy
from piercy.core import registry
from piercy.core.errors import InvalidAction

GOOD = """
from tests.core.toy import Toy

class Brought(Toy):
    id = "brought"

made = Brought()
"""


def test_a_package_brings_a_title_as_a_class_or_as_an_object(tmp_path: Path) -> None:
    install(tmp_path, "one", {"brought": "one_title:Brought"}, {"one_title": GOOD})
    with found(tmp_path):
        assert "brought" in piercy.titles()
        assert registry.title("brought").name == "Toy"
    install(tmp_path / "other", "other", {"brought": "other_title:made"})
    (tmp_path / "other" / "other_title.py").write_text(GOOD, "utf-8")
    with found(tmp_path / "other"):
        assert registry.title("brought") is registry.title("brought")
    assert "brought" not in piercy.titles()


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("no_such_module:Title", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("two_title:Missing", "has no attribute 'Missing'"),
        ("two_title:Box", "TypeError: "),
        ("two_title:text", "this is not a title, but str"),
        ("two_title:Other", "the title calls itself 'another'"),
        ("two_title:Silent", "the title does not say its description"),
        ("two_title:Lost", "there is no digest.md in 'tests'"),
        ("two_title:Gone", "there is no digest.md in 'no_such_package'"),
        ("raising:Title", "RuntimeError: first line"),
    ],
)
def test_a_title_that_cannot_be_loaded_is_broken_and_the_others_work(
    tmp_path: Path, value: str, reason: str
) -> None:
    text = (
        "from piercy.core.box import Box\nfrom piercy.core.title import Title\n"
        "from tests.core.toy import Toy\n"
        "text = 'a title'\n\n\nclass Other(Toy):\n    id = 'another'\n\n\n"
        "class Lost(Toy):\n    id, box = 'odd', Box('odd', 'tests', ('R99',))\n\n\n"
        "class Gone(Toy):\n    id, box = 'odd', Box('odd', 'no_such_package', ('R99',))\n\n\n"
        "class Silent(Title):\n    id, name = 'odd', 'Odd'\n"
        "    rounds = setup = scores = conserved = None\n"
    )
    raising = "raise RuntimeError('first line\\nsecond line')\n"
    install(tmp_path, "two", {"odd": value}, {"two_title": text, "raising": raising})
    with found(tmp_path):
        assert "odd" in registry.installed()
        assert "odd" not in registry.titles()
        assert "1856-short" in registry.titles()
        assert reason in registry.broken()["odd"]
        assert "second line" not in registry.broken()["odd"]
        with pytest.raises(InvalidAction, match="the title 'odd' is broken: "):
            registry.title("odd")
    assert "odd" not in registry.broken()


def test_a_title_that_two_packages_bring_is_broken(tmp_path: Path) -> None:
    install(tmp_path, "one", {"brought": "one_title:Brought"}, {"one_title": GOOD})
    install(tmp_path, "two", {"brought": "one_title:Brought"})
    with found(tmp_path):
        assert registry.broken() == {"brought": "ValueError: two packages bring a title of this id"}


def test_a_title_of_a_package_is_not_registered_again(tmp_path: Path) -> None:
    install(tmp_path, "one", {"brought": "one_title:Brought"}, {"one_title": GOOD})
    with found(tmp_path), pytest.raises(ValueError, match="registered twice"):
        registry.register("brought", lambda: registry.title("toy"))


def test_titles_of_one_folder_share_its_box() -> None:
    boxes = {box.name: titles for box, titles in registry.boxes().items()}
    assert boxes["18cz"] == ["18cz", "18cz-bohemia", "18cz-moravia"]
    assert boxes["1865-sardinia"] == ["1865", "1865-short"]
