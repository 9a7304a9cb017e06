"""The conformance kit: what every title must keep, whatever its rules.

A title is played at random through its own offers. On the way the kit proves that offers and ``check`` agree,
that refusals change nothing and name a rule that exists, that a state can be copied, written and read, that
undo and replay lead back to the same position, and that nothing appears or vanishes.

``run_conformance("1856-short", players=3, seed=7)`` does all of it; each check can also be called alone.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from piercy.core import plain
from piercy.core.actions import Action, Pass, read_action
from piercy.core.chance import Chance
from piercy.core.errors import EngineError, IllegalAction, InvalidAction
from piercy.core.game import Game, begun_under, from_json, new_game, replay
from piercy.core.offers import Offer
from piercy.core.registry import all_rule_ids
from piercy.core.registry import title as known_title
from piercy.core.title import OptionValue
from piercy.testing.mutants import blanks, mutants

ACTION_CAP = 20_000
"""No game is this long: one that is has a circle in it."""
STRANGER = "nobody at this table"

_NAMES = ("Ada", "Bruno", "Carla", "Dario", "Elena", "Franco", "Gina", "Hugo")

EveryStep = Callable[[Game], None]


def player_names(count: int) -> tuple[str, ...]:
    """Names for a table of the given size."""
    return _NAMES[:count]


def draw_options(title: str, chance: Chance) -> dict[str, OptionValue]:
    """Options at random, whoever they are meant for; about half of them left as they are."""
    drawn: dict[str, OptionValue] = {}
    for option in known_title(title).options:
        if not chance.below(2):
            continue
        if option.choices:
            others = [value for value in option.choices if value != option.default]
            drawn[option.name] = chance.choice(others or option.choices)
        else:
            # what bounds a game is drawn within its bound, or a random game might not end
            most = option.simulated if isinstance(option.simulated, int) else option.most
            drawn[option.name] = 1 + chance.below(most)
    return drawn


def choose(game: Game, chance: Chance) -> Action:
    """A random action from the offers. Where there is something to do, passing comes up one time in four."""
    offers = game.offers()
    real = [offer for offer in offers if offer.action is not Pass]
    passing = [offer for offer in offers if offer.action is Pass]
    assert offers, f"{game.actor} is to decide, but nothing is offered"
    if passing and (not real or chance.below(4) == 0):
        return passing[0].draw(chance)
    return chance.choice(real).draw(chance)


def random_game(
    title: str,
    players: int,
    seed: int,
    *,
    options: Mapping[str, OptionValue] | None = None,
    version: int | None = None,
    every_step: EveryStep | None = None,
    cap: int = ACTION_CAP,
) -> Game:
    """Play a game to its end by random offers; ``every_step`` looks at each position, the last included.

    Options that are not given have the values of simulations. An earlier ``version`` of the rules has others.
    """
    chosen = {**known_title(title).simulation_options(), **(options or {})}
    names = player_names(players)
    if version is None:
        game = new_game(title, players=names, seed=seed, options=chosen)
    else:
        game = begun_under(version, title, players=names, seed=seed, options=chosen)
    chance = Chance(seed)
    while True:
        with naming(game):
            if every_step is not None:
                every_step(game)
            if game.over:
                return game
            assert game.seq < cap, f"the game is not over after {cap} actions"
            action = choose(game, chance)
            game = _applied(game, action)


def run_conformance(
    title: str,
    players: int,
    seed: int,
    thorough_every: int = 50,
    options: Mapping[str, OptionValue] | None = None,
    version: int | None = None,
) -> Game:
    """Put a title through everything: cheap checks at every step, costly ones every so many steps."""
    chance = Chance(seed ^ 0x5EED)

    def every_step(game: Game) -> None:
        check_conserved(game)
        check_offers(game)
        check_data(game)
        if game.seq % thorough_every == 0 or game.over:
            check_refusals(game, chance)
            check_copies(game)
            check_undo(game, chance)
            check_replay(game)
            check_determinism(game)
        if game.over:
            check_over(game)

    return random_game(title, players, seed, options=options, version=version, every_step=every_step)


@contextmanager
def naming(game: Game) -> Iterator[None]:
    """Say in which game and after which action something went wrong."""
    try:
        yield
    except Exception as error:
        setup = game.setup
        where = f"{setup.title}, {len(setup.players)} players, seed {setup.seed}, after action {game.seq}"
        if changed := _changed_options(game):
            where += f", with {changed}"
        raise AssertionError(f"{where}: {type(error).__name__}: {error}") from error


def check_offers(game: Game, sample: int = 8) -> None:
    """What is offered is legal, survives JSON, and is open to nobody else."""
    offers = game.offers()
    chance = Chance(game.seq)
    for offer in offers:
        actions = _sampled(offer, sample, chance)
        assert actions, f"the offer {offer.type} for {offer.player} has no action"
        for action in actions:
            _must_pass(game, action)
            again = read_action(action.to_dict(), game.setup.title)
            assert again == action, f"{action} changes in its plain form"
        may = {other.player for other in offers if other.action is offer.action}
        for name in (*game.players, STRANGER):
            if name not in may:
                _must_forbid(game, dataclasses.replace(actions[0], player=name))


def check_refusals(game: Game, chance: Chance, most: int = 400) -> None:
    """What is not offered is refused for a reason that exists; nothing moves."""
    before = game.digest()
    actor = game.actor or game.players[0]
    tried: list[Action] = blanks(actor, game.setup.title)
    for offer in game.offers():
        for data in mutants(_one(offer, chance)):
            try:
                tried.append(read_action(data, game.setup.title))
            except InvalidAction:
                continue
        tried += _crossed(offer, chance)
    for action in chance.shuffled(tried)[:most]:
        _refused_or_offered(game, action)
        assert game.digest() == before, f"trying {action} changed the state"


def check_copies(game: Game) -> None:
    """The state has independent copies and a JSON form that reads back equal."""
    state = game.state
    twin = plain.copy(state)
    assert twin == state, "the copy of the state is not equal to it"
    _assert_apart(state, twin, "state")
    text = json.dumps(plain.encode(state))
    again = plain.decode(game.title.state_type, json.loads(text))
    assert again == state, "the state read back from JSON is not equal to it"
    assert plain.digest(twin) == plain.digest(again) == game.digest(), "equal states have different digests"


def check_undo(game: Game, chance: Chance | None = None) -> None:
    """Undo leads back to the same position, redo forward again; the log keeps both."""
    if game.over:
        before = game.undo()
        assert _same(before.redo(), game), "undoing and redoing the last action changed the position"
        return
    after = _applied(game, choose(game, chance or Chance(game.seq)))
    back = after.undo()
    assert _same(back, game), f"undoing {after.history[-1]} does not lead back"
    assert back.history == game.history, "undo changed which actions stand"
    assert back.can_redo, "what was undone cannot be redone"
    again = back.redo()
    assert _same(again, after), f"redoing {after.history[-1]} does not lead forward"
    assert again.log == after.log, "the story differs after undo and redo"
    assert again.seq == game.seq + 3, "the log forgot an undo or a redo"


def check_replay(game: Game) -> None:
    """The saved game reads back as the same position with the same story."""
    again = from_json(game.to_json())
    assert _same(again, game), "the saved game replays to another state"
    assert again.log == game.log, "the saved game tells another story"
    assert again.history == game.history, "the saved game has other actions"
    assert again.seq == game.seq, "the saved game has another number of actions"
    assert again.to_json() == game.to_json(), "the saved game is saved differently"


def check_determinism(game: Game) -> None:
    """The same setup and the same actions give the same position, story and offers."""
    setup = game.setup
    fresh = begun_under(
        setup.rules_version, setup.title, players=setup.players, seed=setup.seed, options=setup.options
    )
    again = replay(fresh, game.history)
    assert _same(again, game), "the same actions lead to another state"
    assert again.log == game.log, "the same actions tell another story"
    assert _plain_offers(again) == _plain_offers(game), "the same position has other offers"


def check_conserved(game: Game) -> None:
    """Nothing appears and nothing vanishes."""
    for what, (expected, actual) in game.title.conserved(game.state).items():
        assert expected == actual, f"{what}: there should be {expected}, there are {actual}"


def check_data(game: Game) -> None:
    """Offers and events are data: they can be written as JSON. Looking at them changes nothing."""
    before = game.digest()
    json.dumps(_plain_offers(game))
    json.dumps([event.to_dict() for event in game.latest_events])
    scores = game.scores()
    assert set(scores) == set(game.players), f"scores for {sorted(scores)}, not for the players"
    assert (game.actor is None) == game.over, f"the game is over: {game.over}, to decide: {game.actor}"
    assert game.digest() == before, "looking at the game changed it"


def check_over(game: Game) -> None:
    """After the end nothing is offered and everything is forbidden."""
    assert game.over, "the game is not over"
    assert not game.offers(), "something is offered after the end"
    for name in game.players:
        _must_forbid(game, Pass(name))


def _applied(game: Game, action: Action) -> Game:
    try:
        return game.apply(action)
    except EngineError as error:
        raise AssertionError(f"{action} is offered but refused: {error}") from error


def _must_pass(game: Game, action: Action) -> None:
    try:
        game.check(action)
    except EngineError as error:
        raise AssertionError(f"{action} is offered but refused: {error}") from error


def _must_forbid(game: Game, action: Action) -> None:
    try:
        game.check(action)
    except IllegalAction as error:
        _assert_rule(error, action)
    else:
        raise AssertionError(f"{action} is allowed, but it was not offered to {action.player}")


def _refused_or_offered(game: Game, action: Action) -> None:
    try:
        game.check(action)
    except IllegalAction as error:
        _assert_rule(error, action)
    except InvalidAction:
        pass
    except Exception as error:
        raise AssertionError(f"{action} is not refused but fails: {type(error).__name__}: {error}") from error
    else:
        check_conserved(_done(game, action))
        offered = any(offer.covers(action) for offer in game.offers())
        assert offered, f"{action} is legal, but it was not offered"


def _done(game: Game, action: Action) -> Game:
    try:
        return game.apply(action)
    except Exception as error:
        raise AssertionError(
            f"{action} passes the check but fails: {type(error).__name__}: {error}"
        ) from error


def _assert_rule(error: IllegalAction, action: Action) -> None:
    assert error.rule in all_rule_ids(), f"{action} is refused by {error.rule!r}, which no digest has"


def _one(offer: Offer, chance: Chance) -> Action:
    """One action of an offer; where values must be solved for, the first."""
    if offer.computed:
        first = offer.actions(1)
        assert first, f"the offer {offer.type} for {offer.player} has no action"
        return first[0]
    return offer.draw(chance)


def _crossed(offer: Offer, chance: Chance, count: int = 40) -> list[Action]:
    """Actions whose values are each offered, but perhaps not together: the rows of tables mixed up."""
    tables = [list(domain.values()) for domain in offer.domains if len(domain.fields) > 1]
    tables = [rows for rows in tables if rows]
    crossed = []
    for _ in range(count if tables else 0):
        mixed = {name: chance.choice(rows)[name] for rows in tables for name in rows[0]}
        crossed.append(dataclasses.replace(_one(offer, chance), **mixed))
    return crossed


def _sampled(offer: Offer, sample: int, chance: Chance) -> list[Action]:
    """The first actions of an offer and, where drawing is cheap, some from anywhere."""
    if offer.computed:
        return offer.actions(sample)
    actions = offer.actions(sample)
    return actions + [offer.draw(chance) for _ in range(sample if len(actions) == sample else 0)]


def _changed_options(game: Game) -> dict[str, OptionValue]:
    defaults = {option.name: option.default for option in game.title.options}
    return {name: value for name, value in game.setup.options.items() if value != defaults[name]}


def _plain_offers(game: Game) -> list[dict[str, Any]]:
    return [offer.to_dict() for offer in game.offers()]


def _same(one: Game, other: Game) -> bool:
    return one.digest() == other.digest() and bool(one.state == other.state)


def _assert_apart(one: Any, other: Any, where: str) -> None:
    """Two equal values share nothing that can change."""
    if isinstance(one, list):
        parts = [(f"{where}[{i}]", a, b) for i, (a, b) in enumerate(zip(one, other, strict=True))]
    elif isinstance(one, dict):
        parts = [(f"{where}[{key!r}]", value, other[key]) for key, value in one.items()]
    elif dataclasses.is_dataclass(one) and plain.codec(type(one)).copy is not None:
        names = [field.name for field in dataclasses.fields(one)]
        parts = [(f"{where}.{name}", getattr(one, name), getattr(other, name)) for name in names]
    else:
        return
    assert one is not other, f"{where} is shared between a state and its copy"
    for name, a, b in parts:
        _assert_apart(a, b, name)
