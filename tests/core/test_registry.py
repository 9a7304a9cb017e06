"""Titles are brought by packages; one that is broken harms no other."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.brought import found, install

import piercy
from piercy.core import registry
from piercy.core.errors import InvalidAction
from piercy.core.title import About

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


ABOUT = """
from piercy.core.title import About

TITLES = (About("told", {name!r}, "Beans", 1, range(2, 5)),)
"""
TOLD = """
from tests.core.toy import Toy
from third import about

class Told(Toy):
    options = ()

    def __init__(self):
        super().__init__(about.TITLES[0])
"""


def folder_of(site: Path, about: str, title: str) -> None:
    """A package of one title, in a folder of its own."""
    (site / "third").mkdir()
    modules = {"third/__init__": "", "third/about": about, "third/title": title}
    install(site, "third", {"told": "third.title:Told"}, modules)


def test_what_a_folder_tells_of_its_titles_is_read_without_loading_them(tmp_path: Path) -> None:
    folder_of(tmp_path, ABOUT.format(name="From the folder"), TOLD)
    sys.modules.pop("third.title", None)
    with found(tmp_path):
        about = registry.described()["told"]
        assert isinstance(about, About)
        assert (about.name, list(about.player_counts)) == ("From the folder", [2, 3, 4])
        assert "third.title" not in sys.modules
        assert registry.title("told").about == about
    forget_modules()


@pytest.mark.parametrize(
    ("about", "title", "reason"),
    [
        (ABOUT.format(name="Told"), TOLD + "        self.name = 'Other'\n", "something else"),
        (ABOUT.format(name="Told"), "import no_such_module\n", "No module named 'no_such_module'"),
    ],
)
def test_a_title_that_is_not_what_its_folder_tells_is_broken(
    tmp_path: Path, about: str, title: str, reason: str
) -> None:
    folder_of(tmp_path, about, title)
    with found(tmp_path):
        assert isinstance(registry.described()["told"], About)
        assert reason in registry.broken()["told"]
    forget_modules()


@pytest.mark.parametrize("about", ["TITLES = 7\n", "raise RuntimeError\n", "TITLES = ('told',)\n", ""])
def test_a_title_is_asked_itself_where_its_folder_tells_nothing_of_use(tmp_path: Path, about: str) -> None:
    folder_of(tmp_path, about, GOOD.replace("Brought", "Told").replace("brought", "told"))
    with found(tmp_path):
        told = registry.described()["told"]
        assert isinstance(told, About)
        assert told == registry.title("told").about
        assert told.name == "Toy"
    forget_modules()


def forget_modules() -> None:
    """The next package of the same name is another one."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "third"]:
        del sys.modules[name]


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
