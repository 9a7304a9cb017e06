"""18Islet: the order of play."""

from __future__ import annotations

from functools import cached_property

from piercy.core.box import Box
from piercy.core.chance import Chance
from piercy.core.flow import Context, Flow, Round
from piercy.core.game import Game
from piercy.core.title import Options, Title
from piercy.rail.board import Board, Ground, place_token
from piercy.rail.contract import BestRun
from piercy.rail.events import TurnBegan
from piercy.rail.money import Bank
from piercy.rail.rail_title import FindsRoutes, RailTitle
from piercy.rail.running import RunAll
from piercy.rail.table import TableModel
from piercy.rail.train_sales import BuyTrains
from piercy.rail.trains import Depot, kinds_on_sale, stack_of
from piercy_islet.events import SeasonBegan
from piercy_islet.state import PACKAGE, Company, IsletState, Player, facts
from piercy_islet.steps import AnyRuns, LayTrack, PlaceStation, Sales, best_routes
from piercy_islet.table import table


class Season(Round[IsletState]):
    """One turn of every company [RIS-1.2]."""

    turn_rule = "RIS-1.2"
    step_rule = "RIS-1.3"
    steps = (LayTrack(), PlaceStation(), RunAll(AnyRuns()), BuyTrains(Sales()))

    def begin(self, ctx: Context[IsletState]) -> None:
        state, of = ctx.state, facts().seasons
        state.season += 1
        state.turn = -1
        ctx.emit(SeasonBegan(state.season, of, of - state.season))

    def next_turn(self, ctx: Context[IsletState]) -> bool:
        state = ctx.state
        if state.turn + 1 == len(state.companies):
            return False
        state.turn += 1
        ctx.emit(TurnBegan(state.on_turn, state.company.president))
        return True

    def end(self, ctx: Context[IsletState]) -> str | None:
        return "season" if ctx.state.season < facts().seasons else None


class Islet(Title[IsletState], RailTitle[IsletState], FindsRoutes[IsletState]):
    id = "18islet"
    name = "18Islet"
    description = "One small island, five seasons, one company each."
    rules_version = 1
    player_counts = range(2, 4)
    state_type = IsletState
    over_rule = "RIS-1.4"
    box = Box("18islet", PACKAGE, ("RIS",), links=(("About 18Islet", "https://islet.example/"),))
    minutes = (10, 10)
    money = "{} sh"

    @property
    def ground(self) -> Ground:
        return facts().ground

    @property
    def company_colours(self) -> dict[str, str]:
        return facts().colours

    @cached_property
    def rounds(self) -> dict[str, Round[IsletState]]:
        return {"season": Season()}

    def setup(self, players: tuple[str, ...], options: Options, chance: Chance) -> IsletState:
        board, homes = Board(), dict(list(facts().homes.items())[: len(players)])
        for company, home in homes.items():
            place_token(board, home, 0, company)
        owners = dict(zip(homes, chance.shuffled(players), strict=True))
        return IsletState(
            flow=Flow("season"),
            bank=Bank(facts().bank - facts().start_cash * len(players)),
            players={name: Player(facts().start_cash) for name in players},
            companies={company: Company(owner, [], 1) for company, owner in owners.items()},
            board=board,
            supply={tile.id: tile.count or 0 for tile in facts().ground.tiles.values()},
            depot=Depot(stack_of(facts().trains, facts().counts)),
        )

    def scores(self, state: IsletState) -> dict[str, int]:
        return {name: player.cash for name, player in state.players.items()}

    def conserved(self, state: IsletState) -> dict[str, tuple[int, int]]:
        cash = state.bank.cash + sum(player.cash for player in state.players.values())
        owned = sum(len(company.trains) for company in state.companies.values())
        tiles = sum(tile.count or 0 for tile in facts().ground.tiles.values())
        return {
            "money": (facts().bank, cash),
            "trains": (sum(facts().counts.values()), owned + len(state.depot.stack)),
            "tiles": (tiles, sum(state.supply.values()) + len(state.board.tiles)),
        }

    def best_routes(self, state: IsletState) -> BestRun:
        return best_routes(state)

    def named(self, state: IsletState) -> dict[str, list[str]]:
        return {"company": list(state.companies), "train": kinds_on_sale(state.depot)}

    def table(self, game: Game) -> TableModel:
        return table(game)
