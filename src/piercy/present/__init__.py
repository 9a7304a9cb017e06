"""What people see and read of a game, for every way of playing: tables, words, the figures of charts."""
