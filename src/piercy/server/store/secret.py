"""The random bytes that secret links are made from: made once, kept with the games."""

from __future__ import annotations

import re
import secrets

from sqlalchemy.orm import Session

from piercy.server.store.tables import SecretRow

_LINKS = "links"
_BYTES = 32


def kept_secret(session: Session, *, renew: bool) -> bytes:
    """The bytes that are kept; new ones if there are none, if they are damaged, or if new ones are wanted."""
    row = session.get(SecretRow, _LINKS)
    value: object = None if row is None else row.value
    if not renew and isinstance(value, str) and re.fullmatch(rf"[0-9a-f]{{{2 * _BYTES}}}", value):
        return bytes.fromhex(value)
    made = secrets.token_bytes(_BYTES)
    session.merge(SecretRow(name=_LINKS, value=made.hex()))
    return made
