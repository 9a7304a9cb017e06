"""The rules as pages, one per digest; every rule has an address of its own."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import RedirectResponse, Response

from piercy.core import registry
from piercy.server.problems import Unknown
from piercy.server.rulebook import contents, digest_with, rules_html
from piercy.server.web import page
from piercy.testing.rules import DIGESTS

router = APIRouter(include_in_schema=False)


@router.get("/rules")
def index(request: Request) -> Response:
    known = {name: registry.title(name).name for name in registry.titles()}
    digests = [(digest.name, [known[t] for t in digest.titles if t in known]) for digest in DIGESTS]
    return page(request, "rules_index.html", digests=digests)


@router.get("/rules/")
def index_again() -> Response:
    return RedirectResponse("/rules", status_code=303)


@router.get("/rules/{name}")
def rules(request: Request, name: Annotated[str, Path(max_length=40)]) -> Response:
    """A digest, or the way to one rule of it."""
    if name not in {digest.name for digest in DIGESTS}:
        digest = digest_with(name)
        if digest is None:
            raise Unknown("there is no rule {rule}", rule=name)
        return RedirectResponse(f"/rules/{digest.name}#{name}", status_code=303)
    return page(request, "rules.html", name=name, html=rules_html(name), contents=contents(name))
