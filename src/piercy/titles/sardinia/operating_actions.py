"""What is done in operating rounds, beside the actions that all 18xx games share."""

from __future__ import annotations

from dataclasses import dataclass

from piercy.core.actions import Action, action_type


@action_type
@dataclass(frozen=True, slots=True)
class PlaceTokenAlong(Action):
    """Place a token at the end of a direct route from a token of the company."""

    type = "place_token_along"

    route: tuple[str, ...]
    """The places of the route in order, such as ``E35/0 F34 F32/0``."""


@action_type
@dataclass(frozen=True, slots=True)
class DeclareIncome(Action):
    """Pay the revenue to the shareholders, or keep it in the treasury."""

    type = "declare_income"

    dividend: bool


@action_type
@dataclass(frozen=True, slots=True)
class ProposeTrade(Action):
    """Ask another company for one of its trains."""

    type = "propose_trade"

    seller: str
    train: str
    price: int


@action_type
@dataclass(frozen=True, slots=True)
class AnswerTrade(Action):
    """Accept or decline to sell the train that was asked for."""

    type = "answer_trade"

    accept: bool


@action_type
@dataclass(frozen=True, slots=True)
class Absorb(Action):
    """Let one company take over another; one of the two is on turn."""

    type = "absorb"

    acquirer: str
    target: str


@action_type
@dataclass(frozen=True, slots=True)
class VacateMines(Action):
    """Take back the acquirer's own tokens from these mines, or from none."""

    type = "vacate_mines"

    hexes: tuple[str, ...]


@action_type
@dataclass(frozen=True, slots=True)
class ReplaceTokens(Action):
    """Put tokens of the acquirer where the target had its own; the others are removed."""

    type = "replace_tokens"

    hexes: tuple[str, ...]


@action_type
@dataclass(frozen=True, slots=True)
class RepayLoans(Action):
    """Pay back state loans of the company on turn."""

    type = "repay_loans"

    count: int
