"""Kingdoms: their cards in peace, their lands, and who rules them."""
