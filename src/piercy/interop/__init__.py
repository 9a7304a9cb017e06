"""Games of other programs: read into our own, and written out again."""
