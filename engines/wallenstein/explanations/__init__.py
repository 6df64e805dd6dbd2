"""What people can look up in Wallenstein: rules, names, signs, the map, notes on moves."""
