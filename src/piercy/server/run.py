"""Starting a server."""

from __future__ import annotations

import socket
import threading
import webbrowser

import uvicorn
from sqlalchemy.exc import SQLAlchemyError

from piercy.core.errors import EngineError
from piercy.server.app import create_app
from piercy.server.connections import Lines, raise_file_limit
from piercy.server.logs import log_to_stderr
from piercy.server.settings import Settings
from piercy.server.store import Store


class NoDatabase(EngineError):
    """The database cannot be used."""

    code = "no_database"


def run(settings: Settings, host: str, port: int, *, open_browser: bool) -> None:
    """Serve until stopped.

    :raises OSError: the address is taken.
    :raises NoDatabase: the games cannot be read.
    """
    _open_once(settings)
    listening = socket.create_server((host, port), reuse_port=False)
    name = "localhost" if host in ("127.0.0.1", "0.0.0.0", "") else host
    address = f"http://{name}:{listening.getsockname()[1]}/"
    print(f"Piercy is at {address} (Ctrl+C stops it)", flush=True)
    if open_browser:
        opening = threading.Timer(0.7, webbrowser.open, [address])
        opening.daemon = True  # where the browser is one of the terminal, it does not hold up the end
        opening.start()
    log_to_stderr()
    served(settings).run(sockets=[listening])


def served(settings: Settings) -> uvicorn.Server:
    """A server that only needs a socket to listen at."""
    return uvicorn.Server(Lines(create_app(settings), patience=settings.patience, files=raise_file_limit()))


def _open_once(settings: Settings) -> None:
    """Build or update the tables, so that a wrong address is told before anybody is invited."""
    try:
        settings.prepare()
        Store(settings.database).close()
    except OSError as error:
        raise NoDatabase(
            "no games can be kept in {folder}: {reason}",
            folder=settings.folder(),
            reason=error.strerror or error,
        ) from error
    except (SQLAlchemyError, ImportError) as error:
        # the address itself is not repeated: there may be a password in it
        raise NoDatabase(
            "the database cannot be used: {reason}", reason=str(error).splitlines()[0]
        ) from error
