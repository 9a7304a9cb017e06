"""Moravia-Silesia: five private companies are auctioned at the start [RCZ-XI.2.23 to XI.2.32]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, Round, Step
from piercy.core.offers import Offer, OneOf, Range
from piercy.rail.board import place_token
from piercy.rail.money import pay
from piercy.titles.cz.actions import OpenAuction, RaiseBid
from piercy.titles.cz.book import Book
from piercy.titles.cz.events import AuctionFailed, AuctionOpened, AuctionRoundBegan, BidMade, PrivateSold
from piercy.titles.cz.prestock import end_of_privates_sale
from piercy.titles.cz.state import Auction, CzState

Ctx = Context[CzState]


def on_offer(state: CzState) -> list[str]:
    return [name for name, private in state.locals.items() if private.owner is None and not private.closed]


def least_bid(facts: Book, auction: Auction) -> int:
    """What must be bid at least now."""
    return auction.bid + facts.bid_step if auction.bid else facts.locals[auction.private].price


class AuctionPrivates(Step[CzState, OpenAuction | RaiseBid]):
    """Name a private company, then bid round the table until all but one have passed [RCZ-XI.2.52]."""

    name = "auction"
    actions = (OpenAuction, RaiseBid)

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def actor(self, ctx: Ctx) -> str | None:
        state = ctx.state
        if state.auction is not None:
            return state.auction.bidders[0]
        return state.order[(state.openings - 1) % len(state.order)]

    def offers(self, ctx: Ctx) -> list[Offer]:
        state = ctx.state
        player = self.actor(ctx)
        assert player is not None
        cash = state.players[player].cash
        if state.auction is not None:
            least = least_bid(self._facts, state.auction)
            return [Offer(RaiseBid, player, (Range("bid", least, cash),))] if least <= cash else []
        names = on_offer(state)
        offers = [
            Offer(OpenAuction, player, (OneOf("private", (name,)), Range("bid", price, cash)))
            for name in names
            if (price := self._facts.locals[name].price) <= cash
        ]
        return [*offers, Offer(OpenAuction, player, (OneOf("private", tuple(names)), OneOf("bid", (0,))))]

    def check(self, ctx: Ctx, action: OpenAuction | RaiseBid) -> None:
        state = ctx.state
        if isinstance(action, OpenAuction):
            self._check_opening(state, action)
            least = self._facts.locals[action.private].price if action.bid else 0
            rule = "RCZ-XI.2.25"
        else:
            if state.auction is None:
                raise IllegalAction("RCZ-XI.2.51", "name a private company first")
            least, rule = least_bid(self._facts, state.auction), "RCZ-XI.2.27"
        cash = state.players[action.player].cash
        if action.bid < least:
            raise IllegalAction(rule, "bid at least {least}, not {bid}", least=least, bid=action.bid)
        if action.bid > cash:
            raise IllegalAction("RCZ-XI.2.27", "{player} has only {cash}", player=action.player, cash=cash)

    def check_pass(self, ctx: Ctx) -> None:
        if ctx.state.auction is None:
            raise IllegalAction("RCZ-XI.2.51", "who opens names a private company, even to pass on it")

    def apply(self, ctx: Ctx, action: OpenAuction | RaiseBid) -> None:
        state = ctx.state
        if isinstance(action, OpenAuction):
            at = state.order.index(action.player)
            state.auction = Auction(action.private, state.order[at:] + state.order[:at])
            ctx.emit(AuctionOpened(player=action.player, private=action.private, bid=action.bid))
        auction = state.auction
        assert auction is not None
        auction.bidders.remove(action.player)
        if action.bid:
            auction.bid, auction.leader = action.bid, action.player
            auction.bidders.append(action.player)
            ctx.emit(BidMade(player=action.player, private=auction.private, bid=action.bid))
        self._settle(ctx, auction)

    def passed(self, ctx: Ctx) -> None:
        """Who passes is out of this auction [RCZ-XI.2.28]."""
        auction = ctx.state.auction
        assert auction is not None
        auction.bidders.pop(0)
        self._settle(ctx, auction)

    def _check_opening(self, state: CzState, action: OpenAuction) -> None:
        if action.private not in state.locals:
            raise InvalidAction("unknown private company {private!r}", private=action.private)
        if action.bid < 0:
            raise InvalidAction("a bid is 0 or more, not {bid}", bid=action.bid)
        if state.auction is not None:
            raise IllegalAction("RCZ-XI.2.26", "{private} is under the hammer", private=state.auction.private)
        if action.private not in on_offer(state):
            raise IllegalAction("RCZ-XI.2.25", "{private} is sold", private=action.private)

    def _settle(self, ctx: Ctx, auction: Auction) -> None:
        """End the auction when nobody is left to raise [RCZ-XI.2.52]."""
        state = ctx.state
        if auction.bidders and auction.bidders != [auction.leader]:
            return
        state.auction = None
        state.unsold_openings += 1
        if auction.leader is not None:
            state.unsold_openings = 0
            self._hand_over(ctx, auction.private, auction.leader, auction.bid)
        ctx.next_step()

    def _hand_over(self, ctx: Ctx, name: str, player: str, price: int) -> None:
        state, facts = ctx.state, self._facts.locals[name]
        pay(state.players[player], state.bank, price)
        state.locals[name].owner = player
        ctx.emit(PrivateSold(private=name, player=player, price=price))
        if facts.home is not None:
            # MW's marker stands on its home from now on [RCZ-XI.2.39]
            place_token(state.board, facts.home, 0, name)


class AuctionRound(Round[CzState]):
    """Auctions opened in turn until all is sold or nobody wants the rest [RCZ-XI.2.24, RCZ-XI.2.30]."""

    turn_rule = "RCZ-XI.2.24"
    step_rule = "RCZ-XI.2.26"

    def __init__(self, facts: Book) -> None:
        self._facts = facts
        self.steps = (AuctionPrivates(facts),)

    def begin(self, ctx: Ctx) -> None:
        ctx.emit(AuctionRoundBegan())

    def next_turn(self, ctx: Ctx) -> bool:
        state = ctx.state
        if not on_offer(state) or state.unsold_openings == len(state.order):
            return False
        state.openings += 1
        return True

    def end(self, ctx: Ctx) -> str | None:
        """Without a single sale the game is over [RCZ-XI.2.31]."""
        state = ctx.state
        left = on_offer(state)
        if len(left) == len(state.locals):
            ctx.emit(AuctionFailed(winner=state.order[0]))
            return None
        for name in left:
            state.locals[name].closed = True
        end_of_privates_sale(ctx)
        return "stock"
