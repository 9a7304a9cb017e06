"""Whether an offer covers an action: the other half of "offers and check agree"."""

from __future__ import annotations

from collections import Counter

from piercy.core.actions import Action
from piercy.core.offers import Domain, Offer, OneOf, Open, Range, Subset, Table


def covers(offer: Offer, action: Action) -> bool:
    """Whether the action fills the blanks of the offer with values that it allows.

    A domain that computes its values, such as the best routes, lists the good ones only and covers any.
    """
    if type(action) is not offer.action or action.player != offer.player:
        return False
    return all(_allows(domain, action) for domain in offer.domains)


def _allows(domain: Domain, action: Action) -> bool:
    match domain:
        case OneOf(name, options):
            return getattr(action, name) in options
        case Range(name, low, high, step):
            return getattr(action, name) in range(low, high + 1, step)
        case Open(name, low):
            return bool(getattr(action, name) >= low)
        case Table(names, rows):
            return tuple(getattr(action, name) for name in names) in rows
        case Subset(name, options, least, most):
            chosen = getattr(action, name)
            size_fits = least <= len(chosen) <= (len(options) if most is None else most)
            return size_fits and Counter(chosen) <= Counter(options)
        case _:
            return True
