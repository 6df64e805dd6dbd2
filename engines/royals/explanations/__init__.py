"""What people can look up in Royals: rules, names, signs, how things stand, notes on moves."""
