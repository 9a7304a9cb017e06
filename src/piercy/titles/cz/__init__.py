"""18CZ: the standard game, Bohemia for two players with Vaclav, and Moravia-Silesia."""
