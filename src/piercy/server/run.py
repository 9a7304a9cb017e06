"""Starting a server."""

from __future__ import annotations

import socket
import threading
import webbrowser

import uvicorn

from piercy.server import libraries
from piercy.server.app import create_app
from piercy.server.settings import Settings


def run(settings: Settings, host: str, port: int, *, open_browser: bool) -> None:
    """Serve until stopped.

    :raises OSError: the address is taken, or a browser library cannot be had.
    """
    libraries.ensure()
    listening = socket.create_server((host, port), reuse_port=False)
    name = "localhost" if host in ("127.0.0.1", "0.0.0.0", "") else host
    address = f"http://{name}:{listening.getsockname()[1]}/"
    print(f"Piercy is at {address} (Ctrl+C stops it)", flush=True)
    if open_browser:
        threading.Timer(0.7, webbrowser.open, [address]).start()
    config = uvicorn.Config(create_app(settings), log_level="warning", timeout_graceful_shutdown=2)
    uvicorn.Server(config).run(sockets=[listening])
