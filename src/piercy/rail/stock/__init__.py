"""The stock market: prices, shares and the turns in which they are traded."""
