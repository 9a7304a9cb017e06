"""JSON from strangers: what no game needs is refused at the door, in words that can be written."""

from __future__ import annotations

import json
import sys

import pytest

from piercy.core.jsontext import DEEPEST, LARGEST, NotJson, read_json
from piercy.core.plain import LONGEST_TEXT, PlainError


@pytest.mark.parametrize("text", ["", "{", "nothing", '{"a": NaN}', "[Infinity]", "[-Infinity]", '"half'])
def test_what_is_not_json(text: str) -> None:
    with pytest.raises(NotJson):
        read_json(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (str(LARGEST + 1), "too large"),
        (f"[{-LARGEST - 1}]", "too large"),
        ("9" * 5_000, "too large"),
        ('{"a": {"b": ' + "7" * 100_000 + "}}", "too large"),
        ('"\\ud800"', "half of a character"),
        ('{"a": ["\\udc00\\ud800"]}', "half of a character"),
        ('{"\\ud800": 1}', "half of a character"),
        (json.dumps("x" * (LONGEST_TEXT + 1)), "characters"),
        ("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), "nested too deeply"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 900 + "1" + "}" * 900, "nested too deeply"),
    ],
)
def test_what_no_game_needs(text: str, words: str) -> None:
    with pytest.raises(PlainError, match=words) as refused:
        read_json(text)
    assert len(str(refused.value).encode()) < 200


def test_all_else_is_read_as_it_is() -> None:
    said = {"largest": LARGEST, "least": -LARGEST, "half": 0.5, "name": "Łódź 😀", "none": None, "yes": True}
    assert read_json(json.dumps(said)) == said
    assert read_json("\ufeff" + json.dumps(said, ensure_ascii=False)) == said
    assert read_json("[" * (DEEPEST - 1) + "]" * (DEEPEST - 1)) is not None
    assert sys.get_int_max_str_digits() > 0
