"""Secret plans: a bid and a card for each box, and the auction that the bids decide."""
