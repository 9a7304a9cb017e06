"""The games: each is one folder, found through an entry point of the group ``piercy.titles``."""
