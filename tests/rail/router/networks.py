"""Random networks and trains for tests."""

from __future__ import annotations

from hypothesis import strategies as st

from piercy.rail.router.network import Link, Network, NetworkStop, Runner

KINDS = (
    Runner("2", 2),
    Runner("3", 3),
    Runner("4", 4),
    Runner("6", 6),
    Runner("1+1", 2, cities=1),
    Runner("2+2", 4, cities=2),
    Runner("3+1", 4, cities=3),
    Runner("2E", 2, skips_towns=True),
    Runner("3E", 3, skips_towns=True),
    Runner("4E", 4, skips_towns=True),
    Runner("D", None),
    Runner("2+D", None, cities=2),
)


@st.composite
def stops(draw: st.DrawFn, index: int) -> NetworkStop:
    city = draw(st.booleans())
    return NetworkStop(
        id=f"A{index}/0",
        value=draw(st.sampled_from((0, 10, 10, 20, 30, 50, 80) if city else (0, 10, 10, 20, 30))),
        city=city,
        through=draw(st.sampled_from((True, True, True, True, False))),
        # only cities have room for stations
        token=city and draw(st.sampled_from((True, False, False))),
        group=draw(st.sampled_from((None, None, None, None, "Praha", "Berlin"))),
    )


@st.composite
def networks(draw: st.DrawFn, most_stops: int = 7, most_links: int = 11) -> Network:
    count = draw(st.integers(2, most_stops))
    drawn = [draw(stops(index)) for index in range(count)]
    if not any(stop.token for stop in drawn):
        first = drawn[0]
        drawn[0] = NetworkStop(first.id, first.value, True, first.through, True, first.group)
    links = []
    for index in range(draw(st.integers(1, most_links))):
        a = draw(st.integers(0, count - 2))
        b = draw(st.integers(a + 1, count - 1))
        # its own border, and perhaps one of a few that links share where track meets at switches
        shared = draw(st.sampled_from((0, 0, 0, 1, 2, 4, 3)))
        links.append(Link(a, b, 1 << index + 3 | shared))
    return Network(tuple(drawn), tuple(links))


@st.composite
def questions(draw: st.DrawFn, most_stops: int = 7, most_links: int = 11) -> tuple[Network, list[Runner]]:
    """A network and one to three trains, some of which get a bonus somewhere."""
    network = draw(networks(most_stops, most_links))
    runners = []
    for kind in draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=3)):
        bonus = draw(st.lists(st.tuples(st.integers(0, len(network.stops) - 1), st.just(40)), max_size=1))
        runners.append(Runner(kind.name, kind.stops, kind.cities, kind.skips_towns, tuple(bonus)))
    return network, runners
