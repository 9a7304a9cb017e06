"""What would change the Dragons' mind: it can be had, and they then do as the chart says."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.titles.sardinia.openings import NAMES, position
from tests.titles.sardinia.steps import INCOME, TOKEN, TRAINS, at, end_turn, new
from tests.titles.sardinia.test_forecast import entered, of

from piercy.core.actions import Action, Pass
from piercy.core.chance import Chance
from piercy.core.game import Game, new_game
from piercy.rail.actions import BuyTrain, DiscardTrain, PayDividend
from piercy.rail.rail_title import ComingTurn
from piercy.testing import questions as ask
from piercy.testing.conformance import choose
from piercy.testing.moves import offered, play
from piercy.testing.scenario import SardiniaScenario
from piercy.titles.sardinia.book import GREEN, RED
from piercy.titles.sardinia.forecast import TRADES
from piercy.titles.sardinia.operating_actions import PlaceTokenAlong
from piercy.titles.sardinia.standing import Change, Standing

MINE = "F34 8@3, F32 173@0"
"""From Cagliari, the home of FMS, to a mine."""


def standing(game: Game, name: str = "FMS") -> Standing:
    return next(found for found in of(game).standings if found.company == name)


def told(game: Game, name: str = "FMS") -> dict[tuple[str, str, tuple[str, ...]], tuple[int, int, str]]:
    """The changes of a company, by cause, train and what is given up: rank, row and region."""
    changes = standing(game, name).changes
    found = {(c.cause, c.train, c.discards): (c.rank, c.row, c.region) for c in changes}
    assert len(found) == len(changes)
    return found


def fms(
    phase: int = 2,
    *,
    row: int | None = None,
    trains: tuple[str, ...] = (),
    charter: int | None = None,
    cash: int = 0,
) -> SardiniaScenario:
    made = position(2).phase(phase)
    return made.company("FMS", 80, "Alan", {"Alan": 1}, row=row, trains=trains, charter=charter, cash=cash)


def second_round(made: SardiniaScenario) -> Game:
    """The second operating round of the set."""
    made.operating_round(1)
    return made.begin("operating")


@pytest.mark.rule("R65-3.12.6")
def test_how_far_a_company_is_from_other_regions() -> None:
    """In the row where the Dragons will find it: FMS and SFS fall to the third."""
    made = fms(3, row=2, trains=("PH2", "PH2"))
    made.company("FA", 70, "Bob", {"Bob": 1}, row=3)
    made.company("SFS", 60, "Bob", {"Bob": 1}, row=2, trains=["PH2"])
    game = made.begin("operating")
    one, two, three = standing(game), standing(game, "FA"), standing(game, "SFS")
    assert (one.row, one.rank, one.region, one.coming) == (2, 5, "green", (3, "white"))
    assert (one.above, one.below) == (("green", 2), ("red", 1))
    assert (two.row, two.rank, two.region, two.coming) == (3, 1, "red", (3, "red"))
    assert (two.above, two.below) == (("white", 4), None)
    assert (three.row, three.region, three.coming, three.above) == (2, "white", (3, "red"), ("white", 2))
    green = standing(fms(2, trains=("PH2", "PH3")).begin("operating"))
    assert (green.coming, green.above, green.below) == ((2, "green"), None, ("white", 2))
    last_white = standing(fms(3, row=3, trains=("PH2", "PH3")).begin("operating"))
    assert (last_white.rank, last_white.coming) == (6, (3, "white"))
    assert (last_white.above, last_white.below) == (("green", 1), ("red", 2))


def test_what_would_change_the_region() -> None:
    """What leaves it in the region where it comes anyway is not told."""
    made = fms(3, row=2, trains=("PH2", "PH2")).next_train("PH4")
    game = made.company("FA", 70, "Bob", {"Bob": 1}, row=3).begin("operating")
    assert standing(game).coming == (3, "white")
    assert told(game) == {("phase", "PH4", ()): (1, 3, "red")}
    game = fms(3, row=3, trains=("PH2", "PH2")).begin("operating")
    assert told(game) == {("train", "PH3", ()): (8, 3, "green")}
    game = fms(3, row=3, trains=("PH3",)).begin("operating")
    assert told(game) == {("token", "", ()): (5, 3, "white"), ("train", "PH3", ()): (7, 3, "green")}


@pytest.mark.rule("R65-2.2.6", "R65-3.2.2")
def test_a_train_that_opens_a_phase_scraps_the_buyers_own() -> None:
    """Two PH2 go for the PH4: the rank is not 9 but 5, in a row that falls."""
    game = at(fms(3, trains=("PH2", "PH2"), cash=900).next_train("PH4").begin("operating"), TRAINS)
    assert standing(game).coming == (3, "white")
    assert told(game) == {("train", "PH4", ()): (5, 4, "red")}
    game = play(game, new("PH4"))
    assert ask.trains(game, "FMS") == ["PH4"]
    assert (standing(game).rank, standing(game).coming) == (5, (4, "red"))


@pytest.mark.rule("R65-2.2.7")
def test_of_what_a_lower_limit_takes_the_president_has_the_choice() -> None:
    """Two trains are left in phase 6, and a PH4 or a PH5 is given up."""
    made = fms(5, row=5, trains=("PH4", "PH5", "PH5")).next_train("PH6")
    game = made.company("FA", 90, "Bob", {"Bob": 1}, cash=900).begin("operating")
    assert standing(game).coming == (5, "green")
    assert told(game) == {
        ("phase", "PH6", ("PH4",)): (11, 6, "white"),
        ("phase", "PH6", ("PH5",)): (10, 6, "red"),
    }
    game = play(at(game, TRAINS), new("PH6", "Bob"))
    for gone, found in (("PH4", (11, (6, "white"))), ("PH5", (10, (6, "red")))):
        after = standing(game.apply(DiscardTrain("Alan", gone)))
        assert (after.rank, after.coming) == found


def test_nothing_is_told_while_trains_are_being_given_up() -> None:
    made = fms(5, row=5, trains=("PH4", "PH5", "PH5"))
    made.company("SFS", 70, "Alan", {"Alan": 1}, row=5, trains=["PH4", "PH4"], tokens=["A21"])
    made.company("FA", 90, "Bob", {"Bob": 1}, cash=900).next_train("PH6")
    game = made.begin("operating")
    game = play(at(game, TRAINS), new("PH6", "Bob"))
    assert standing(game, "SFS").coming == (6, "red")
    assert told(game, "SFS") == {}
    game = game.apply(DiscardTrain("Alan", "PH4"))
    assert told(game, "SFS") == {("token", "", ()): (11, 6, "white")}


def test_by_option_the_lowest_train_goes() -> None:
    made = position(2, discard_lowest=True).phase(5)
    made.company("FMS", 80, "Alan", {"Alan": 1}, row=5, trains=["PH4", "PH5", "PH5"]).next_train("PH6")
    game = made.company("FA", 70, "Bob", {"Bob": 1}).begin("operating")
    assert told(game) == {("phase", "PH6", ("PH4",)): (11, 6, "white")}


@pytest.mark.parametrize("charter", [0, 1])
def test_no_token_is_promised_without_one_on_the_charter(charter: int) -> None:
    game = fms(3, row=3, trains=("PH3",), charter=charter).begin("operating")
    assert (("token", "", ()) in told(game)) == (charter == 1)


@pytest.mark.rule("R65-4.6.2")
def test_no_train_is_promised_at_the_limit() -> None:
    """Three trains are the limit of phase 5; another would lead from white to green."""
    at_limit = fms(5, row=5, trains=("PH3", "PH3", "PH3d")).begin("operating")
    assert standing(at_limit).coming == (5, "white")
    assert {cause for cause, _, _ in told(at_limit)} == {"token"}
    below = fms(5, row=5, trains=("PH3", "PH3")).begin("operating")
    assert ("train", "PH5", ()) in told(below)


def test_after_its_last_turn_a_company_can_have_nothing_more() -> None:
    """In the first operating round of a set it has another turn, in the second one it has not."""
    for first in (True, False):
        made = fms(3, row=3, trains=("PH3",)).company("FA", 70, "Bob", {"Bob": 1})
        game = made.begin("operating") if first else second_round(made)
        assert {cause for cause, _, _ in told(game)} == {"token", "train"}
        game = end_turn(game)
        assert ask.on_turn(game) == "FA"
        assert {cause for cause, _, _ in told(game)} == ({"token", "train"} if first else set())


def test_after_its_last_token_step_a_company_can_have_a_train_only() -> None:
    game = at(second_round(fms(3, row=3, trains=("PH3",), cash=900)), TRAINS)
    assert {cause for cause, _, _ in told(game)} == {"train"}
    first = at(fms(3, row=3, trains=("PH3",), cash=900).begin("operating"), TRAINS)
    assert {cause for cause, _, _ in told(first)} == {"token", "train"}


@pytest.mark.parametrize(("held", "room"), [(["PH3", "PH3"], 1), (["PH3"], 2), ([], 3)])
def test_no_phase_is_promised_that_the_others_have_no_room_to_open(held: list[str], room: int) -> None:
    """A PH3 and the discounted one lie before the first PH4, so the others must have room for three."""
    made = fms(3, row=3, trains=("PH2", "PH2")).company("FA", 70, "Bob", {"Bob": 1}, trains=held)
    while ask.depot(made).index("PH4") > 2:
        made.gone(ask.depot(made)[0])
    game = made.begin("operating")
    assert ask.depot(game)[:3] == ["PH3", "PH3d", "PH4"]
    assert (("phase", "PH4", ()) in told(game)) == (room >= 3)


def test_nothing_changes_their_mind_where_no_stock_round_follows() -> None:
    made = fms(3, row=3, trains=("PH3",))
    assert told(made.begin("operating"))
    made.ending("bank_broken")
    found = standing(made.begin("operating"))
    assert (found.coming, found.above, found.below, found.changes) == (None, None, None, ())


def test_the_last_stock_round_is_known_between_the_rounds_too() -> None:
    """A simulation of three sets; before the third stock round a president is asked to convert."""
    game = new_game("1865", players=NAMES[:3], seed=10, options={"round_cap": 3})
    chance = Chance(10)
    told_of: list[tuple[bool, int, bool]] = []
    begun = 0
    while not game.over:
        begun += sum(event.key == "stock_round_began" for event in game.latest_events)
        if game.log and of(game).standings:
            between = ask.round_name(game) == "prelude"
            told_of.append((between, begun + between, of(game).standings[0].coming is not None))
        game = game.apply(choose(game, chance))
    assert begun == 3
    assert {between for between, _, _ in told_of} == {True, False}
    assert all(follows == (rounds < begun) for _, rounds, follows in told_of)


# --- what is told is done in the game, and the Dragons agree

MINES = ("A21", "B32", "E1", "E9", "E27", "F18", "D8", "D2")
"""Places for tokens that stand in nobody's way."""
KINDS = {2: "PH2", 3: "PH2 PH3", 4: "PH3 PH4", 5: "PH3 PH4 PH5", 6: "PH4 PH5 PH6", 7: "PH5 PH6 PH7"}
RICH = 850
PRICES = {"FMS": 150, "RCSF": 120, "FA": 90, "SFSS": 60}


def random_position(chance: Chance) -> SardiniaScenario:
    """Four companies with money for any train; FMS, first on turn, has a token and reaches a mine."""
    phase = 2 + chance.below(6)
    made = position(2 + chance.below(2)).phase(phase).tiles(MINE)
    places = chance.shuffled(MINES)
    for name, price in PRICES.items():
        trains: list[str] = []
        for _ in range(chance.below(made.facts.phases[phase].train_limit + 1)):
            pile = +(Counter(ask.depot(made)) - Counter(trains))
            if kinds := [kind for kind in KINDS[phase].split() if kind == "PH7" or kind in pile]:
                trains.append(chance.choice(kinds))
        made.company(
            name, price, chance.choice(ask.players(made)), major=True, cash=RICH,
            row=2 + chance.below(phase - 1), trains=trains,
            tokens=[places.pop() for _ in range(chance.below(3))], charter=chance.below(3) or name == "FMS",
            dragons=chance.below(2), pool=3 * chance.below(2),
        )  # fmt: skip
    if phase < 7 and chance.below(2):
        made.next_train(f"PH{phase + 1}")
    made.operating_round(chance.below(2))
    return made


def carried_out(game: Game, name: str, change: Change) -> Game | None:
    """Play until the change has been made and nothing else on the chart; None: it could not be had."""
    left, phase, operating = list(change.discards), ask.phase(game), False
    done = False
    while not done or ask.discarding(game):
        before = game
        operating = operating or ask.round_name(before) == "operating"
        if game.over or (operating and ask.round_name(before) != "operating"):
            return None
        action = _discard(game, name, left) if ask.discarding(before) else _step(game, name, change)
        if isinstance(action, Pass) and must_buy_now(game):
            return None
        if isinstance(action, BuyTrain):
            game = _with_money_to_spare(game)
        game = game.apply(action)
        done = done or isinstance(action, PlaceTokenAlong)
        done = done or (isinstance(action, BuyTrain) and (change.cause == "train" or ask.phase(game) > phase))
    assert not left
    return game


def must_buy_now(game: Game) -> bool:
    """Whether the company on turn may not end its turn as it is."""
    name = ask.on_turn(game)
    return name is not None and ask.step(game) == "trains" and ask.must_buy(game, name)


def _with_money_to_spare(game: Game) -> Game:
    """The company on turn can pay for two more trains, whatever they cost."""
    name = str(ask.on_turn(game))
    return SardiniaScenario(game).cash(name, max(ask.cash(game, name), 2 * RICH)).game()


def _discard(game: Game, name: str, left: list[str]) -> Action:
    """What the change says; of others, the first train that is offered."""
    if ask.discarding(game)[0] == name:
        return DiscardTrain(game.actor or "", left.pop())
    first: Action = offered(game, DiscardTrain)[0]
    return first


def _step(game: Game, name: str, change: Change) -> Action:
    actor = game.actor or ""
    if ask.round_name(game) != "operating" or ask.on_turn(game) is None:
        return Pass(actor)
    own, step = ask.on_turn(game) == name, ask.step(game)
    if change.cause == "token" and own and step == TOKEN and (tokens := offered(game, PlaceTokenAlong)):
        placing: Action = tokens[0]
        return placing
    if change.cause == "train" and own and step == TRAINS:
        return BuyTrain(actor, change.train, change.source)
    if change.cause == "phase" and not own and step == TRAINS and (pile := _of_pile(game)):
        return pile[0]
    return PayDividend(actor, False) if step == INCOME else Pass(actor)


def _of_pile(game: Game) -> list[BuyTrain]:
    return [action for action in offered(game, BuyTrain) if action.source == "depot"]


def first_turn(game: Game) -> tuple[Game, ComingTurn]:
    """The next stock round after the first turn of the Dragons, without conversions.

    It has begun where nothing was left to do in the operating round; else it begins now.
    """
    begun = ask.round_name(game) != "operating"
    after = game if begun else SardiniaScenario(game).between_rounds().begin("prelude")
    told = list(after.latest_events)
    while ask.round_name(after) == "prelude":
        after = after.apply(Pass(after.actor or ""))
        told += after.latest_events
    return after, ComingTurn(ask.stock_player(after), tuple(event for event in told if event.key in TRADES))


def check_decision(game: Game, name: str, change: Change) -> None:
    """The Dragons find the company where the change says, and sell, leave or consider it accordingly."""
    after, turn = first_turn(game)
    found = (ask.rank(after, name), ask.row(after, name), ask.region(after, name))
    assert found == (change.rank, change.row, change.region)
    sold = [event for event in turn.events if event.key == "dragons_sold" and event["company"] == name]
    if change.region == RED:
        assert not ask.saleable(after, name), "all that the pool takes has been sold"
    else:
        assert not sold
    last = turn.events[-1]
    if last.key == "dragons_bought":
        offer, pool = last["source"] == "offer", last["source"] == "pool"
        before = SardiniaScenario(after).certificates(last["company"], dragons=-1, offer=offer, pool=pool)
        considered = [row["company"] for row in last["candidates"]]
        possible = ask.hindrance(before, name) is None
        assert (name in considered) == (change.region == GREEN and possible)
    elif last["reason"] != "at_limit":
        assert (name in last["hindrances"]) == (change.region == GREEN)
        assert all(last["hindrances"].values())


@pytest.mark.rule("R65-3.2.2", "R65-3.2.7", "R65-3.2.12", "R65-3.12.6")
@pytest.mark.parametrize("seed", range(6))
def test_what_would_change_their_mind_can_be_had_and_they_then_agree(seed: int) -> None:
    """In random positions, in a stock round and in both operating rounds."""
    chance = Chance(seed)
    causes: Counter[str] = Counter()
    for _ in range(40):
        made = random_position(chance)
        game = made.begin("stock" if not ask.round_number(made) and chance.below(3) == 0 else "operating")
        for found in of(game).standings:
            for change in found.changes:
                after = carried_out(game, found.company, change)
                if after is None:
                    assert change.cause == "token", f"{found.company} cannot have {change}"
                    assert found.company != "FMS", "it reaches the mine"
                    continue
                check_decision(after, found.company, change)
                causes[change.cause] += 1
                if ask.round_name(after) == "operating":
                    assert list(of(after).turns) == entered(after)
    assert min(causes[cause] for cause in ("token", "train", "phase")) > 0, causes


@pytest.mark.parametrize(("title", "players", "seed"), [("1865", 3, 5), ("1865", 4, 1), ("1865-short", 2, 6)])
def test_in_random_games_what_is_told_of_the_company_on_turn_can_be_had(
    title: str, players: int, seed: int
) -> None:
    """And every train that it could buy and that leads to another region is told."""
    game = new_game(title, players=NAMES[:players], seed=seed)
    chance = Chance(seed)
    done: Counter[str] = Counter()
    while not game.over and game.seq < 600:
        name = ask.on_turn(game)
        if name is not None and game.seq % 3 == 0:
            for change, after in _for_company_on_turn(_with_money_to_spare(game), name):
                check_decision(after, name, change)
                done[change.cause] += 1
        game = game.apply(choose(game, chance))
    assert done["train"] > 50, done


def _for_company_on_turn(game: Game, name: str) -> list[tuple[Change, Game]]:
    """What is told of it, and the position when it has been done; tokens only where they can be placed."""
    found = []
    changes = [change for change in standing(game, name).changes if change.cause != "phase"]
    for change in changes:
        after = carried_out(game, name, change)
        assert after is not None or change.cause == "token", change
        found += [(change, after)] if after is not None else []
    if ask.step(game) == "trains" and not (
        ask.discarding(game) or ask.trade_waits(game) or ask.sale_forced(game)
    ):
        all_told = {(change.train, change.source) for change in changes}
        for purchase in offered(game, BuyTrain):
            assert (purchase.train, purchase.source) in all_told or not _leads_elsewhere(game, name, purchase)
    return found


def _leads_elsewhere(game: Game, name: str, purchase: BuyTrain) -> bool:
    """Whether the purchase as such, without a choice to make, lets the Dragons find it in another region."""
    before, after = standing(game, name).coming, game.apply(purchase)
    if before is None or ask.round_name(after) != "operating" or ask.discarding(after):
        return False
    coming = standing(after, name).coming
    assert coming is not None
    return coming[1] != before[1]
