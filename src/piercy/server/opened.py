"""What the person who starts a server is told when others can reach it."""

from __future__ import annotations

import socket

from piercy.server.origins import Names, bracketed, is_everywhere


def local_name(host: str) -> str:
    """How the machine itself calls a server that listens there, as it stands in an address."""
    return "localhost" if host == "127.0.0.1" or is_everywhere(host) else bracketed(host)


def reached_at(names: Names, port: int) -> str:
    """The beginning of addresses that others use; nothing if only they can know it."""
    if not is_everywhere(names.host):
        return ""
    address = own_address()
    return f"http://{address}:{port}" if address else ""


def own_address() -> str:
    """This machine's address in its network, if it has one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            # an address that belongs to nobody (RFC 5737): nothing is sent
            line.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        found: str = line.getsockname()[0]
        return found


def who_may_do_what(names: Names, port: int, link: str) -> list[str]:
    """Lines in plain words. ``link`` is the host's."""
    others = reached_at(names, port)
    at = f" Their address: {others}/" if others else ""
    called = f" It answers to: {', '.join(names.others)}." if names.others else ""
    return [
        f"Other machines can reach this server.{at}{called}",
        "- Everybody who reaches it can watch all games, and change nothing.",
        "- Whoever opens the secret link of a seat plays that seat. Each table shows you its links.",
        "- You are the host: you start games, bring them from files, play for every person, and undo.",
        "  Open your own link once on the device that you use, and show it to nobody:",
        f"  {link}",
        "The connection is not encrypted: in a network that you do not trust, put a proxy with https before.",
    ]
