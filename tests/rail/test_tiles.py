"""The track language and what tiles say about their track."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piercy.rail.tiles import KINDS, NO_TRACK, Stop, Tile, Track, parse_track, write_track

edges = st.integers(0, 5)
stops = st.builds(
    Stop,
    st.sampled_from(KINDS),
    st.lists(st.integers(0, 200), min_size=1, max_size=3).map(tuple),
    st.integers(0, 4),
    st.sets(edges).map(lambda found: tuple(sorted(found))),
)
paths = st.sets(st.tuples(edges, edges).filter(lambda pair: pair[0] < pair[1])).map(
    lambda found: tuple(sorted(found))
)
tracks = st.builds(Track, st.lists(stops, max_size=3).map(tuple), paths)


@given(tracks)
def test_written_and_read_back(track: Track) -> None:
    assert parse_track(write_track(track)) == track


@given(tracks, st.integers(0, 5), st.integers(0, 5))
def test_turning(track: Track, first: int, second: int) -> None:
    turned = track.turned(first)
    assert turned.turned(second) == track.turned((first + second) % 6)
    assert turned.edges == {(edge + first) % 6 for edge in track.edges}
    assert len(turned.segments) == len(track.segments)
    assert track.turned(0) == track


@given(tracks)
def test_the_tables_of_a_track_agree(track: Track) -> None:
    for edge in range(6):
        assert all(edge in track.onward[other] for other in track.onward[edge])
        assert all(edge in track.stops[index].edges for index in track.stops_at[edge])
        assert bool(track.onward[edge] or track.stops_at[edge]) == (edge in track.edges)
    assert track.plain_segments <= track.segments


def test_an_example_in_words() -> None:
    track = parse_track("city 30 slots 2: 4 0; town 10: 1 ; red 30/50: 2;track: 5-3 3-1")
    city, town, red = track.stops
    assert city == Stop("city", (30,), 2, (0, 4))
    assert (city.city, town.city, red.city) == (True, False, True)
    assert (city.terminal, red.terminal) == (False, True)
    assert [red.value(band) for band in range(3)] == [30, 50, 50]
    assert track.paths == ((1, 3), (3, 5))
    assert track.onward[3] == (1, 5)
    assert track.stops_at[4] == (0,)
    assert ("stop", 1, 1) in track.segments
    assert ("path", 3, 5) in track.plain_segments


def test_nothing() -> None:
    assert parse_track("") == parse_track(" ; ") == NO_TRACK
    assert write_track(NO_TRACK) == ""
    assert parse_track("city 0 slots 1:").stops[0].edges == ()


@pytest.mark.parametrize(
    "text",
    [
        "city",
        "city 30",
        "city x: 1",
        "village 10: 1",
        "track:",
        "track: 0",
        "track: 0-0",
        "track: 0-6",
        "track: 1-2,3-4",
        "city 30: 6",
        "city 30: 12",
        "town -10: 1",
        "red 30/: 1",
        "city 30 slots: 1",
        "City 30: 1",
    ],
)
def test_what_is_not_track(text: str) -> None:
    with pytest.raises(ValueError, match="track"):
        parse_track(text)


@given(st.text(alphabet="city town red track:;0123456789-/ slots"))
def test_any_text_is_track_or_an_error(text: str) -> None:
    try:
        track = parse_track(text)
    except ValueError:
        return
    assert parse_track(write_track(track)) == track


def test_tiles_turn() -> None:
    tile = Tile("9", "yellow", 4, parse_track("track: 0-3"))
    assert [track.paths[0] for track in tile.turned] == [(0, 3), (1, 4), (2, 5), (0, 3), (1, 4), (2, 5)]
