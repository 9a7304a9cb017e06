"""Small helpers that write SVG text. Everything that comes from outside is escaped here."""

from __future__ import annotations

import re
from html import escape

# Characters that no XML document may contain, not even escaped.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

FONTS = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans Condensed', sans-serif"
"""Type of about one width everywhere: what is written on a map must keep to its place."""

Attributes = dict[str, str | float | None]


def number(value: float) -> str:
    """A coordinate with at most two digits after the point, written in one way only."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def clean(content: str) -> str:
    """Text made safe for use between tags and inside attributes."""
    return escape(_NOT_XML.sub("", content), quote=True)


def element(tag: str, *children: str, **attributes: str | float | None) -> str:
    """An element around children that are SVG text already.

    An underscore in the name of an attribute stands for a dash, one at the end is dropped (``class_``);
    attributes that are None are left out.
    """
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{clean(value) if isinstance(value, str) else number(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{written}>{''.join(children)}</{tag}>" if children else f"<{tag}{written}/>"


def text(content: str, x: float, y: float, size: float, **attributes: str | float | None) -> str:
    """One line of text whose middle is at (x, y)."""
    # Not dominant-baseline: programs that turn SVG into other formats often ignore it.
    placed: Attributes = {"x": x, "y": y + size * 0.35, "font_size": size}
    return element("text", clean(content), **{**placed, "text_anchor": "middle", **attributes})


def translated(x: float, y: float, *children: str, **attributes: str | float | None) -> str:
    """A group moved so that its origin lies at (x, y)."""
    return element("g", *children, transform=moved(x, y), **attributes)


def moved(x: float, y: float) -> str:
    """The transformation that puts an origin at (x, y)."""
    return f"translate({number(x)} {number(y)})"


def document(left: float, top: float, width: float, height: float, *children: str, title: str) -> str:
    """A whole picture that scales to the room it is given."""
    return element(
        "svg",
        element("title", clean(title)),
        element("rect", x=left, y=top, width=width, height=height, fill="#fbfaf5"),
        *children,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(number, (left, top, width, height))),
        width=width,
        height=height,
        role="img",
        font_family=FONTS,
    )
