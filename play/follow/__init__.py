"""The companion at a real table: a seat's view, kept up to date from what a person says."""
