"""What all who build on the map have in common: the state they change, and the moves that change it."""

from __future__ import annotations

from typing import Protocol

from piercy.core.errors import InvalidAction
from piercy.core.flow import Context, HasFlow, Memo
from piercy.rail.actions import LayTile
from piercy.rail.board import Board, Ground, place_token, put_tile
from piercy.rail.events import TileLaid, TokenPlaced
from piercy.rail.laying import Change
from piercy.rail.lines import Lines
from piercy.rail.money import Bank, Purse, pay

LINES = Memo[Lines]("lines")


class HasBoard(HasFlow, Protocol):
    """A state with a map to build on."""

    bank: Bank
    board: Board
    supply: dict[str, int]
    """Copies left of each tile."""


def check_hex(ground: Ground, name: str) -> None:
    """Raise that there is no such hex."""
    if name not in ground.atlas:
        raise InvalidAction("unknown hex {hex!r}", hex=name)


def lines_of(ctx: Context[HasBoard], ground: Ground, company: str, kind: type[Lines] = Lines) -> Lines:
    """The lines of a company on the board as it is now."""
    return ctx.kept(LINES, lambda: kind(ground, ctx.state.board, company), company)


def lay_tile(ctx: Context[HasBoard], lay: LayTile, company: str, change: Change, cost: int = 0) -> None:
    """Lay a tile and tell it. Tokens keep their cities when a tile is replaced."""
    state = ctx.state
    put_tile(state.board, state.supply, lay.hex, lay.tile, lay.rotation, change.stops)
    ctx.emit(
        TileLaid(
            player=lay.player,
            company=company,
            hex=lay.hex,
            tile=lay.tile,
            rotation=lay.rotation,
            cost=cost,
            kind=change.kind,
        )
    )


def buy_token(
    ctx: Context[HasBoard], player: str, company: str, place: tuple[str, int], purse: Purse, cost: int
) -> None:
    """Pay for a token, put it on the map and tell it."""
    pay(purse, ctx.state.bank, cost)
    set_token(ctx, player, company, place, cost)


def set_token(
    ctx: Context[HasBoard], player: str | None, company: str, place: tuple[str, int], cost: int = 0
) -> None:
    """Put a token on the map and tell it. Nobody may have chosen the place."""
    name, city = place
    place_token(ctx.state.board, name, city, company)
    ctx.emit(TokenPlaced(player=player, company=company, hex=name, city=city, cost=cost))
