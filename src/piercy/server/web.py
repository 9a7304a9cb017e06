"""Making pages: templates, the reader's language, and what every page needs."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from fastapi import Request
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup
from starlette.responses import HTMLResponse

from piercy import __version__
from piercy.present.languages import LANGUAGES, Speaker, preferred

PAGES = "piercy.server"
"""Whose words the pages say."""
STATIC = Path(str(files("piercy.server").joinpath("static")))


@cache
def environment() -> Environment:
    made = Environment(
        loader=PackageLoader("piercy.server", "templates"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
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
            path=request.url.path,
            **context,
        )
    )
    return HTMLResponse(html, status_code=status)
