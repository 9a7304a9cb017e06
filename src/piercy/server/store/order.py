"""The list of games: whose key is sound comes in the order of moves, and all others behind them, by counting.

A key that another program or a broken disk has left cannot be compared with, nor told in an address.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, LargeBinary, Select, and_, cast, func, not_, or_, select

from piercy.server.store.rows import TOP, Place
from piercy.server.store.tables import GameRow


def sound_moves(dialect: str) -> ColumnElement[bool]:
    """Whether a game's number among the moves is one."""
    bounds = and_(GameRow.moved > -TOP, GameRow.moved < TOP)
    return and_(bounds, func.typeof(GameRow.moved) == "integer") if dialect == "sqlite" else bounds


def _sound(dialect: str) -> ColumnElement[bool]:
    """Whether a game's place in the list can be told: what ``Place.read`` takes."""
    moves, game = sound_moves(dialect), GameRow.id
    if dialect != "sqlite":
        return and_(moves, game.regexp_match("^[0-9A-Za-z_-]{1,16}$"))
    # elsewhere a text ends at its first zero
    length = func.length(cast(game, LargeBinary))
    letters = game.op("NOT GLOB")("*[^0-9A-Za-z_-]*")
    return and_(
        moves, func.typeof(game) == "text", length.between(1, 16), length == func.length(game), letters
    )


def sound_games(dialect: str, after: Place | None) -> Select[GameRow]:
    """Games of sound key, the one that moved last first; those behind a place in that order."""
    query = select(GameRow).where(_sound(dialect)).order_by(GameRow.moved.desc(), GameRow.id)
    if after is None:
        return query
    level = and_(GameRow.moved == after.moved, GameRow.id > after.id)
    return query.where(or_(GameRow.moved < after.moved, level))


def damaged_games(dialect: str) -> Select[GameRow]:
    """All other games, in an order that stays as it is while nobody mends them."""
    return select(GameRow).where(not_(_sound(dialect))).order_by(GameRow.moved.desc(), GameRow.id)
