"""What a picture of Royals shows: the map with its nobles, the cards, the tracks and the seats."""
