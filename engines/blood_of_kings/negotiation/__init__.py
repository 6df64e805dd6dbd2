"""The negotiation phase: trade, deals and the end of a turn."""
