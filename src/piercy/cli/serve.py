"""Games in the browser."""

from __future__ import annotations

from typing import Annotated

import typer

from piercy.core.errors import InvalidAction

PORT = 1865


def serve(
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 for everybody.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 for any free one.")] = PORT,
    database: Annotated[str | None, typer.Option(help="Where games are kept: a database URL.")] = None,
    bot_pause: Annotated[float, typer.Option(min=0, max=10, help="Seconds between moves of bots.")] = 0.15,
    allowed_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A name that browsers may call this server by; repeatable."),
    ] = None,
    new_links: Annotated[
        bool, typer.Option("--new-links", help="Make new secret links; those handed out so far stop working.")
    ] = False,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Offer games to a browser."""
    # the web's libraries take a moment to load; no other command needs them
    from piercy.server.origins import Names, is_name
    from piercy.server.run import run
    from piercy.server.settings import Settings, default_database

    names = Names(host, tuple(allowed_host or ()))
    for name in names.others:
        if not is_name(name):
            raise InvalidAction(
                "--allowed-host takes one name like games.example, without http://, port or *, not {name!r}",
                name=name,
            )
    settings = Settings(database or default_database(), bot_pause, names=names)
    run(settings, host, port, open_browser=open_browser, new_links=new_links)
