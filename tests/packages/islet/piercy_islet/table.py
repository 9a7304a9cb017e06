"""What a player sees."""

from __future__ import annotations

from piercy.core.game import Game
from piercy.rail.board import token_places
from piercy.rail.table import Heading, Ledger, Line, TableModel, cells, depot_for_sale
from piercy.rail.values import Count, Fact, Hexes, Money, OfCompany, OfPlayer, Trains
from piercy_islet.state import IsletState, facts


def table(game: Game) -> TableModel:
    """All that lies on the table."""
    state = game.state_as(IsletState)
    acting = None if state.flow.over else state.on_turn
    prices = {kind.name: kind.price for kind in facts().trains.values()}
    return TableModel(
        facts=(Fact("season", Count(state.season)), Fact("bank", Money(state.bank.cash))),
        players=_players(state, game.actor),
        companies=_companies(state, acting),
        trains=depot_for_sale(state.depot, prices, {}),
        tiles=dict(state.supply),
        company=acting,
        train_prices=prices,
    )


def _players(state: IsletState, actor: str | None) -> Ledger:
    owned = {company.president: name for name, company in state.companies.items()}
    lines = tuple(
        Line(name, cells(cash=Money(player.cash), company=OfCompany(owned[name])), acting=name == actor)
        for name, player in state.players.items()
    )
    return Ledger((Heading("cash", Money), Heading("company", OfCompany)), lines)


def _companies(state: IsletState, acting: str | None) -> Ledger:
    lines = tuple(
        Line(
            name,
            cells(
                owner=OfPlayer(company.president),
                trains=Trains(tuple(company.trains)),
                tokens=Hexes(tuple(place for place, _ in token_places(state.board, name))),
            ),
            facts().names[name],
            acting=name == acting,
        )
        for name, company in state.companies.items()
    )
    return Ledger((Heading("owner", OfPlayer), Heading("trains", Trains), Heading("tokens", Hexes)), lines)
