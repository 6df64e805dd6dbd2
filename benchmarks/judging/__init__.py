"""What `benchmarks.blunders` is made of: the files of positions, and the judge of a move."""
