"""What facts, columns and values of tables are called, in English: the keys of the translations."""

from __future__ import annotations

LABELS: dict[str, str] = {
    "auction_round": "Auction",
    "bank": "Bank",
    "cash": "Cash",
    "certificates": "Certificates",
    "charters": "Charters",
    "closing_round": "Between the sets",
    "company": "Company",
    "debt": "Debt",
    "draft_round": "Draft",
    "dragons": "Dragons",
    "income": "Last income",
    "income_round": "Income",
    "loans": "Loans",
    "local_price": "Locals",
    "locals": "Locals",
    "maritimes": "Maritime",
    "market": "Market",
    "offer": "Offer",
    "operating_round": "Operating round",
    "owner": "Owner",
    "phase": "Phase",
    "pool": "Pool",
    "prelude_round": "Before the stock round",
    "prestock_round": "Sale of Locals",
    "price": "Price",
    "priority": "Priority",
    "rank": "Rank",
    "round": "Round",
    "share": "Share",
    "size": "Size",
    "stock_round": "Stock round",
    "tokens": "Stations",
    "tokens_left": "Markers left",
    "traffic": "Traffic/coverage",
    "train_limit": "Train limit",
    "trains": "Trains",
    "treasury": "Treasury",
}

PRINTED: dict[str, str] = {
    "carried": "Traffic",
    "coverage": "Coverage",
    "director": "Director",
    "kind": "Kind",
    "loans": "Loans",
    "maritime_cards": "Maritimes",
    "president": "President",
    "privates": "Privates",
    "tokens": "Stations",
    "trains": "Trains",
    "treasury": "Treasury",
}
"""What is printed on charters: in the language of the rulebooks, as on the board."""

SIZES: dict[str, str] = {
    "small": "S",
    "medium": "M",
    "large": "L",
    "major": "major",
    "major_not_floated": "major, not floated",
    "minor": "minor",
    "minor_not_floated": "minor, not floated",
}
"""Sizes of companies, short enough for a cell."""


def label(key: str) -> str:
    """The label of a fact or a column; a key without words speaks for itself."""
    return LABELS.get(key, key.replace("_", " ").capitalize())


def printed(key: str) -> str:
    """The label as it is printed on a charter."""
    return PRINTED.get(key, key.replace("_", " ").capitalize())
