"""The map of a position, with what its title knows of colours and homes."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from piercy.core.game import Game
from piercy.rail.rail_title import ShowsHomes, rail_state, rail_title
from piercy.render.board import draw_map


def draw_position(
    game: Game, routes: Sequence[Sequence[str]] = (), lit: Collection[str] = (), *, turned: bool = False
) -> str:
    """The map as SVG, with routes in colours and lit hexes."""
    title = rail_title(game.title)
    state = rail_state(game.state)
    return draw_map(
        title.ground_in(state),
        state.board,
        company_colours=title.company_colours,
        routes=routes,
        highlight=lit,
        homes=title.homes(state) if isinstance(title, ShowsHomes) else None,
        turned=turned,
    )
