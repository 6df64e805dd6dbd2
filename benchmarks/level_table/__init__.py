"""The table of levels: who plays whom, how long a move takes, and where it is written."""
