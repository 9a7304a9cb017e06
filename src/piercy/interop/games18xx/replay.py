"""Playing a file of the site in our own engine, every action checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from piercy.core.actions import Pass
from piercy.core.game import Game
from piercy.interop.games18xx import names
from piercy.interop.games18xx.cards import POOL, Cards
from piercy.interop.games18xx.problems import ActionProblem, ImportProblem
from piercy.interop.games18xx.reader import SiteAction, SiteGame, read_text
from piercy.interop.games18xx.report import Report
from piercy.interop.games18xx.runs import Runs
from piercy.interop.games18xx.table import Table
from piercy.rail.actions import BuyShare, BuyTrain, DiscardTrain, LayTile, PlaceToken, SellShares
from piercy.titles.cz.actions import (
    BuyLocal,
    ConvertTrain,
    DraftLocal,
    LayPurple,
    LayWaived,
    OfferAcquisition,
    OfferForTrain,
    PayDividend,
    RemoveStation,
    RepayLoan,
    ScrapTrain,
    SellLocal,
    StartCompany,
)
from piercy.titles.cz.state import VACLAV, CzState, local_price, locals_of

NOBODY = ""
"""Stands for the player in an action of a company until the table knows who decides."""


def import_text(text: str, *, optimum: bool = False) -> tuple[Game, Report]:
    """The game of a file, replayed, and what the import found.

    :param optimum: also find the best run at every recorded run, which takes the router.
    :raises ImportProblem: the file is no such game, or an action of it is impossible.
    """
    return Replay(read_text(text), optimum=optimum).play()


class Replay:
    """One import."""

    def __init__(self, site: SiteGame, *, optimum: bool = False) -> None:
        self._site = site
        self._table = Table(site)
        self._cards = Cards()
        self._tiles: dict[str, str] = {}
        """Copy of a tile -> our hex where it lies."""
        self._runs = Runs(self._table, self._cards, optimum=optimum)
        self._ended = False
        self._handlers: dict[str, Callable[[SiteAction, dict[str, Any]], None]] = {
            "bid": self._bid,
            "pass": self._pass,
            "par": self._par,
            "buy_shares": self._buy_share,
            "sell_shares": self._sell_shares,
            "special_buy": self._repay,
            "lay_tile": self._lay_tile,
            "place_token": self._place_token,
            "remove_token": self._remove_token,
            "run_routes": self._runs.run,
            "dividend": self._dividend,
            "buy_company": self._buy_local,
            "sell_company": self._sell_local,
            "buy_corporation": self._acquire,
            "swap_train": self._convert,
            "discard_train": self._discard,
            "buy_train": self._buy_train,
            "end_game": self._end,
        }

    def play(self) -> tuple[Game, Report]:
        """Play all actions.

        :raises ImportProblem: one is impossible, or the file breaks off.
        """
        for action in self._site.actions:
            self.do(action)
        if self._site.finished and not self._ended:
            self._finish()
        return self._table.game(), self._report()

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

    # --- players

    def _bid(self, source: SiteAction, fields: dict[str, Any]) -> None:
        local = self._local(source)
        price = self._table.facts.locals[local].price
        if fields["price"] != price:
            raise ActionProblem(
                source.number, "{local} costs {ours} (RCZ-III.3.1); the file says {theirs}",
                local=local, ours=price, theirs=fields["price"],
            )  # fmt: skip
        self._table.to_player(source)
        self._table.do(source, DraftLocal(source.entity, local))

    def _pass(self, source: SiteAction, fields: dict[str, Any]) -> None:
        if source.entity_type == "player":
            self._table.to_player(source)
            self._table.do(source, Pass(source.entity))
        else:
            self._pass_of_company(source)

    def _pass_of_company(self, source: SiteAction) -> None:
        """On the site only one such pass decides anything: it keeps the acquired trains that are left.

        Which steps are passed there silently is the site's affair; in files of ours every pass is noted.
        """
        company = names.our_company(source.entity)
        table = self._table
        if company not in table.state.companies:
            raise ActionProblem(source.number, "there is no company {company}", company=source.entity)
        if self._site.own:
            table.pass_on(source)
            return
        queue = table.state.queue
        # nobody waits any more: a company that passes does so in the next round
        waiting = table.state.flow.round != "operating" or company in queue or not queue
        if waiting and not table.on_turn(company) and table.state.companies[company].director != VACLAV:
            table.to_company(source, company)
        elif table.on_turn(company) and table.state.turn.acquired and not table.interrupted():
            table.pass_on(source)

    def _par(self, source: SiteAction, fields: dict[str, Any]) -> None:
        company = names.our_company(fields["corporation"])
        self._table.to_player(source)
        self._table.do(source, StartCompany(source.entity, company, names.read_price(fields["share_price"])))

    def _buy_share(self, source: SiteAction, fields: dict[str, Any]) -> None:
        company, _ = names.read_share(_one(fields["shares"]))
        self._table.to_player(source)
        self._table.do(source, BuyShare(source.entity, company))

    def _sell_shares(self, source: SiteAction, fields: dict[str, Any]) -> None:
        certificates = [names.read_share(share) for share in fields["shares"]]
        company = _one(sorted({name for name, _ in certificates}))
        count = sum(1 if number else 2 for _, number in certificates)
        if type(fields.get("percent")) is int:
            count = fields["percent"] * self._table.facts.size(company).shares // 100
        self._table.to_player(source)
        self._table.do(source, SellShares(source.entity, company, count))

    def _repay(self, source: SiteAction, fields: dict[str, Any]) -> None:
        """The site pays the smaller of cash and debt at once [DCZ-17]."""
        self._table.to_player(source)
        debtor = self._table.state.players[source.entity]
        amount = fields.get("amount", min(debtor.cash, debtor.loan))
        self._table.do(source, RepayLoan(source.entity, amount))

    def _end(self, source: SiteAction, fields: dict[str, Any]) -> None:
        self._ended = True

    # --- building

    def _lay_tile(self, source: SiteAction, fields: dict[str, Any]) -> None:
        tile, place = names.read_tile(fields["tile"]), names.our_hex(fields["hex"])
        rotation = names.turned(fields["rotation"])
        if source.entity_type == "company":
            local = self._local(source, source.entity)
            kind = LayPurple if tile.endswith("p") else LayWaived
            owner = self._owner(source, local)
            self._table.in_turn(source, owner, kind(NOBODY, local, place, tile, rotation))
        else:
            company = names.our_company(source.entity)
            self._table.in_turn(source, company, LayTile(NOBODY, place, tile, rotation))
        self._tiles[fields["tile"]] = place

    def _place_token(self, source: SiteAction, fields: dict[str, Any]) -> None:
        place, city = self._city(fields["city"])
        company = names.our_company(source.entity)
        if self._table.interrupted():  # a green tile has come to B8: its layer settles the station there
            self._table.do(source, PlaceToken(self._table.actor(), place, city))
            return
        self._table.to_company(source, company)
        state = self._table.state
        stands = any(owner == company for owner, _ in state.board.tokens.get(place, ()))
        # the site lets ATE choose among cities that the bare or the brown hex does not tell apart [DCZ-12]
        if stands and state.turn.first:
            return
        self._table.in_turn(source, company, PlaceToken(NOBODY, place, city))

    def _remove_token(self, source: SiteAction, fields: dict[str, Any]) -> None:
        place, city = self._city(fields["city"])
        self._table.in_turn(source, names.our_company(source.entity), RemoveStation(NOBODY, place, city))

    def _city(self, name: str) -> tuple[str, int]:
        """The hex and the index of a city that is named by its tile or its bare hex."""
        place, index = names.read_city(name)
        if names.is_site_hex(place):
            return names.our_hex(place), index
        if place not in self._tiles:
            raise ValueError(f"the tile {place} does not lie on the map")
        return self._tiles[place], index

    # --- money and companies

    def _dividend(self, source: SiteAction, fields: dict[str, Any]) -> None:
        if fields["kind"] not in ("payout", "withhold"):
            raise ActionProblem(source.number, "18CZ has no dividend {kind!r}", kind=fields["kind"])
        company = names.our_company(source.entity)
        owner = self._table.state.companies.get(company)
        if owner is not None and owner.director == VACLAV:
            return  # his are paid by themselves
        self._table.to_company(source, company)
        if self._table.state.turn.revenue:
            self._table.in_turn(source, company, PayDividend(NOBODY, fields["kind"] == "payout"))

    def _buy_local(self, source: SiteAction, fields: dict[str, Any]) -> None:
        company = names.our_company(source.entity)
        self._table.in_turn(source, company, BuyLocal(NOBODY, self._local(source), fields["price"]))

    def _sell_local(self, source: SiteAction, fields: dict[str, Any]) -> None:
        local = self._local(source)
        owner = self._owner(source, local)
        self._table.to_company(source, owner)
        price = local_price(self._table.facts, self._table.state)
        if fields["price"] != price and not self._table.state.queue:
            self._table.to_next_turn(source, owner)  # the same company twice running: the price has risen
            price = local_price(self._table.facts, self._table.state)
        if fields["price"] != price:
            raise ActionProblem(
                source.number, "the bank pays {ours} for a Local (RCZ-IV.1.4); the file says {theirs}",
                ours=price, theirs=fields["price"],
            )  # fmt: skip
        self._table.in_turn(source, owner, SellLocal(NOBODY, local))

    def _local(self, source: SiteAction, name: str | None = None) -> str:
        name = source.fields["company"] if name is None else name
        if name not in self._table.facts.locals:
            raise ActionProblem(source.number, "there is no Local {local!r}", local=name)
        return name

    def _owner(self, source: SiteAction, local: str) -> str:
        held = self._table.state.locals[local]
        if held.owner is None or not held.with_company:
            raise ActionProblem(source.number, "no company owns {local} (RCZ-IV.1.17)", local=local)
        return held.owner

    def _acquire(self, source: SiteAction, fields: dict[str, Any]) -> None:
        company, target = names.our_company(source.entity), names.our_company(fields["corporation"])
        self._table.to_step(source, company, OfferAcquisition)
        if self._table.state.turn.acquired:
            self._table.pass_on(source)
        self._table.in_turn(source, company, OfferAcquisition(NOBODY, target, fields["price"]))
        self._cards.pass_over(target, company)

    # --- trains

    def _convert(self, source: SiteAction, fields: dict[str, Any]) -> None:
        company, card = names.our_company(source.entity), fields["train"]
        train = self._held(source, card, company)
        self._table.in_turn(source, company, ConvertTrain(NOBODY, train))
        self._cards.put(card, company, self._table.happened("train_converted")["into"])

    def _discard(self, source: SiteAction, fields: dict[str, Any]) -> None:
        """Scrap a train just acquired, or return one to the pool [DCZ-21]."""
        company, card = names.our_company(source.entity), fields["train"]
        train = self._held(source, card, company)
        table = self._table
        if table.on_turn(company) and train in table.state.turn.acquired:
            table.in_turn(source, company, ScrapTrain(NOBODY, train))
            self._cards.drop(card)
            return
        while not table.interrupted() and not self._returned(train):
            table.pass_on(source)
        if not self._returned(train):
            table.do(source, DiscardTrain(table.actor(), train))
        self._cards.put(card, POOL, train)

    def _returned(self, train: str) -> bool:
        """Whether our game has returned such a train by itself, there being no choice [RCZ-VIII.12.23]."""
        return self._table.state.depot.pool.count(train) > self._cards.pooled(train)

    def _buy_train(self, source: SiteAction, fields: dict[str, Any]) -> None:
        company, card, price = names.our_company(source.entity), fields["train"], fields["price"]
        letter, _ = names.read_card(card)
        holder = self._cards.holder(card)
        if holder not in (None, POOL):
            train = self._cards.train(card)
            assert holder is not None
            self._table.in_turn(source, company, OfferForTrain(NOBODY, holder, train, price))
        else:
            kind = names.read_type(fields.get("variant") or card.partition("-")[0])
            train = kind + letter
            listed = self._table.facts.trains[kind].price
            if price != listed:
                raise ActionProblem(
                    source.number, "a {kind} costs {ours} (RCZ-VIII.10.8); the file says {theirs}",
                    kind=kind, ours=listed, theirs=price,
                )  # fmt: skip
            self._drop_from_pool(card)
            self._table.in_turn(source, company, BuyTrain(NOBODY, train, "pool" if holder else "bank"))
        self._cards.put(card, company, train)

    def _drop_from_pool(self, card: str) -> None:
        if self._cards.holder(card) == POOL:
            self._cards.drop(card)

    def _held(self, source: SiteAction, card: str, company: str) -> str:
        if self._cards.holder(card) != company:
            raise ActionProblem(
                source.number, "{company} has no train {card}", company=source.entity, card=card
            )
        return self._cards.train(card)


def _one(listed: list[Any]) -> Any:
    if len(listed) != 1:
        raise ValueError(f"one was expected, not {len(listed)}: {listed!r}")
    return listed[0]
