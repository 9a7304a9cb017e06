"""The bot that plays as its title's expert advises."""

from __future__ import annotations

from collections.abc import Sequence

from tests.bots.test_bots import Heap, HeapTitle, Take

from piercy.bots import ClubBot, GreedyBot, play_out
from piercy.bots.bot import Choice
from piercy.core import record
from piercy.core.actions import Action
from piercy.core.chance import Chance
from piercy.core.game import Game, Setup
from piercy.rail.outlook import Advice, HasOutlook, Reason


class Advised(HeapTitle):
    """The game of the heap, with somebody who knows it."""

    def __init__(self, *counts: int) -> None:
        self.counts = counts

    def advise(self, game: Game) -> Sequence[Advice]:
        actor = game.actor or ""
        return [Advice(Take(actor, count), -place, Reason("hope", {"count": count}))
                for place, count in enumerate(self.counts)]  # fmt: skip

    def outlook(self, state: Heap, player: str) -> int:
        return state.left


def advised(*counts: int) -> Game:
    title, players = Advised(*counts), ("Ann", "Bob")
    return Game(Setup("heap", players, 0, {}, 1), record.begin(title, title.setup(players, {}, Chance(0))))


def test_club_does_what_is_advised_and_tells_why() -> None:
    game = advised(2, 1)
    assert isinstance(game.title, HasOutlook)
    assert ClubBot().decide(game, Chance(0)) == Choice(Take("Bob", 2), Reason("hope", {"count": 2}))
    assert ClubBot().choose(game, Chance(0)) == Take("Bob", 2)


def test_what_is_not_on_offer_is_not_done() -> None:
    assert ClubBot().choose(advised(9, 3, 1), Chance(0)) == Take("Bob", 3)


def test_without_advice_club_is_greedy() -> None:
    for game in (advised(), advised(9)):
        expected: Action = GreedyBot().choose(game, Chance(5))
        assert ClubBot().decide(game, Chance(5)) == Choice(expected)


def test_whoever_watches_hears_every_choice() -> None:
    heard: list[Choice] = []
    ended = play_out(advised(3), [ClubBot()], Chance(0), 50, lambda game, choice: heard.append(choice))
    assert [choice.action for choice in heard] == list(ended.history)
    assert all(choice.reason == Reason("hope", {"count": 3}) for choice in heard)
