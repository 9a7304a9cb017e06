"""Blocks of graphs, against their definition."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from piercy.rail.blocks import ahead, blocks

Graph = list[list[tuple[int, int]]]


def graph(size: int, links: list[tuple[int, int]]) -> Graph:
    made: Graph = [[] for _ in range(size)]
    for name, (a, b) in enumerate(links):
        made[a].append((name, b))
        if a != b:
            made[b].append((name, a))
    return made


def joined(neighbours: Graph, one: int, other: int, without: int = -1) -> bool:
    seen, queue = {one}, [one]
    for node in queue:
        for link, end in neighbours[node]:
            if link != without and end not in seen:
                seen.add(end)
                queue.append(end)
    return other in seen


def trail_leads(neighbours: Graph, start: int, goals: set[int]) -> set[int]:
    """The nodes on any trail from the start to a goal, found by walking all trails."""
    found: set[int] = set()

    def walk(node: int, used: frozenset[int], met: frozenset[int]) -> None:
        met |= {node}
        if node in goals:
            found.update(met)
        for link, end in neighbours[node]:
            if link not in used:
                walk(end, used | {link}, met)

    walk(start, frozenset(), frozenset())
    return found


GRAPHS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=8).map(
    lambda links: graph(6, links)
)


def test_two_rings_and_the_bridge_between_them() -> None:
    rings = graph(6, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 3)])
    block = blocks(rings)
    assert block[0] == block[1] == block[2] != block[3] == block[4] == block[5]
    useful = ahead(rings, block, 0, {4})
    assert useful[block[0]] == {0, 1, 2, 3, 4, 5}
    assert useful[block[3]] == {3, 4, 5}
    assert block[3] not in ahead(rings, block, 0, {1})


@given(GRAPHS)
def test_one_block_means_joined_without_any_one_link(neighbours: Graph) -> None:
    block = blocks(neighbours)
    links = {link for around in neighbours for link, _ in around}
    for one in range(6):
        for other in range(6):
            firm = joined(neighbours, one, other) and all(joined(neighbours, one, other, x) for x in links)
            assert (block[one] == block[other]) == firm


@given(GRAPHS, st.integers(0, 5), st.sets(st.integers(0, 5), min_size=1))
def test_every_trail_to_a_goal_stays_ahead(neighbours: Graph, start: int, goals: set[int]) -> None:
    block = blocks(neighbours)
    useful = ahead(neighbours, block, start, goals)
    assert trail_leads(neighbours, start, goals) <= useful.get(block[start], set())
