"""Playing in the terminal, people and programs at one table."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from piercy.bots import BOTS, Bot, make_bot
from piercy.cli import view
from piercy.cli.common import Chosen, load_game, read_options, screen
from piercy.cli.menu import Asker, Back, Leave, offer_words
from piercy.cli.telling import Teller
from piercy.cli.textmap import LEGEND, text_map
from piercy.core import registry
from piercy.core.actions import Pass
from piercy.core.chance import Chance
from piercy.core.errors import EngineError, InvalidAction
from piercy.core.game import Game, new_game
from piercy.rail.rail_title import board_of, ground_in
from piercy.render.position import draw_position

HELP = "a number: do it   u: undo   m: map   s: position   q: save and quit"


@dataclass(slots=True)
class Table:
    """A game being played in the terminal."""

    game: Game
    bots: dict[str, Bot]
    save: Path
    chance: Chance
    console: Console
    asker: Asker

    def run(self) -> None:
        """Play until the game is over or the player leaves; it is saved either way."""
        self._tell()
        try:
            while (actor := self.game.actor) is not None:
                if actor in self.bots:
                    self._do(self.game.apply(self.bots[actor].choose(self.game, self.chance)))
                elif only_passing(self.game):
                    self.console.print(f"{actor} can do nothing here.")
                    self._do(self.game.apply(Pass(actor)))
                else:
                    self._turn(actor)
            self.show()
            self.console.print(f"The game is over. Winner: {', '.join(self.game.winners())}", style="bold")
            scores = self.game.scores()
            self.console.print("  ".join(f"{name} {score}" for name, score in scores.items()))
        except Leave:
            self.console.print("")
        finally:  # whatever happens, the game is not lost
            self.save.write_text(self.game.to_json(), encoding="utf-8")
            self.console.print(f"saved to {self.save}")

    def _turn(self, actor: str) -> None:
        """One decision of a person, however many tries it takes."""
        before = self.game
        self.show()
        while self.game is before:
            offers = self.game.offers()
            self.console.print(f"{actor} to decide.  {HELP}", style="bold")
            for number, offer in enumerate(offers, start=1):
                self.console.print(f"  {number:>3}  {offer_words(offer)}")
            answer = self.asker.line("> ")
            if answer.isdecimal() and 1 <= int(answer) <= len(offers):
                self._choose(int(answer) - 1)
            else:
                self._special(answer)

    def _choose(self, number: int) -> None:
        offer = self.game.offers()[number]
        self.asker.tell = Teller(self.game, offer.action)
        if asked := view.question(self.game, offer):
            self.console.print(asked)
        try:
            self._do(self.game.apply(self.asker.action(offer)))
        except Back:
            return
        except EngineError as error:
            self.console.print(f"refused: {error}")

    def _special(self, answer: str) -> None:
        if answer == "q":
            raise Leave
        if answer == "u":
            self._undo()
        elif answer == "m":
            self._draw()
        elif answer == "s":
            self.show()
        else:
            self.console.print(f"{answer!r} is not in the menu")

    def _do(self, following: Game) -> None:
        self.game = following
        self._tell()

    def _tell(self) -> None:
        for line in view.news(self.game, self.game.latest_events):
            self.console.print(line)

    def _undo(self) -> None:
        """Take back the latest decision of a person, and what the programs did after it."""
        back, count = self.game, 0
        while back.history:
            back, count = back.undo(), count + 1
            if back.actor not in self.bots and not only_passing(back):
                self.game = back
                self.console.print(f"taken back: {count} actions")
                return
        self.console.print("there is nothing to undo")

    def _draw(self) -> None:
        for line in text_map(ground_in(self.game.title, self.game.state), board_of(self.game)):
            self.console.print(line)
        self.console.print(LEGEND)
        path = self.save.with_suffix(".svg")
        try:
            path.write_text(draw_position(self.game), encoding="utf-8")
        except (EngineError, OSError) as error:
            self.console.print(f"no map: {error}")
        else:
            self.console.print(f"as a picture: {path}")

    def show(self) -> None:
        self.console.print("")
        for part in view.summary(self.game):
            self.console.print(part)


def only_passing(game: Game) -> bool:
    """Whether the player can do nothing but pass."""
    return all(offer.action is Pass for offer in game.offers())


def play(
    title: Annotated[str, typer.Argument(metavar="TITLE", help="The game; see `piercy titles`.")],
    players: Annotated[
        str | None, typer.Option(help="Names with commas; bot:NAME seats a program.", show_default=False)
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same start.")] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the game is kept; a game kept there goes on.")
    ] = None,
    option: Chosen = None,
) -> None:
    """Play a game in the terminal."""
    rules = registry.title(title)
    names = None if players is None else seat_players(players)
    persons = names is None or len(seated_bots(names)) < len(names)
    options = read_options(rules, option, persons=persons)
    if save is not None and save.exists():
        game = _resumed(save, title, names, seed)
    else:
        count = min(max(3, rules.player_counts[0]), rules.player_counts[-1])
        names = names or seat_players(",".join(["You"] + ["bot:random"] * (count - 1)))
        fresh = secrets.randbelow(2**32) if seed is None else seed
        game = new_game(title, players=names, seed=fresh, options=options)
    path = save or _unused(f"{title}-{game.setup.seed}")
    _check_folder(path)
    console = screen()
    chance = Chance(Chance(game.setup.seed + game.seq).word())
    Table(game, seated_bots(game.players), path, chance, console, Asker(console, console.input)).run()


def seat_players(text: str) -> list[str]:
    """The names at the table; ``bot:random`` in the third seat becomes ``random-3``."""
    names = [part.strip() for part in text.split(",")]
    for seat, name in enumerate(names, start=1):
        if name.startswith("bot:"):
            kind = name.removeprefix("bot:")
            make_bot(kind)
            names[seat - 1] = f"{kind}-{seat}"
    return names


def seated_bots(players: Sequence[str]) -> dict[str, Bot]:
    """The programs among the players, known by their names."""
    names = {f"{kind}-{seat}": kind for kind in BOTS for seat in range(1, len(players) + 1)}
    return {
        name: make_bot(names[name])
        for seat, name in enumerate(players, start=1)
        if name in names and name.endswith(f"-{seat}")
    }


def _resumed(save: Path, title: str, names: Sequence[str] | None, seed: int | None) -> Game:
    game = load_game(save)
    asked = {"title": title, "players": names and ", ".join(names), "seed": seed}
    kept = {"title": game.setup.title, "players": ", ".join(game.players), "seed": game.setup.seed}
    for name, value in asked.items():
        if value is not None and value != kept[name]:
            raise InvalidAction(
                "{path} holds a game with {name} {kept}, not {asked}",
                path=save,
                name=name,
                kept=kept[name],
                asked=value,
            )
    return game


def _unused(stem: str) -> Path:
    """A file in the current folder that does not exist yet."""
    path, number = Path(f"{stem}.json"), 1
    while path.exists():
        number += 1
        path = Path(f"{stem}-{number}.json")
    return path


def _check_folder(path: Path) -> None:
    """Better to hear of a missing folder before the game than after it."""
    if path.is_dir() or not path.parent.is_dir():
        raise InvalidAction("cannot save to {path}: it is a folder or lies in none", path=path)
