"""Whose pages may ask this server: its own, and nobody else's.

A page of another site can make a browser send requests here, and by giving its own name this machine's
address it can even read the answers. So the name that a browser asked for must be one of ours, and a request
that changes something must come from a page of ours, or be of a kind that no foreign page can send unasked.
"""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers

from piercy.server.problems import ForeignSite, MediaType, WrongHost

_READING = ("GET", "HEAD", "OPTIONS")
_EVERYWHERE = ("", "0.0.0.0", "::")
_OWN_SITE = ("same-origin", "none")
"""What a browser says of a page of ours, and of a person who typed the address."""


def host_name(place: str) -> str:
    """The name in ``name``, ``name:port`` or ``[address]:port``, in the form in which names are compared."""
    try:
        name = urlsplit(f"//{place}").hostname or ""
    except ValueError:
        return ""
    name = name.rstrip(".")
    address = _address(name)
    return name if address is None else str(address)


def is_loopback(name: str) -> bool:
    """Whether only this machine itself is meant."""
    address = _address(name)
    return name == "localhost" if address is None else address.is_loopback


def _address(name: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(name)
    except ValueError:
        return None
    # an IPv6 socket tells of IPv4 in this form
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


@dataclass(frozen=True, slots=True)
class Names:
    """The names that this server answers to: where it listens, and what else it is called."""

    host: str = "127.0.0.1"
    others: tuple[str, ...] = ()

    @property
    def open_to_others(self) -> bool:
        """Whether anybody but this machine may be meant to come."""
        named = () if self.host in _EVERYWHERE else (host_name(_bracketed(self.host)),)
        return self.host in _EVERYWHERE or not all(map(is_loopback, (*named, *map(host_name, self.others))))

    def take(self, place: str, local: str | None) -> bool:
        """Whether ``place``, the Host of a request, names us. ``local`` is the address that it arrived at."""
        name = host_name(place)
        if not name:
            return False
        if is_loopback(name) or name in map(host_name, self.others):
            return True
        if self.host in _EVERYWHERE:
            return local is not None and _address(name) is not None and name == host_name(_bracketed(local))
        return name == host_name(_bracketed(self.host))


def _bracketed(address: str) -> str:
    return f"[{address}]" if ":" in address and not address.startswith("[") else address


def check(names: Names, method: str, headers: Headers, local: str | None) -> None:
    """Refuse what a page of another site may have sent.

    :raises WrongHost: the browser takes us for somebody else.
    :raises ForeignSite: it would change something, and comes from elsewhere.
    :raises MediaType: it would change something, and nobody knows where it comes from.
    """
    place = headers.get("host", "")
    if not names.take(place, local):
        raise WrongHost(
            "this server is not called {name}; the option --allowed-host adds a name",
            name=host_name(place)[:100] or "?",
        )
    if method in _READING:
        return
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site not in (None, *_OWN_SITE) or (origin is not None and _place(origin) != _bare(place)):
        raise ForeignSite("only pages of this server can change anything here")
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if site is None and origin is None and kind != "application/json":
        raise MediaType("without the header Origin only application/json is taken")


def _place(origin: str) -> str:
    """Name and port of an origin; nothing where a browser hides it."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return ""
    return _bare(parts.netloc) if parts.scheme in ("http", "https") else ""


def _bare(place: str) -> str:
    """Name and port without a port that goes without saying."""
    return place.lower().removesuffix(":80").removesuffix(":443")
