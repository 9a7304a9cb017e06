"""Our game beside the file: does actions, and passes over what the site leaves out.

A step without a choice leaves no trace in a file [DCZ-36], so passes of companies carry no weight: before an
action is done, our game passes on until it stands where the action belongs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from piercy.core import plain
from piercy.core.actions import Action, Pass, Undo
from piercy.core.errors import EngineError, IllegalAction
from piercy.core.flow import Context, Round
from piercy.core.game import Game, Watch, new_game
from piercy.core.record import Record
from piercy.interop.games18xx.problems import ActionProblem, ImportProblem
from piercy.interop.games18xx.reader import SiteAction, SiteGame
from piercy.interop.games18xx.report import Difference
from piercy.rail.actions import Answer
from piercy.titles.cz.about import MODULUS
from piercy.titles.cz.book import BOHEMIA, STANDARD, Book, book
from piercy.titles.cz.state import VACLAV, CzState, Turn

_PATIENCE = 400
"""More passes in a row than any position can ask for."""

SITE_RULES = {
    "drop_per_sale": True,
    "recorded_runs": True,
    "swap_towns_for_cities": True,
    "early_train_deals": True,
    "no_consent": True,
    "lax_train_duty": True,
    "dear_after_acquisition": True,
    "early_teplice": True,
    "strict_certificate_limit": True,
    "return_any_train": True,
    "first_tile_anywhere": True,
    "order_as_listed": True,
}
"""The options under which our game follows the site's accepted behaviour, one for each difference (DCZ)."""

NOBODY = ""
"""Stands for the player in an action of a company until the table knows who decides."""


class Table:
    """A game of ours that follows a file."""

    def __init__(self, site: SiteGame, watch: Watch | None = None) -> None:
        self._watch = watch
        bohemia = len(site.players) == 2
        options: Mapping[str, object] = SITE_RULES
        if site.own:
            options = site.own["options"]
        elif bohemia:
            options = {**SITE_RULES, "export": False, "draw_seed": site.seed % MODULUS or MODULUS}
        players = site.own["players"] if site.own else site.players
        try:
            self.fresh = new_game(
                "18cz-bohemia" if bohemia else "18cz", players=players, seed=site.seed, options=options
            )
        except EngineError as error:
            raise ImportProblem("{problem}", problem=str(error)) from error
        self.facts: Book = book(BOHEMIA if bohemia else STANDARD)
        state = self.fresh.state_as(CzState)
        self._record: Record[CzState] = Record(self.fresh.title, state, self.fresh.log, plain.copy(state))
        self._operating: Round[CzState] = self._record.title.rounds["operating"]
        self.doubts: list[Difference] = []
        """Turns that somebody would have had and of which the file says nothing."""
        self._told: Turn | None = None
        """The latest turn of a company that the file speaks of."""

    @property
    def state(self) -> CzState:
        return self._record.state

    def game(self) -> Game:
        """The game so far."""
        return Game(self.fresh.setup, self._record)

    def actor(self) -> str:
        """Whose decision our game waits for; nobody's at the end."""
        return self._record.title.referee.actor(Context(self.state)) or ""

    def interrupted(self) -> bool:
        """Whether something has to be settled before the turn goes on."""
        play = self._record.title.rounds[self.state.flow.round]
        ctx = Context(self.state)
        return any(step.actor(ctx) is not None for step in play.interrupts)

    def _do(self, action: Action) -> None:
        self._record.do(action)
        if self._watch is not None:
            self._watch(self.game(), action)

    def do(self, source: SiteAction, action: Action) -> None:
        """Do an action, and let those who are asked agree: the site does not ask [DCZ-8].

        :raises ActionProblem: our rules refuse it; both readings are in the message.
        """
        try:
            self._do(action)
        except EngineError as error:
            raise ActionProblem(
                source.number,
                "the file has {type} by {entity} as {ours}; we refuse: {reason}",
                type=source.type,
                entity=source.entity,
                ours=_words(action),
                reason=str(error),
            ) from error
        if self.state.deal is not None:
            self._do(Answer(self.state.deal.asked, True))

    def attempt(self, action: Action) -> IllegalAction | None:
        """Do an action if our rules allow it; otherwise give the refusal."""
        try:
            self._do(action)
        except IllegalAction as refusal:
            return refusal
        return None

    def instead(self, source: SiteAction, action: Action) -> None:
        """Take the latest action back, and do another in its place."""
        self._do(Undo(action.player))
        self.do(source, action)

    def happened(self, key: str) -> Mapping[str, Any]:
        """The fields of an event of the latest action."""
        tip = self._record.tip
        return next(event.fields for event in tip.events if event.key == key) if tip else {}

    def pass_on(self, source: SiteAction) -> None:
        """Let the player we wait for decline."""
        if self.state.flow.over:
            raise ActionProblem(
                source.number,
                "the file goes on with {type} by {entity}; our game is over",
                type=source.type,
                entity=source.entity,
            )
        actor = self.actor()
        self._doubt(source, actor)
        try:
            self._do(Pass(actor))
        except EngineError as error:
            raise ActionProblem(
                source.number,
                "the file goes on with {type} by {entity}; we wait for {actor}: {reason}",
                type=source.type,
                entity=source.entity,
                actor=actor,
                reason=str(error),
            ) from error

    def _doubt(self, source: SiteAction, actor: str) -> None:
        """Note a turn that passes by in silence although there was something to do in it."""
        state, ctx = self.state, Context(self.state)
        theirs = f"{source.type} by {source.entity}"
        if state.flow.round in ("prestock", "stock"):
            if any(offer.action is not Pass for offer in self._record.title.referee.offers(ctx)):
                ours = f"it is {actor}'s turn"
                self.doubts.append(Difference(source.number, "out of turn", "", "RCZ-VII.2.1", theirs, ours))
        elif state.flow.round == "operating" and state.turn is not self._told and not self._vaclavs_turn():
            self._told = state.turn
            name = state.turn.company
            ours = f"it is the turn of {name}"
            self.doubts.append(Difference(source.number, "out of turn", name, "RCZ-VIII.2.2", theirs, ours))

    def mention(self, name: str) -> None:
        """The file speaks of a company: if it is on turn, of its turn."""
        if self.on_turn(name):
            self._told = self.state.turn

    def to_player(self, source: SiteAction) -> None:
        """Go on to the turn of the player who acts."""
        for _ in range(_PATIENCE):
            if self.state.flow.round in ("prestock", "stock") and self.actor() == source.entity:
                return
            self.pass_on(source)
        raise ActionProblem(source.number, "{player} has no turn", player=source.entity)

    def to_company(self, source: SiteAction, name: str) -> None:
        """Go on to the turn of a company."""
        company = self.state.companies.get(name)
        if company is None:
            raise ActionProblem(source.number, "there is no company {company}", company=source.entity)
        for _ in range(_PATIENCE):
            if self.on_turn(name):
                self._told = self.state.turn
                return
            if company.closed:
                break
            self.pass_on(source)
            company = self.state.companies[name]
        raise ActionProblem(source.number, "{company} has no turn", company=source.entity)

    def on_turn(self, name: str) -> bool:
        state = self.state
        return state.flow.round == "operating" and state.turn.company == name

    def to_step(self, source: SiteAction, name: str, kind: type[Action]) -> None:
        """Go on to the step of a company's turn that takes an action; the steps before are passed."""
        self.to_company(source, name)
        takers = [i for i, step in enumerate(self._operating.steps) if issubclass(kind, step.actions)]
        if not takers or self.interrupted():
            return
        if takers[-1] < self.state.flow.step:
            self.to_next_turn(source, name)
        wanted = next(i for i in takers if i >= self.state.flow.step)
        while self.state.flow.step < wanted and self.on_turn(name) and not self.interrupted():
            self.pass_on(source)

    def to_next_turn(self, source: SiteAction, name: str) -> None:
        """A company that acts on from its last step has begun its next turn; only Vaclav's came between."""
        turn = self.state.turn
        while self.state.turn is turn and not self.state.flow.over:
            self.pass_on(source)
        while not self.on_turn(name) and self.state.flow.round == "operating" and self._vaclavs_turn():
            self.pass_on(source)
        self.mention(name)
        if not self.on_turn(name):
            raise ActionProblem(
                source.number,
                "the file has {type} by {entity} after the step for it (RCZ-VIII.3.3)",
                type=source.type,
                entity=source.entity,
            )

    def _vaclavs_turn(self) -> bool:
        return self.state.companies[self.state.turn.company].president == VACLAV

    def in_turn(self, source: SiteAction, name: str, action: Action) -> None:
        """Do an action of a company in the step of its turn that takes it, as the player who decides."""
        self.to_step(source, name, type(action))
        self.do(source, replace(action, player=self.actor()))

    def local(self, source: SiteAction, name: str) -> str:
        """The Local that the file names."""
        if name not in self.facts.locals:
            raise ActionProblem(source.number, "there is no Local {local!r}", local=name)
        return name

    def owner(self, source: SiteAction, local: str) -> str:
        """The company that owns a Local."""
        held = self.state.locals[local]
        if held.owner is None or not held.with_company:
            raise ActionProblem(source.number, "no company owns {local} (RCZ-IV.1.17)", local=local)
        return held.owner


def _words(action: Action) -> str:
    fields = {key: value for key, value in action.to_dict().items() if key not in ("type", "player")}
    inner = ", ".join(f"{key} {value}" for key, value in fields.items())
    return f"{action.type} ({inner})" if inner else action.type
