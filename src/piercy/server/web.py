"""Making pages: templates, the reader's language, and what every page needs."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from fastapi import Request
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from jinja2.ext import Extension
from markupsafe import Markup
from starlette.responses import HTMLResponse

from piercy import __version__
from piercy.present.languages import LANGUAGES, Speaker, preferred
from piercy.server.pages.left import left_by

PAGES = "piercy.server"
"""Whose words the pages say."""
STATIC = Path(str(files("piercy.server").joinpath("static")))


_ABSOLUTE = re.compile(r"""(\s(?:href|src|action|formaction|hx-get|hx-post|data-[a-z-]+)=")/(?!/)""")
"""Where an attribute of a template names a place of this server."""


class Rooted(Extension):
    """Templates name places from the root of the server; pages name them from where the server's root lies.

    So Piercy can live under a path of a host that has other things too, and no template needs to know of it.
    """

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return _ABSOLUTE.sub(r"\1{{ root }}/", source)


def root_of(request: Request) -> str:
    """The path under which this server lies; nothing if it has its host for itself."""
    root: str = request.scope.get("root_path", "")
    return root.rstrip("/")


@cache
def environment() -> Environment:
    made = Environment(
        loader=PackageLoader("piercy.server", "templates"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=[Rooted],
    )
    made.globals.update(version=__version__, languages=LANGUAGES)
    made.filters["svg"] = Markup
    return made


def speaker(request: Request) -> Speaker:
    """The reader's language."""
    language = preferred(request.cookies.get("language"), request.headers.get("accept-language"))
    return Speaker(language, PAGES)


def page(request: Request, template: str, *, status: int = 200, **context: Any) -> HTMLResponse:
    """A whole page in the reader's language."""
    say = context.pop("say", None) or speaker(request)
    theme = request.cookies.get("theme", "")
    html = (
        environment()
        .get_template(template)
        .render(
            _=say,
            language=say.language,
            theme=theme if theme in ("light", "dark") else "",
            root=root_of(request),
            safe_colours=left_by(request).palette,
            path=request.url.path.removeprefix(root_of(request)),
            **context,
        )
    )
    return HTMLResponse(html, status_code=status)
