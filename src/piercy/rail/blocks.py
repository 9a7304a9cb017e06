"""Blocks of a graph: the parts that hang together even without any one link.

A trail that has left a block by a bridge cannot come back to it. So of all that lies ahead only the blocks on
the way to a goal count.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

Neighbours = Sequence[Sequence[tuple[int, int]]]
"""For each node, its links as (name of the link, node at the other end); both ends use the same name."""


def blocks(neighbours: Neighbours) -> list[int]:
    """For each node the number of its block; no single link holds a block together."""
    order = [-1] * len(neighbours)
    lowest = [0] * len(neighbours)
    block = [-1] * len(neighbours)
    waiting: list[int] = []
    count = found = 0
    for root in range(len(neighbours)):
        if order[root] >= 0:
            continue
        stack = [(root, -1, 0)]
        while stack:
            node, came_by, at = stack.pop()
            if at == 0:
                order[node] = lowest[node] = count
                count += 1
                waiting.append(node)
            else:
                lowest[node] = min(lowest[node], lowest[neighbours[node][at - 1][1]])
            onward = _next(neighbours, order, lowest, node, came_by, at)
            if onward is not None:
                stack.append((node, came_by, onward + 1))
                link, end = neighbours[node][onward]
                stack.append((end, link, 0))
            elif lowest[node] == order[node]:
                while block[node] < 0:
                    block[waiting.pop()] = found
                found += 1
    return block


def _next(
    neighbours: Neighbours, order: list[int], lowest: list[int], node: int, came_by: int, at: int
) -> int | None:
    """The next link of a node that leads to new ground; what leads back is noted."""
    for index in range(at, len(neighbours[node])):
        link, end = neighbours[node][index]
        if order[end] < 0:
            return index
        if link != came_by:
            lowest[node] = min(lowest[node], order[end])
    return None


def ahead(
    neighbours: Neighbours, block: Sequence[int], start: int, goals: Collection[int]
) -> dict[int, set[int]]:
    """For each block on the way from a start to some goal: the nodes from there on that a trail could use."""
    members: dict[int, set[int]] = {}
    exits: dict[int, list[int]] = {}
    for node, number in enumerate(block):
        members.setdefault(number, set()).add(node)
        exits.setdefault(number, []).extend(end for _, end in neighbours[node] if block[end] != number)
    useful: dict[int, set[int]] = {}

    def visit(number: int, before: int) -> bool:
        nodes = set(members[number])
        leads = not nodes.isdisjoint(goals)
        for end in exits[number]:
            following = block[end]
            if following != before and visit(following, number):
                leads = True
                nodes |= useful[following]
        if leads:
            useful[number] = nodes
        return leads

    visit(block[start], -1)
    return useful
