"""Whose pages may ask this server: its own, and nobody else's.

A page of another site can make a browser send requests here, and by giving its own name this machine's
address it can even read the answers. So the name that a browser asked for must be one of ours, and a request
that changes something must come from a page of ours, or be of a kind that no foreign page can send unasked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers

from piercy.server.problems import ForeignSite, MediaType, WrongHost

_READING = ("GET", "HEAD", "OPTIONS")
_EVERYWHERE = ("", "0.0.0.0", "::")
_OWN_SITE = ("same-origin", "none")
"""What a browser says of a page of ours, and of a person who typed the address."""


_LABEL = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?", re.IGNORECASE | re.ASCII)
_PLACE = re.compile(r"(?P<name>[^\s@/?#:\\\[\]]*|\[[0-9a-f:.]*\])(:[0-9]*)?", re.IGNORECASE | re.ASCII)


def host_name(place: str) -> str:
    """The name in ``name``, ``name:port`` or ``[address]:port``, in the form in which names are compared.

    Nothing for a text that is none of these: other programs may read another name in it.
    """
    found = _PLACE.fullmatch(place)
    if found is None:
        return ""
    name = found["name"].strip("[]").lower().rstrip(".")
    address = _address(name)
    return name if address is None else str(address)


def is_name(text: str) -> bool:
    """Whether a text is a name or an address alone, in letters that browsers send as ``Host``."""
    bare = text.removeprefix("[").removesuffix("]") if text.startswith("[") else text
    labels = text.removesuffix(".").split(".")
    return _address(bare) is not None or (len(text) <= 254 and all(map(_LABEL.fullmatch, labels)))


def is_loopback(name: str) -> bool:
    """Whether only this machine itself is meant."""
    address = _address(name)
    return name == "localhost" if address is None else address.is_loopback


def is_everywhere(host: str) -> bool:
    """Whether a server that listens there is reached by every address of its machine."""
    return host in _EVERYWHERE


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
    def called(self) -> tuple[str, ...]:
        """What else the server is called, in the form in which names are compared."""
        return tuple(host_name(bracketed(name)) for name in self.others)

    @property
    def open_to_others(self) -> bool:
        """Whether anybody but this machine may be meant to come."""
        named = () if self.host in _EVERYWHERE else (host_name(bracketed(self.host)),)
        return self.host in _EVERYWHERE or not all(map(is_loopback, (*named, *self.called)))

    def take(self, place: str, local: str | None) -> bool:
        """Whether ``place``, the Host of a request, names us. ``local`` is the address that it arrived at."""
        name = host_name(place)
        if not name:
            return False
        if is_loopback(name) or name in self.called:
            return True
        if self.host in _EVERYWHERE:
            return local is not None and _address(name) is not None and name == host_name(bracketed(local))
        return name == host_name(bracketed(self.host))


def bracketed(address: str) -> str:
    """A name or address as it stands in addresses of pages."""
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
    # a header may come twice, and all of it must be right
    sites, origins = headers.getlist("sec-fetch-site"), headers.getlist("origin")
    if any(site not in _OWN_SITE for site in sites) or any(_place(o) != _bare(place) for o in origins):
        raise ForeignSite("only pages of this server can change anything here")
    kinds = {kind.partition(";")[0].strip().lower() for kind in headers.getlist("content-type")}
    if not sites and not origins and kinds != {"application/json"}:
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
