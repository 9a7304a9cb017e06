"""The rules as pages: every entry has an anchor, and every mention of a rule leads to it."""

from __future__ import annotations

import re
from functools import cache

from markdown_it import MarkdownIt

from piercy.core import registry
from piercy.core.box import Box

_HEADING = re.compile(r"<h([1-3])>(.*?)</h\1>", re.DOTALL)


def boxes() -> dict[str, Box]:
    """The boxes by the names of their digests."""
    return {box.name: box for box in registry.boxes()}


def box_with(rule: str) -> Box | None:
    """The box whose digest speaks of a rule."""
    family = rule.split("-")[0]
    return next((box for box in registry.boxes() if family in (*box.families, *box.beside)), None)


def _id(box: Box) -> str:
    """How the ids look that a digest speaks of."""
    families = "|".join(map(re.escape, (*box.families, *box.beside)))
    return rf"(?:{families})-[A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*"


@cache
def rules_html(box: Box) -> str:
    """A digest as HTML."""
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(box.digest)
    defined: set[str] = set()
    definition = re.compile(rf"(<(?:p|li)>)\s*<strong>({_id(box)})(.*?)</strong>")
    mention = re.compile(rf"(?<![\w#\"/\0-])({_id(box)})(?![\w-])")

    def anchor(found: re.Match[str]) -> str:
        rule = found[2]
        mark = "" if rule in defined else f' id="{rule}"'
        defined.add(rule)
        return f'{found[1][:-1]} class="rule"{mark}>\0{rule}\0<strong>{found[3]}</strong>'

    html = definition.sub(anchor, html)
    html = mention.sub(lambda m: f'<a href="#{m[1]}">{m[1]}</a>' if m[1] in defined else m[1], html)
    return re.sub("\0(.*?)\0", r'<a class="rule-id" href="#\1">\1</a>', html)


@cache
def contents(box: Box) -> tuple[tuple[int, str], ...]:
    """The headings of a digest, for its table of contents: level and words."""
    found = _HEADING.findall(rules_html(box))
    return tuple((int(level), re.sub(r"<[^>]+>", "", words)) for level, words in found)
