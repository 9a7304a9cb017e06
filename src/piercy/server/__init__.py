"""Games in a database, offered to browsers and programs. No rule is computed here."""
