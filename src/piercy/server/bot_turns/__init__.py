"""Where bots think and move: a queue of games, processes that choose, and the loops between them."""
