"""The rules as pages: every entry has an anchor, and every mention of a rule leads to it."""

from __future__ import annotations

import re
from functools import cache

from markdown_it import MarkdownIt

from piercy.testing.rules import DIGESTS, Digest

_ID = r"(?:R56|T56|RCZ|WCZ|R65|T65|L65|Q65)-[A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*"
_DEFINED = re.compile(rf"(<(?:p|li)>)\s*<strong>({_ID})(.*?)</strong>")
_MENTIONED = re.compile(rf"(?<![\w#\"/\0-])({_ID})(?![\w-])")
_HEADING = re.compile(r"<h([1-3])>(.*?)</h\1>", re.DOTALL)


def digest_of(title: str) -> Digest | None:
    """The digest that a title is played by."""
    return next((digest for digest in DIGESTS if title in digest.titles), None)


def digest_with(rule: str) -> Digest | None:
    """The digest that a rule's id belongs to."""
    family = rule.split("-")[0]
    return next((d for d in DIGESTS if family in d.families or family in _cousins(d)), None)


def _cousins(digest: Digest) -> set[str]:
    """Families of ids that are no rules: open questions and differences between languages."""
    number = digest.families[0].removeprefix("R")
    return {f"L{number}", f"Q{number}"}


@cache
def rules_html(name: str) -> str:
    """A digest as HTML.

    :raises KeyError: there is none of that name.
    """
    digest = {digest.name: digest for digest in DIGESTS}[name]
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(digest.text)
    defined: set[str] = set()

    def anchor(found: re.Match[str]) -> str:
        rule = found[2]
        mark = "" if rule in defined else f' id="{rule}"'
        defined.add(rule)
        return f'{found[1][:-1]} class="rule"{mark}>\0{rule}\0<strong>{found[3]}</strong>'

    html = _DEFINED.sub(anchor, html)
    html = _MENTIONED.sub(lambda m: f'<a href="#{m[1]}">{m[1]}</a>' if m[1] in defined else m[1], html)
    return re.sub("\0(.*?)\0", r'<a class="rule-id" href="#\1">\1</a>', html)


@cache
def contents(name: str) -> tuple[tuple[int, str], ...]:
    """The headings of a digest, for its table of contents: level and words."""
    found = _HEADING.findall(rules_html(name))
    return tuple((int(level), re.sub(r"<[^>]+>", "", words)) for level, words in found)
