"""Playing a file of the site in our own engine, every action checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from piercy.core.actions import Pass
from piercy.core.game import Game, Watch
from piercy.interop.games18xx import names
from piercy.interop.games18xx.cards import Cards
from piercy.interop.games18xx.company_deeds import CompanyDeeds
from piercy.interop.games18xx.map_deeds import MapDeeds
from piercy.interop.games18xx.problems import ActionProblem, ImportProblem
from piercy.interop.games18xx.reader import SiteAction, SiteGame, read_game, read_text
from piercy.interop.games18xx.report import Report
from piercy.interop.games18xx.runs import Runs
from piercy.interop.games18xx.stock_deeds import StockDeeds
from piercy.interop.games18xx.table import Table
from piercy.titles.cz.state import VACLAV, CzState, local_price, locals_of


def import_data(data: object, watch: Watch | None = None) -> Game:
    """The game that the plain data of a file holds, replayed.

    :param watch: sees every position on the way, which costs no copy of it.
    :raises ImportProblem: it is no such game, or an action of it is impossible.
    """
    return Replay(read_game(data), watch=watch).play()[0]


def import_text(text: str, *, optimum: bool = False) -> tuple[Game, Report]:
    """The game of a file, replayed, and what the import found.

    :param optimum: also find the best run at every recorded run, which takes the router.
    :raises ImportProblem: the file is no such game, or an action of it is impossible.
    """
    return Replay(read_text(text), optimum=optimum).play()


class Replay:
    """One import."""

    def __init__(self, site: SiteGame, *, optimum: bool = False, watch: Watch | None = None) -> None:
        self._site = site
        self._table = Table(site, watch)
        cards = Cards()
        self._runs = Runs(self._table, cards, optimum=optimum)
        self._ended = False
        self._last: SiteAction | None = None
        stock, board = StockDeeds(self._table), MapDeeds(self._table)
        company = CompanyDeeds(self._table, cards)
        self._handlers: dict[str, Callable[[SiteAction, dict[str, Any]], None]] = {
            "bid": stock.bid,
            "pass": self._pass,
            "par": stock.par,
            "buy_shares": stock.buy_share,
            "sell_shares": stock.sell_shares,
            "special_buy": stock.repay,
            "lay_tile": board.lay_tile,
            "place_token": board.place_token,
            "remove_token": board.remove_token,
            "run_routes": self._runs.run,
            "dividend": company.dividend,
            "buy_company": company.buy_local,
            "sell_company": company.sell_local,
            "buy_corporation": company.acquire,
            "swap_train": company.convert,
            "discard_train": company.discard,
            "buy_train": company.buy_train,
            "end_game": self._end,
        }

    def play(self) -> tuple[Game, Report]:
        """Play all actions.

        :raises ImportProblem: one is impossible, or the file breaks off.
        """
        try:
            for action in self._site.actions:
                self.do(action)
        except ActionProblem as problem:
            self._blame(problem)
            raise
        if self._site.finished and not self._ended:
            self._finish()
        return self._table.game(), self._report()

    def _blame(self, problem: ActionProblem) -> None:
        """Where a turn was passed over in silence before, that is where the two programs part."""
        if self._table.doubts and self._table.doubts[0].action < problem.number:
            first = self._table.doubts[0]
            raise ActionProblem(
                first.action,
                "the file has {theirs}; {ours} ({rule}). Later on, {problem}",
                theirs=first.file,
                ours=first.ours,
                rule=first.rule,
                problem=str(problem),
            ) from problem

    @property
    def state(self) -> CzState:
        """The position after the actions done so far."""
        return self._table.state

    def game(self) -> Game:
        """The game after the actions done so far."""
        return self._table.game()

    def do(self, action: SiteAction) -> None:
        """Play one action.

        :raises ActionProblem: it is impossible.
        """
        if self._ended:
            raise ActionProblem(action.number, "the players have ended the game before")
        try:
            self._handlers[action.type](action, dict(action.fields))
        except (ValueError, KeyError, TypeError) as error:
            if isinstance(error, ImportProblem):
                raise
            raise ActionProblem(action.number, "{problem}", problem=str(error)) from error
        self._last = action

    def _finish(self) -> None:
        """The company on turn ends its turn, which is the last of the game."""
        state = self._table.state
        last = self._site.actions[-1] if self._site.actions else SiteAction(0, "start", "nobody", "", {})
        sets = self._table.facts.local_prices
        over = state.flow.over
        ending = (
            state.flow.round == "operating"
            and not state.queue
            and (state.set_number, state.round_in_set) == (len(sets) - 1, len(sets[-1]) - 1)
        )
        if not over and not ending:
            raise ImportProblem(
                "the file is of a finished game but breaks off after action {number}", number=last.number
            )
        while not self._table.state.flow.over:
            self._table.pass_on(last)

    def _report(self) -> Report:
        game = self._table.game()
        site = self._site
        report = Report(
            title=game.setup.title,
            players=site.players,
            actions=len(site.actions),
            finished=game.over,
            scores=self._scores(game),
            file_scores=site.result if site.finished else None,
            runs=self._runs.count,
            differences=self._runs.differences,
            better_runs=self._runs.better,
            short_runs=self._runs.short,
        )
        if report.equal is False:
            report.differences = sorted([*self._table.doubts, *report.differences], key=lambda d: d.action)
        if site.pinned:
            report.notes.append(f"the file is pinned to version {site.pinned} of the site's program (DCZ-29)")
        if self._ended:
            report.notes.append("the players ended the game before its time")
        if site.listed != len(site.actions):
            report.notes.append(f"{site.listed} actions are listed; {len(site.actions)} stand")
        return report

    def _scores(self, game: Game) -> dict[str, int]:
        """Our scores; in a game ended before its time Locals are worth what they are then, as on the site."""
        scores = game.scores()
        if self._ended:
            facts, state = self._table.facts, self._table.state
            missing = facts.last_local_price - local_price(facts, state)
            for name in scores:
                scores[name] -= missing * len(locals_of(state, name, company=False))
        return scores

    def _pass(self, source: SiteAction, fields: dict[str, Any]) -> None:
        if source.entity_type == "player":
            if self._after_purchase(source):
                return
            self._table.to_player(source)
            self._table.do(source, Pass(source.entity))
        else:
            self._pass_of_company(source)

    def _after_purchase(self, source: SiteAction) -> bool:
        """Whether a player only says that he is done after a purchase, which has ended his turn here."""
        last = self._last
        bought = last is not None and last.type in ("par", "buy_shares") and last.entity == source.entity
        return bought and self._table.actor() != source.entity

    def _pass_of_company(self, source: SiteAction) -> None:
        """On the site only one such pass decides anything: it keeps the acquired trains that are left.

        Which steps are passed there silently is the site's affair; in files of ours every pass is noted.
        """
        company = names.our_company(source.entity)
        table = self._table
        if company not in table.state.companies:
            raise ActionProblem(source.number, "there is no company {company}", company=source.entity)
        table.mention(company)
        if self._site.own:
            table.pass_on(source)
            return
        queue = table.state.queue
        # nobody waits any more: a company that passes does so in the next round
        waiting = table.state.flow.round != "operating" or company in queue or not queue
        if waiting and not table.on_turn(company) and table.state.companies[company].president != VACLAV:
            table.to_company(source, company)
        elif table.on_turn(company) and table.state.turn.acquired and not table.interrupted():
            table.pass_on(source)

    def _end(self, source: SiteAction, fields: dict[str, Any]) -> None:
        self._ended = True
