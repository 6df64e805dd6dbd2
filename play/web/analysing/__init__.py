"""The analysis page: files of games and positions, looked at, tried out and changed."""
