"""Where games are made and moved on: check, store, then tell."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from threading import Lock

from piercy.bots import make_bot
from piercy.core import plain, registry
from piercy.core.actions import Action, Redo, Undo, read_action
from piercy.core.errors import EngineError, InvalidAction, StaleAction
from piercy.core.game import Game, new_game
from piercy.server.game_cache import GameCache, Loaded
from piercy.server.keys import ANYBODY, Caller
from piercy.server.problems import WrongSeat
from piercy.server.records import SNAPSHOT_EVERY, new_info, row_of, snapshot_of, status_of, summary_of
from piercy.server.renewal import unbind
from piercy.server.standing import MOST_SENT, Following, SeatOrders, read_orders
from piercy.server.store import Conflict, GameInfo, LoggedAction, Seat, Store
from piercy.server.store.rows import PERSON
from piercy.server.store.store import now
from piercy.server.undoing import check_seated, may_undo, standing_of, undo_step

LOCKS = 256


class ReadOnly(EngineError):
    """The game can be looked at but not played."""

    code = "read_only"


class GameService:
    """Everything that changes games goes through here."""

    def __init__(self, store: Store, game_cache: GameCache) -> None:
        self._store = store
        self._game_cache = game_cache
        self._locks = tuple(Lock() for _ in range(LOCKS))
        self.told: Callable[[GameInfo], None] = lambda _: None
        """Called with the game's new row after every change, when it is stored."""

    def create(
        self, title: str, seats: Sequence[Seat], seed: int, options: Mapping[str, object] | None = None
    ) -> GameInfo:
        """A new game.

        :raises InvalidAction: unknown title, bot or option, or seats that the title does not take.
        """
        persons = any(not seat.is_bot for seat in seats)
        chosen = registry.title(title).table_options(options or {}, persons=persons)
        game = new_game(title, players=[seat.name for seat in seats], seed=seed, options=chosen)
        info = new_info(game, tuple(seats))
        self._store.create(info)
        self._game_cache.put(Loaded(info, game))
        self.told(info)
        return info

    def submit(
        self, game_id: str, seq: int, data: object, by: str = PERSON, who: Caller = ANYBODY
    ) -> GameInfo:
        """Do an action that was chosen at position ``seq``, by a person or by the bot of that name.

        :raises StaleAction: the game has moved on.
        :raises WrongSeat: the seat is somebody else's.
        :raises InvalidAction: it is not an action.
        :raises IllegalAction: a rule forbids it.
        """
        info = self._store.info(game_id)
        action = read_action(data, info.title if info.problem is None else None)
        if isinstance(action, Undo | Redo):
            raise InvalidAction("undo and redo have an address of their own")
        with self._lock(game_id):
            if not who.is_host:
                check_seated(who, info)
            info, game = self._at(game_id, seq)
            seat = info.seat(action.player)
            if seat is None:
                raise InvalidAction("there is no player {player}", player=plain.show(action.player))
            if seat.kind != by:
                raise WrongSeat("{player} is not played by a {kind}", player=seat.name, kind=by)
            if by == PERSON and not who.plays(info, seat.name):
                raise WrongSeat("you do not play for {player}", player=seat.name)
            return self._store_all(info, game, [action], self._following(info, game))

    def undo(self, game_id: str, seq: int, who: Caller = ANYBODY) -> GameInfo:
        """Take back the latest decision of a person, and what bots did after it.

        :raises WrongSeat: it was the decision of somebody else.
        """
        return self._turn(game_id, seq, Undo, who)

    def redo(self, game_id: str, seq: int, who: Caller = ANYBODY) -> GameInfo:
        """Do again what the latest undo took back, up to the next decision of a person.

        :raises WrongSeat: it was the decision of somebody else.
        """
        return self._turn(game_id, seq, Redo, who)

    def _turn(self, game_id: str, seq: int, kind: type[Undo] | type[Redo], who: Caller) -> GameInfo:
        with self._lock(game_id):
            if not who.is_host:
                check_seated(who, self._store.info(game_id))
            info, game = self._at(game_id, seq)
            standing = standing_of(self._game_cache.rows(game_id, seq), self._store.standing.sent(game_id))
            turn = undo_step(info, game, kind, standing)
            if not may_undo(who, info, game, turn):
                raise WrongSeat("only who made this decision can take it back or do it again, or the host")
            return self._store_all(info, game, turn.actions)

    def order(self, game_id: str, player: str, change: Callable[[Game, SeatOrders], SeatOrders]) -> GameInfo:
        """Change what a seat has the server do for it, and do at once what can be done.

        :raises WrongSeat: no person plays for the player.
        """
        with self._lock(game_id):
            loaded = self._game_cache.current(game_id)
            if loaded.problem is not None or loaded.game is None:
                raise ReadOnly("this game cannot be played on: {reason}", reason=loaded.problem)
            info, game = loaded.info, loaded.game
            seat = info.seat(player)
            if seat is None or seat.is_bot:
                raise WrongSeat("{player} is not played by a {kind}", player=plain.show(player), kind=PERSON)
            following = self._following(info, game)
            orders = change(game, following.seats[player])
            self._store.standing.put(game_id, player, orders.to_dict())
            return self._store_all(info, game, [], self._following(info, game))

    def hand_over(self, game_id: str, player: str, kind: str) -> GameInfo:
        """Have a person or a bot play for a player from now on. A person's game has no bounds of simulations.

        :raises InvalidAction: there is no such player or no such bot.
        :raises Conflict: somebody moved at that moment.
        """
        if kind != PERSON:
            make_bot(kind)
        with self._lock(game_id):
            info = self._store.info(game_id)
            if info.seat(player) is None:
                raise InvalidAction("there is no player {player}", player=plain.show(player))
            seats = tuple(Seat(s.name, kind if s.name == player else s.kind) for s in info.seats)
            if kind == PERSON:
                info = self._unbound(info)
            self._store.reseat(info.id, seats)
        moved = replace(info, seats=seats)
        self.told(moved)
        return moved

    def _unbound(self, info: GameInfo) -> GameInfo:
        loaded = self._game_cache.current(info.id)
        if loaded.problem is not None or loaded.game is None:
            return loaded.info
        info, game = unbind(self._store, loaded.info, loaded.game)
        if game is not loaded.game:
            self._game_cache.forget(info.id)
            self._game_cache.put(Loaded(info, game))
        return info

    def _lock(self, game_id: str) -> Lock:
        """What serialises the changes of a game; some games share one, so that ids leave nothing behind."""
        return self._locks[hash(game_id) % len(self._locks)]

    def _at(self, game_id: str, seq: int) -> tuple[GameInfo, Game]:
        loaded = self._game_cache.current(game_id)
        if loaded.problem is not None or loaded.game is None:
            raise ReadOnly("this game cannot be played on: {reason}", reason=loaded.problem)
        if seq != loaded.game.seq:
            raise StaleAction(
                "the game has moved on: it is at action {now}, not {seq}", now=loaded.game.seq, seq=seq
            )
        return loaded.info, loaded.game

    def _following(self, info: GameInfo, game: Game) -> Following:
        """The standing orders of the persons of a game, with what has happened since they were given."""
        kept = self._store.standing.of(info.id)
        seats = {seat.name: read_orders(kept.get(seat.name)) for seat in info.seats if not seat.is_bot}
        given = [order.since for orders in seats.values() for order in orders.orders]
        rows = self._game_cache.rows(info.id, game.seq) if given else []
        past = [(row.seq, event) for row in rows if row.seq > min(given) for event in row.events]
        return Following(seats, past)

    def _store_all(
        self, info: GameInfo, game: Game, actions: Sequence[Action], following: Following | None = None
    ) -> GameInfo:
        """Do actions, then what seats have ordered, and store it all together."""
        following = following or Following({}, [])
        before = game.seq
        game, rows, sent = _played(game, actions, following)
        changed = following.changes()
        if not rows:
            for player, document in changed.items():
                self._store.standing.put(info.id, player, document)
            self.told(info)
            return info
        status, summary = status_of(game), summary_of(game)
        crossed = game.seq // SNAPSHOT_EVERY > before // SNAPSHOT_EVERY
        try:
            self._store.append(
                info.id,
                before,
                rows,
                status=status,
                summary=summary,
                snapshot=snapshot_of(game) if crossed else None,
                sent=sent,
                orders=changed,
            )
        except Conflict as error:
            raise StaleAction(error.template, **error.fields) from None
        moved = replace(info, seq=game.seq, status=status, summary=summary, updated=now())
        self._game_cache.put(Loaded(moved, game))
        self.told(moved)
        return moved


def _played(
    game: Game, actions: Sequence[Action], following: Following
) -> tuple[Game, list[LoggedAction], dict[int, str]]:
    """The game after the actions and what was ordered to follow, the rows of all, and which were sent."""
    rows = []
    for action in actions:
        game = game.apply(action)
        rows.append(row_of(game, action))
        following.tell(game.seq, rows[-1].events)
    sent: dict[int, str] = {}
    while len(sent) < MOST_SENT and (found := following.next(game)) is not None:
        game = game.apply(found.action)
        rows.append(row_of(game, found.action))
        sent[game.seq] = found.why
        following.tell(game.seq, rows[-1].events)
    return game, rows, sent


def export(store: Store, loaded: Loaded) -> str:
    """A game as a file of the project's own format; a game that cannot be replayed, as it is stored."""
    if loaded.game is not None and loaded.problem is None:
        return loaded.game.to_json()
    info = loaded.info
    rows = store.log(info.id)
    document = {
        "piercy": info.format,
        "title": info.title,
        "rules_version": info.rules_version,
        "players": [seat.name for seat in info.seats],
        "seed": info.seed,
        "options": info.options,
        "actions": [row.action for row in rows],
        "digest": rows[-1].digest if rows else "",
    }
    return json.dumps(document, ensure_ascii=False, indent=1)
