"""The rules as pages, one per digest; every rule has an address of its own."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import RedirectResponse, Response

from piercy.core import registry
from piercy.server.problems import Unknown
from piercy.server.rulebook import box_with, boxes, contents, rules_html
from piercy.server.web import page

router = APIRouter(include_in_schema=False)


@router.get("/rules")
def index(request: Request) -> Response:
    found = registry.boxes().items()
    digests = [(box.name, [registry.title(name).name for name in titles]) for box, titles in found]
    return page(request, "rules_index.html", digests=digests)


@router.get("/rules/")
def index_again() -> Response:
    return RedirectResponse("/rules", status_code=303)


@router.get("/rules/{name}")
def rules(request: Request, name: Annotated[str, Path(max_length=40)]) -> Response:
    """A digest, or the way to one rule of it."""
    box = boxes().get(name)
    if box is not None:
        return page(request, "rules.html", box=box, html=rules_html(box), contents=contents(box))
    other = box_with(name)
    if other is None:
        raise Unknown("there is no rule {rule}", rule=name)
    return RedirectResponse(f"/rules/{other.name}#{name}", status_code=303)
