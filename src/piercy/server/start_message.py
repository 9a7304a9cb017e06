"""What the person who starts a server is told when others can reach it."""

from __future__ import annotations

import socket

from piercy.server.origins import Names, bracketed, host_name, is_everywhere, is_loopback


def local_name(host: str) -> str:
    """How the machine itself calls a server that listens there, as it stands in an address."""
    return "localhost" if host == "127.0.0.1" or is_everywhere(host) else bracketed(host)


def reached_at(names: Names, port: int) -> list[str]:
    """The beginnings of addresses that others use, as far as they can be told; the likeliest comes first.

    Whoever listens to this machine alone and has another name stands behind a proxy, which has https and a
    port of its own.
    """
    proxied = is_loopback(host_name(bracketed(names.host)))
    found = [
        f"https://{bracketed(name)}" if proxied else f"http://{bracketed(name)}:{port}"
        for name in names.called
        if not is_loopback(name)
    ]
    if is_everywhere(names.host) and (address := own_address()):
        found.append(f"http://{bracketed(address)}:{port}")
    return list(dict.fromkeys(found))


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


def host_link(address: str, key: str) -> str:
    """The link that makes a device the host's, under one of the server's addresses."""
    return f"{address}/#host={key}"


def who_may_do_what(names: Names, port: int, key: str) -> list[str]:
    """Lines in plain words. ``key`` is the host's; a device that it made the host's is so under one name."""
    others = reached_at(names, port)
    at = f" Their address: {' or '.join(f'{address}/' for address in others)}" if others else ""
    called = f" It answers to: {', '.join(names.others)}." if names.others else ""
    own = f"http://{local_name(names.host)}:{port}"
    links = [f"  {host_link(address, key)}" for address in dict.fromkeys((own, *others))]
    if any(address.startswith("https:") for address in others):
        links.append(
            "  If your proxy is not reached by https at its usual port, change the beginning of the link."
        )
    return [
        f"Other machines can reach this server.{at}{called}",
        "- Everybody who reaches it can watch all games, and change nothing.",
        "- Whoever opens the secret link of a seat plays that seat. Each table shows you its links.",
        "- You are the host: you start games, bring them from files, play for every person, and undo.",
        "  Open your own link once on the device that you use, under the name that you use there, and",
        "  show it to nobody:",
        *links,
        "The connection is not encrypted: in a network that you do not trust, put a proxy with https before.",
    ]
