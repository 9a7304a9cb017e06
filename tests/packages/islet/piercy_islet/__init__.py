"""18Islet: two or three companies on one small island, for five seasons."""
