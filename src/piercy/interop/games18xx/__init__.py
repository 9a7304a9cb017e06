"""Game files of the site 18xx.games."""
