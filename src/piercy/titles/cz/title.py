"""18CZ: the order of play.

The rounds, in order; every step is a class in the module named, made as ``Step(facts)`` with the variant's Book::

    prestock    snake round over the Locals                     prestock.DraftLocals       (standard, Bohemia)
    auction     five private companies under the hammer         auction.AuctionPrivates    (Moravia-Silesia)
    stock       sell, buy, repay                                stock.StockTurn
    income      MW's home tile (Moravia-Silesia), then income   income.BuildHome, income.round
    operating   the companies' turns, see below                 rounds.Operating
    closing     after each set but the last: export, then       rounds.Closing -> export.export_card,
                Vaclav's cards, then excess trains              vaclav.distribute, phases.ReturnTrains

``stock`` begins each set of operating rounds; ``income`` and ``operating`` alternate within a set; ``closing`` leads
to the next ``stock``; after the last set the game is over [RCZ-V, RCZ-X.1].

The steps of a company's turn [RCZ-VIII.3.1]::

    0  stations.HomeStation     first turn: home station by itself; red tile (LayTile) and ATE's city (PlaceToken)
                                are decisions; sets company.operated
    1  track.LayTrack           LayTile, LayWaived; Pass ends the step
    2  stations.PlaceStation    PlaceToken
    3  running.RunTrainsStep    RunTrains (LendTrain and RecordedRun too); sets turn.revenue; Vaclav's run by itself
    4  dividends.Dividends      PayDividend; by itself where there is no decision
    5  acquisition.Acquire      OfferAcquisition; RemoveStation, ScrapTrain, ConvertTrain while something acquired
                                waits in turn.acquired or turn.doubled; Pass keeps the rest, or ends the step
    6  trains.BuyTrains         BuyTrain, OfferForTrain; Pass ends the turn (always asked of a human Director)

    beside them (``anytime``):  locals.TradeLocals (BuyLocal, SellLocal), purple.LayPurpleTiles (LayPurple)
    before all (``interrupts``): consent.AnswerDeal (Answer), phases.ReturnTrains (DiscardTrain),
                                stations.SettleTeplice (PlaceToken: ATE's city when a green tile comes to B8)

What the modules offer each other:

- ``market``: put_marker, move_right, move_left, drop, raise_sold_out.
- ``consent.propose(facts, ctx, deal, complete)``: done at once if the Director is asked himself (or the option
  says so), otherwise stored in ``state.deal`` until answered. Accepted deals go to ``locals.complete``,
  ``trains.complete`` and ``acquisition.complete``, each called as ``complete(facts, ctx, deal)``.
- ``phases.card_sold(facts, ctx, train)`` after a card is paid or given away, ``phases.card_exported(facts, ctx,
  letter)``: new phase, obsolescence, and ``vaclav.call_company`` [RCZ-VIII.12.21].
- ``export.export_card(facts, ctx)``.
- ``running.best(facts, state)``: the best run of the company on turn.
"""
