"""Values of blanks as buttons can show them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from piercy.core.actions import Action
from piercy.core.game import Game
from piercy.core.offers import Values
from piercy.present import pictures
from piercy.present.languages import Speaker
from piercy.present.view import Badge, TableView
from piercy.present.words import field_name, field_words, question_words, term_words
from piercy.rail.rail_title import TellsTerms, ground_of
from piercy.rail.routes import Route
from piercy.rail.terms import OfferTerms, Term, Told


@dataclass(frozen=True, slots=True)
class Label:
    """What a button says and shows."""

    text: str
    detail: str = ""
    svg: str = ""
    badge: Badge | None = None


@dataclass(frozen=True, slots=True)
class Labels:
    """Makes labels for one game in one language."""

    game: Game
    view: TableView
    say: Speaker

    def of(self, values: Values, size: int = 64) -> Label:
        """The label for some fields chosen together."""
        if "tile" in values and "rotation" in values:
            tile, rotation = str(values["tile"]), int(values["rotation"])
            words = self.say("Tile {tile}, rotation {rotation}", tile=tile, rotation=rotation)
            return Label(words, f"#{tile}", pictures.tile_svg(self.game, tile, rotation, size))
        badge = next(
            (self.view.badges[v] for v in values.values() if isinstance(v, str) and v in self.view.badges),
            None,
        )
        parts = [self.word(name, value) for name, value in values.items() if not _is_badge(value, badge)]
        detail = self._price(values)
        return Label(" · ".join(part for part in parts if part), detail, badge=badge)

    def pick(self, kind: type[Action], chosen: Values, values: Values, after: Values) -> Label:
        """The label for some fields chosen together, with what the choice costs and brings.

        ``chosen`` was known before, ``after`` holds all that is known with them.
        """
        label = self.of(values)
        if self._terms is None:
            return label
        told = self.terms(kind, after)
        if label.svg:
            return replace(label, detail=" · ".join((label.detail, *told)))
        known = self.terms(kind, chosen) if chosen else []
        return replace(label, detail=" · ".join(part for part in told if part not in known))

    def terms(self, kind: type[Action], values: Values) -> list[str]:
        """What the title tells of a choice, as far as its fields are filled."""
        terms = self._terms
        told = () if terms is None else terms.of(self.game, kind, values)
        return [term_words(self.say, self._placed(term), self.view.money) for term in told]

    def usual(self, kind: type[Action], name: str, chosen: Values) -> int | None:
        """The sensible number for a field."""
        return None if self._terms is None else self._terms.usual(self.game, kind, name, chosen)

    def steps(self) -> list[tuple[str, bool]]:
        """The steps of the turn that is going on, and which of them it stands at."""
        stage = None if self._terms is None else self._terms.stage(self.game)
        if stage is None:
            return []
        return [(self.say(self.say.words.steps.get(s, s)), s == stage.now) for s in stage.steps]

    @property
    def _terms(self) -> OfferTerms | None:
        title = self.game.title
        return title.terms if isinstance(title, TellsTerms) else None

    def word(self, name: str, value: Any) -> str:
        """One field's value in words."""
        if name in ("hex", "place") and isinstance(value, str):
            return self.place(value)
        if name == "hexes":
            return self.hexes((value,) if isinstance(value, str) else value)
        if name == "train" and isinstance(value, str):
            return self.say("{train}-train", train=value)
        if name == "count" and isinstance(value, int):
            return f"{value} ×"
        if name == "city" and isinstance(value, int):
            return self.say("city {number}", number=value + 1)
        if name == "route" and isinstance(value, tuple) and value:
            return self.way(value)
        if isinstance(value, tuple) and value and all(isinstance(part, Route) for part in value):
            return "; ".join(self.route(part) for part in value)
        if isinstance(value, bool) and self.say.words.choice(name, value) is None:
            return field_name(self.say, name) + ": " + (self.say("yes") if value else self.say("no"))
        if isinstance(value, int) and not isinstance(value, bool) and name not in self.say.words.money:
            return f"{field_name(self.say, name)} {value}"
        return field_words(self.say, name, value, self.view.money)

    def place(self, name: str) -> str:
        """A hex with its name."""
        found = ground_of(self.game.title).atlas.hexes.get(name)
        return f"{name} {found.name}" if found is not None and found.name else name

    def hexes(self, chosen: tuple[str, ...]) -> str:
        """Hexes chosen together; where the others are lost, both are told."""
        question = self.view.question
        lost = tuple(name for name in (question.stakes if question else ()) if name not in chosen)
        if not lost and (question is None or not question.stakes):
            return self._places(chosen) if chosen else self.say("none of them")
        parts = [self.say("keep {places}", places=self._places(chosen))] if chosen else []
        parts += [self.say("lose {places}", places=self._places(lost))] if lost else []
        return "; ".join(parts)

    def question(self, kind: type[Action]) -> str:
        """What this kind of action is about: who, what, how much, and what there is."""
        question = self.view.question
        if question is not None and question.action == kind.type:
            return self.say(self.say.words.questions[question.text], **question.fields)
        asked = None if self._terms is None else self._terms.asked(self.game, kind)
        return "" if asked is None else question_words(self.say, self._placed(asked), self.view.money)

    def _placed(self, term: Term) -> Term:
        """The term with the names of its hexes."""
        named: dict[str, Told] = {}
        for name, value in term.fields.items():
            if name == "hexes" and isinstance(value, tuple):
                named[name] = tuple(map(self.place, value))
            else:
                named[name] = self.place(value) if name == "hex" and isinstance(value, str) else value
        return Term(term.key, named)

    def _places(self, names: tuple[str, ...]) -> str:
        hexes = ground_of(self.game.title).atlas.hexes
        told = (
            self.say("{place} (mine)", place=self.place(name))
            if name in hexes and hexes[name].kind == "mine"
            else self.place(name)
            for name in names
        )
        return ", ".join(told)

    def way(self, places: tuple[str, ...]) -> str:
        """Where a way leads, and over which hexes."""
        names = [place.partition("/")[0] for place in places]
        return f"{self.place(names[-1])} ({' – '.join(names)})"

    def route(self, route: Route) -> str:
        stops = [place.partition("/")[0] for place in route.path if "/" in place]
        return f"{self.say('{train}-train', train=route.train)}: {' – '.join(stops)}"

    def _price(self, values: Values) -> str:
        """What is noted of the values; of a title that tells terms, these tell it where it is asked for."""
        if self._terms is not None:
            return ""
        notes = [self.view.notes[v] for v in values.values() if isinstance(v, str) and v in self.view.notes]
        if notes and "price" not in values:
            return " · ".join(notes)
        train = values.get("train")
        price = self.view.train_prices.get(train) if isinstance(train, str) else None
        return "" if price is None or "price" in values else self.view.money.format(price)


def _is_badge(value: Any, badge: Badge | None) -> bool:
    return badge is not None and value == badge.text
