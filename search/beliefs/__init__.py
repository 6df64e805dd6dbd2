"""What others' play says about what is hidden: records of what a seat saw, and weighted worlds."""
