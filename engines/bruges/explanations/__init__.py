"""What people can look up in Bruges: rules, names, signs, how things stand, notes on moves."""
