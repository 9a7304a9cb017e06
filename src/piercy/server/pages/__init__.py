"""The pages: home, table, rules."""
