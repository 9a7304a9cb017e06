"""Writing a game of ours in the form of the site's files; our own import reads it back.

The site has no word for some of our options and for seats dealt by chance: these stand in a setting of their
own, which the site ignores. Refused offers leave no trace.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from piercy.core import plain
from piercy.core.actions import Action, Pass
from piercy.core.errors import InvalidAction
from piercy.core.events import Event
from piercy.core.game import Game, new_game
from piercy.core.record import Record
from piercy.interop.games18xx import names
from piercy.interop.games18xx.cards import POOL
from piercy.interop.games18xx.ledger import CardCopies, Certificates, TileCopies
from piercy.interop.games18xx.reader import OWN, TITLE
from piercy.rail.actions import (
    BuyShare,
    BuyTrain,
    LayTile,
    PayDividend,
    PlaceToken,
    RemoveToken,
    RepayLoans,
    SellShares,
    StartCompany,
)
from piercy.rail.trains import DEPOT
from piercy.titles.cz.actions import DraftLocal, LayPurple, LayWaived, RecordedRun, ScrapTrain
from piercy.titles.cz.book import BOHEMIA, STANDARD, book
from piercy.titles.cz.state import CzState, type_of

Fields = dict[str, Any]
_BOOKS = {"18cz": STANDARD, "18cz-bohemia": BOHEMIA}


def has_title(title: str) -> bool:
    """Whether the site has this game."""
    return title in _BOOKS


def export_document(game: Game) -> Fields:
    """The game as a document of the site.

    :raises InvalidAction: the site does not have this game.
    """
    if not has_title(game.setup.title):
        raise InvalidAction("18xx.games does not have {title}", title=game.setup.title)
    return _Writer(game).document()


class _Writer:
    """One export: plays the game again and notes what the site would have noted."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._facts = book(_BOOKS[game.setup.title])
        setup = game.setup
        self._fresh = new_game(setup.title, players=setup.players, seed=setup.seed, options=setup.options)
        state = self._fresh.state_as(CzState)
        self._record: Record[CzState] = Record(game.title, state, (), plain.copy(state))
        self._ids = {name: seat for seat, name in enumerate(self._state.order, start=1)}
        self._tiles, self._cards, self._certificates = TileCopies(), CardCopies(), Certificates()
        self._lines: list[Fields] = []
        self._writers: dict[type[Action], Callable[[Any], None]] = {
            Pass: self._pass,
            DraftLocal: self._draft,
            StartCompany: self._start,
            RepayLoans: self._repay,
            LayTile: self._lay,
            LayPurple: self._lay,
            LayWaived: self._lay,
            PlaceToken: self._place,
            RemoveToken: self._remove,
            RecordedRun: self._recorded,
            PayDividend: self._dividend,
            ScrapTrain: self._scrap,
            BuyTrain: self._buy_train,
        }
        """What is noted as it is done; all else is noted from what it brought about."""

    def document(self) -> Fields:
        self._happen(self._fresh.log)
        for action in self._game.history:
            if type(action) in self._writers:
                self._writers[type(action)](action)
            before = self._on_turn
            self._record.do(action)
            tip = self._record.tip
            assert tip is not None
            self._follow(action, before, tip.events)
        game = self._game
        return {
            "id": f"piercy_{game.setup.seed}",
            "description": "",
            "user": {"id": 0, "name": "Piercy"},
            "players": [{"id": seat, "name": name} for name, seat in self._ids.items()],
            "max_players": len(self._ids),
            "title": TITLE,
            "settings": {
                "seed": game.setup.seed,
                "optional_rules": [],
                OWN: {"players": list(game.players), "options": dict(game.setup.options)},
            },
            "status": "finished" if game.over else "active",
            "turn": self._state.set_number + 1,
            "round": "Operating Round" if self._state.round_in_set >= 0 else "Stock Round",
            "acting": list(self._ids.values()) if game.over else [self._ids[str(game.actor)]],
            "result": {str(self._ids[name]): score for name, score in game.scores().items()}
            if game.over
            else {},
            "actions": [{"id": number, **line} for number, line in enumerate(self._lines, start=1)],
            "loaded": True,
            "created_at": 0,
            "updated_at": 0,
        }

    @property
    def _state(self) -> CzState:
        return self._record.state

    @property
    def _on_turn(self) -> str:
        return self._state.turn.company

    # --- lines of the file

    def _company(self, kind: str, fields: Fields, by: str | None = None) -> None:
        name = names.site_company(by or self._on_turn)
        self._lines.append({"type": kind, "entity": name, "entity_type": "corporation", **fields})

    def _player(self, kind: str, action: Action, fields: Fields) -> None:
        seat = self._ids[action.player]
        self._lines.append({"type": kind, "entity": seat, "entity_type": "player", **fields})

    def _pass(self, action: Pass) -> None:
        if self._state.flow.round == "operating":
            self._company("pass", {})
        else:
            self._player("pass", action, {})

    def _draft(self, action: DraftLocal) -> None:
        self._player(
            "bid", action, {"company": action.local, "price": self._facts.locals[action.local].price}
        )

    def _repay(self, action: RepayLoans) -> None:
        self._player("special_buy", action, {"description": "Payoff debt", "amount": action.amount})

    def _dividend(self, action: PayDividend) -> None:
        self._company("dividend", {"kind": "payout" if action.pay else "withhold"})

    def _scrap(self, action: ScrapTrain) -> None:
        self._company("discard_train", {"train": self._cards.take(self._on_turn, action.train)})

    def _start(self, action: StartCompany) -> None:
        price = f"{action.par},0,{self._facts.cell_of[action.par]}"
        company = names.site_company(action.company)
        self._player("par", action, {"corporation": company, "share_price": price})

    def _lay(self, action: LayTile | LayPurple | LayWaived) -> None:
        fields = {
            "hex": names.site_hex(action.hex),
            "tile": self._tiles.lay(action.hex, action.tile),
            "rotation": names.turned(action.rotation),
        }
        if isinstance(action, LayTile):
            self._company("lay_tile", fields)
        else:
            line = {"type": "lay_tile", "entity": action.local, "entity_type": "company"}
            self._lines.append({**line, **fields})

    def _place(self, action: PlaceToken) -> None:
        there = self._state.board.tokens.get(action.hex, ())
        slot = sum(city == action.city for _, city in there)
        self._company("place_token", {"city": self._tiles.city(action.hex, action.city), "slot": slot})

    def _remove(self, action: RemoveToken) -> None:
        self._company("remove_token", {"city": self._tiles.city(action.hex, action.city), "slot": 0})

    def _recorded(self, action: RecordedRun) -> None:
        """A sum without routes: the site's form wants a train, any of the company's."""
        company = self._state.companies[self._on_turn]
        cards = self._cards.of(self._on_turn, type_of(company.trains[0])) if company.trains else []
        routes = [
            {"train": card, "connections": [], "hexes": [], "revenue": action.revenue} for card in cards[:1]
        ]
        self._company("run_routes", {"routes": routes})

    def _buy_train(self, action: BuyTrain) -> None:
        buyer = self._on_turn
        if action.source == DEPOT:
            card = self._cards.draw(buyer, action.train)
        else:
            card = self._cards.take(POOL, action.train)
            self._cards.give(buyer, action.train, card)
        price = self._facts.trains[type_of(action.train)].price
        self._company("buy_train", {"train": card, "price": price, "variant": action.train})

    # --- what followed

    def _follow(self, action: Action, company: str, events: Sequence[Event]) -> None:
        """Note what an action brought about, by itself or once somebody agreed."""
        if isinstance(action, BuyShare | SellShares):
            self._trade(action)
        for name, owned in self._state.companies.items():
            if owned.president is not None and not isinstance(action, BuyShare | SellShares):
                self._certificates.moved(self._state, name, self._facts.size(name).shares)
        self._happen(events, company)
        self._cards.keep_up(self._state)

    def _trade(self, action: BuyShare | SellShares) -> None:
        facts = self._facts.size(action.company)
        moved = self._certificates.moved(self._state, action.company, facts.shares)
        count = action.count if isinstance(action, SellShares) else 1
        kind = "sell_shares" if isinstance(action, SellShares) else "buy_shares"
        self._player(kind, action, {"shares": moved[:count], "percent": count * 100 // facts.shares})

    def _happen(self, events: Sequence[Event], company: str = "") -> None:
        for event in events:
            fields = dict(event.fields)
            if event.key == "trains_run":
                self._run(fields)
            elif event.key == "card_exported":
                self._cards.draw(None, fields["card"])
            elif event.key == "vaclav_card":
                self._cards.draw(fields["company"], fields["train"])
            elif event.key == "train_discarded":
                card = self._cards.take(fields["company"], fields["train"])
                self._cards.give(POOL, fields["train"], card)
                self._company("discard_train", {"train": card}, fields["company"])
            elif event.key == "train_converted":
                card = self._cards.take(fields["company"], fields["train"])
                self._cards.give(fields["company"], fields["into"], card)
                self._company("swap_train", {"train": card}, company)
            elif event.key in _DEALS:
                self._deal(event.key, company, fields)

    def _deal(self, key: str, company: str, event: Fields) -> None:
        price = event["price"]
        if key == "train_traded":
            card = self._cards.take(event["seller"], event["train"])
            self._cards.give(event["company"], event["train"], card)
            self._company("buy_train", {"train": card, "price": price}, company)
        elif key == "company_acquired":
            target = names.site_company(event["target"])
            self._company("buy_corporation", {"corporation": target, "price": price}, company)
        else:
            kind = "buy_company" if key == "local_bought" else "sell_company"
            self._company(kind, {"company": event["local"], "price": price}, company)

    def _run(self, fields: Fields) -> None:
        company, routes = fields["company"], []
        left = {kind: self._cards.of(company, kind) for kind in {run["train"] for run in fields["routes"]}}
        for run in fields["routes"]:
            stops = [place.partition("/")[0] for place in run["path"] if "/" in place]
            routes.append(
                {
                    "train": left[run["train"]].pop(0),
                    "connections": [[names.site_hex(name) for name in leg] for leg in _legs(run["path"])],
                    "hexes": [names.site_hex(name) for name in stops],
                    "revenue": run["value"],
                    "revenue_str": "-".join(map(names.site_hex, stops)),
                }
            )
        self._company("run_routes", {"routes": routes}, company)


_DEALS = ("train_traded", "company_acquired", "local_bought", "local_sold")


def _legs(path: Sequence[str]) -> Iterator[list[str]]:
    """The hexes of a route from stop to stop."""
    leg: list[str] = []
    for place in path:
        name, slash, _ = place.partition("/")
        leg.append(name)
        if slash:
            if len(leg) > 1:
                yield leg
            leg = [name]
