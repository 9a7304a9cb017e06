"""The 1856 short game: the order of play.

Two to six players run one company each. Round after round every company takes one turn in a fixed order:
lay track, place its second station, run its trains, buy trains. When the bank runs out, or somebody is left
without a train and without the money for one, the round is finished and the richest player wins. A game
that stands still can be ended by agreement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from types import MappingProxyType

from piercy.core.actions import Action
from piercy.core.box import Box
from piercy.core.chance import Chance
from piercy.core.flow import Context, Flow, Round
from piercy.core.game import Game
from piercy.core.standstill import AnswerEnd, AnswerTheProposal, ProposeEnd, ProposeTheEnd
from piercy.core.title import Options, Title
from piercy.rail.actions import BuyTrain
from piercy.rail.board import Board, Ground, place_token
from piercy.rail.contract import BestRun
from piercy.rail.discarding import DiscardTrains
from piercy.rail.events import GameStopped, TurnBegan
from piercy.rail.former import train_bought
from piercy.rail.lay_track import LayTrack
from piercy.rail.money import Bank
from piercy.rail.outlook import Advice, HasOutlook
from piercy.rail.place_token import PlaceTokens
from piercy.rail.rail_title import FindsRoutes, RailTitle, TellsTerms
from piercy.rail.running import RunAll
from piercy.rail.table import TableModel
from piercy.rail.train_sales import BuyTrains
from piercy.rail.trains import Depot, kinds_on_sale, stack_of
from piercy.titles.short1856 import about, outlook, table
from piercy.titles.short1856.book import Book, book
from piercy.titles.short1856.ending import IdleRounds, trigger_if_stranded
from piercy.titles.short1856.events import RoundBegan, StandsStill
from piercy.titles.short1856.prospects import prospects
from piercy.titles.short1856.running import AnyRuns, best_routes
from piercy.titles.short1856.state import Company, Player, ShortState, company_on_turn
from piercy.titles.short1856.terms import Terms
from piercy.titles.short1856.tokens import Tokens
from piercy.titles.short1856.track import Track
from piercy.titles.short1856.trains import Limits, Shop

BOX = Box("1856-short", __package__, ("R56", "T56"), ("L56", "Q56"))

SECOND_TOKEN = 1
"""Tokens on the charter at the start: the first stands on the home city [R56-1.6]."""


class Turns(Round[ShortState]):
    """One turn of every company, in turn order [R56-0.4, R56-3.1]."""

    turn_rule = "R56-1.5"
    step_rule = "R56-3.1"

    def __init__(self, facts: Book) -> None:
        self._facts = facts
        self.steps = (
            LayTrack(Track(facts)),
            PlaceTokens(Tokens(facts)),
            RunAll(AnyRuns(facts)),
            BuyTrains(Shop(facts)),
        )
        standstill = IdleRounds()
        self.interrupts = (DiscardTrains(Limits(facts)), AnswerTheProposal(standstill))
        self.anytime = (ProposeTheEnd(standstill),)

    def closed_by(self, ctx: Context[ShortState], action: Action) -> str:
        """Beside the actions of the four steps there are none [R56-3.4], but in a game that stands still."""
        if isinstance(action, ProposeEnd | AnswerEnd):
            return IdleRounds.rule
        listed = any(isinstance(action, step.actions) for step in self.steps)
        return self.step_rule if listed else "R56-3.4"

    def begin(self, ctx: Context[ShortState]) -> None:
        state = ctx.state
        state.round_number += 1
        state.turn = -1
        state.acted = False
        ctx.emit(RoundBegan(number=state.round_number))

    def next_turn(self, ctx: Context[ShortState]) -> bool:
        state = ctx.state
        if state.turn >= 0:
            trigger_if_stranded(ctx, self._facts)
        if state.turn + 1 == len(state.companies):
            return False
        state.turn += 1
        company = company_on_turn(state)
        ctx.emit(TurnBegan(company=company, player=state.companies[company].president))
        return True

    def end(self, ctx: Context[ShortState]) -> str | None:
        state = ctx.state
        state.idle_rounds = 0 if state.acted else state.idle_rounds + 1
        idle = 0 < state.idle_limit <= state.idle_rounds
        if idle:
            ctx.emit(GameStopped(rounds=state.idle_rounds, reason="idle"))
        elif state.idle_rounds and not state.ending:
            ctx.emit(StandsStill(state.idle_rounds))
        return None if state.ending or idle else "turns"


class Short1856(
    Title[ShortState],
    RailTitle[ShortState],
    FindsRoutes[ShortState],
    TellsTerms,
    HasOutlook[ShortState],
):
    state_type = ShortState
    over_rule = "R56-8.4"
    box = BOX
    money = "${}"
    former = MappingProxyType({BuyTrain.type: train_bought})

    def __init__(self) -> None:
        super().__init__(about.ABOUT)
        self._facts = book()

    @property
    def ground(self) -> Ground:
        return self._facts.ground

    def ground_in(self, state: ShortState) -> Ground:
        return self._facts.grounds[state.printed_toronto]

    @property
    def company_colours(self) -> dict[str, str]:
        return {name: facts.colour for name, facts in self._facts.companies.items()}

    @cached_property
    def rounds(self) -> dict[str, Round[ShortState]]:
        return {"turns": Turns(self._facts)}

    def setup(self, players: tuple[str, ...], options: Options, chance: Chance) -> ShortState:
        facts, setup = self._facts, self._facts.tables[len(players)]
        owners = dict(zip(setup.companies, chance.shuffled(players), strict=True))
        board = Board()
        for company in setup.companies:
            place_token(board, facts.companies[company].home, 0, company)
        return ShortState(
            flow=Flow("turns"),
            bank=Bank(facts.bank - facts.start_cash * len(players)),
            players={
                name: Player(facts.start_cash, next(c for c, owner in owners.items() if owner == name))
                for name in players
            },
            companies={company: Company(owner, [], SECOND_TOKEN) for company, owner in owners.items()},
            board=board,
            supply={tile.id: tile.count or 0 for tile in facts.ground.tiles.values()},
            depot=Depot(stack_of(facts.trains, setup.trains)),
            phase=0,
            round_number=0,
            turn=-1,
            ending=False,
            idle_rounds=0,
            acted=False,
            test_everybody=bool(options["test_everybody"]),
            idle_limit=int(options["idle_limit"]),
            printed_toronto=int(options["printed_toronto"]),
        )

    def scores(self, state: ShortState) -> dict[str, int]:
        """Cash is all that counts [R56-8.7]."""
        return {name: player.cash for name, player in state.players.items()}

    def ending(self, state: ShortState) -> str:
        """``agreed`` or ``idle_limit`` for a game that stood still; otherwise the rules ended it."""
        if state.ending:
            return "end_triggered"
        return "agreed" if state.vote.agreed else "idle_limit"

    def standstill(self, state: ShortState) -> int:
        return state.idle_rounds if IdleRounds().round_of(state) else 0

    def prospects(self, state: ShortState, player: str) -> int:
        return prospects(self._facts, state, player)

    def advise(self, game: Game) -> Sequence[Advice]:
        return outlook.advise(self._facts, game)

    def outlook(self, state: ShortState, player: str) -> int:
        return outlook.outlook(self._facts, state, player)

    def best_routes(self, state: ShortState) -> BestRun:
        """The most that the company on turn can earn, with the proof."""
        return best_routes(self._facts, state)

    def named(self, state: ShortState) -> dict[str, list[str]]:
        return {"company": list(state.companies), "train": kinds_on_sale(state.depot)}

    @cached_property
    def terms(self) -> Terms:
        return Terms(self._facts)

    def table(self, game: Game) -> TableModel:
        return table.table(self._facts, game)

    def conserved(self, state: ShortState) -> dict[str, tuple[int, int]]:
        facts, setup = self._facts, self._facts.tables[len(state.players)]
        money = facts.bank + (facts.reserve if state.ending else 0)
        found = {"money": (money, state.bank.cash + sum(p.cash for p in state.players.values()))}
        laid = Counter(tile for tile, _ in state.board.tiles.values())
        for tile in facts.ground.tiles.values():
            found[f"tile {tile.id}"] = (tile.count or 0, state.supply[tile.id] + laid[tile.id])
        trains = Counter(state.depot.stack + state.depot.pool + state.depot.gone)
        laid_tokens = Counter(company for tokens in state.board.tokens.values() for company, _ in tokens)
        for name, company in state.companies.items():
            trains.update(company.trains)
            found[f"tokens of {name}"] = (1 + SECOND_TOKEN, laid_tokens[name] + company.tokens)
        for train, count in setup.trains.items():
            found[f"{train}-trains"] = (count, trains[train])
        return found
