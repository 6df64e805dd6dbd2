"""Where people sit down: the command line."""
