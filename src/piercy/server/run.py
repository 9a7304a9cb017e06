"""Starting a server."""

from __future__ import annotations

import socket
import threading
import webbrowser
from contextlib import closing

import uvicorn
from sqlalchemy.exc import ArgumentError

from piercy.server.app import create_app
from piercy.server.connections import Lines, raise_file_limit
from piercy.server.logs import log_to_stderr
from piercy.server.settings import Settings
from piercy.server.store import NoDatabase, Store, open_store


def run(settings: Settings, host: str, port: int, *, open_browser: bool) -> None:
    """Serve until stopped.

    :raises OSError: the address is taken.
    :raises NoDatabase: the games cannot be read.
    """
    with closing(_open(settings)) as store:
        listening = socket.create_server((host, port), reuse_port=False)
        name = "localhost" if host in ("127.0.0.1", "0.0.0.0", "") else host
        address = f"http://{name}:{listening.getsockname()[1]}/"
        print(f"Piercy is at {address} (Ctrl+C stops it)", flush=True)
        if open_browser:
            opening = threading.Timer(0.7, webbrowser.open, [address])
            opening.daemon = True  # where the browser is one of the terminal, it does not hold up the end
            opening.start()
        log_to_stderr()
        served(settings, store).run(sockets=[listening])


def served(settings: Settings, store: Store | None = None) -> uvicorn.Server:
    """A server that only needs a socket to listen at."""
    app = create_app(settings, store)
    return uvicorn.Server(Lines(app, patience=settings.patience, files=raise_file_limit()))


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
