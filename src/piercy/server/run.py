"""Starting a server."""

from __future__ import annotations

import socket
import threading
import webbrowser
from contextlib import closing

import uvicorn
from sqlalchemy.exc import ArgumentError

from piercy.server.app import create_app
from piercy.server.connections import ConnectionConfig, raise_file_limit
from piercy.server.keys import Keys
from piercy.server.logs import log_to_stderr
from piercy.server.origins import is_everywhere
from piercy.server.settings import Settings
from piercy.server.start_message import host_link, local_name, who_may_do_what
from piercy.server.store import NoDatabase, Store, open_store


def run(settings: Settings, host: str, port: int, *, open_browser: bool, new_links: bool = False) -> None:
    """Serve until stopped. New links make all that were handed out before worthless.

    :raises OSError: the address is taken.
    :raises NoDatabase: the games cannot be read.
    """
    with closing(_open(settings)) as store:
        listening = _listen(host, port)
        port = listening.getsockname()[1]
        address = f"http://{local_name(host)}:{port}"
        told = [f"Piercy is at {address}/ (Ctrl+C stops it)"]
        if new_links:
            store.secret(renew=True)
        if settings.names.open_to_others:
            key = Keys(store.secret()).host()
            told += who_may_do_what(settings.names, port, key)
            address = host_link(address, key)
        print("\n".join(told), flush=True)
        if open_browser:
            opening = threading.Timer(0.7, webbrowser.open, [address])
            opening.daemon = True  # where the browser is one of the terminal, it does not hold up the end
            opening.start()
        log_to_stderr()
        served(settings, store).run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    if ":" not in host:
        return socket.create_server((host, port), reuse_port=False)
    everywhere = is_everywhere(host) and socket.has_dualstack_ipv6()
    return socket.create_server(
        (host, port), family=socket.AF_INET6, reuse_port=False, dualstack_ipv6=everywhere
    )


def served(settings: Settings, store: Store | None = None) -> uvicorn.Server:
    """A server that only needs a socket to listen at."""
    app = create_app(settings, store)
    return uvicorn.Server(ConnectionConfig(app, patience=settings.patience, files=raise_file_limit()))


def _open(settings: Settings) -> Store:
    """The games, so that a wrong address is told before anybody is invited."""
    try:
        settings.prepare()
        return open_store(settings.database)
    except ArgumentError as error:
        raise NoDatabase("the database cannot be used: {reason}", reason=error) from error
    except OSError as error:
        raise NoDatabase(
            "no games can be kept in {folder}: {reason}",
            folder=settings.folder(),
            reason=error.strerror or error,
        ) from error


__all__ = ["NoDatabase", "run"]
