"""Pictures of a game: pure functions from state to SVG text."""
