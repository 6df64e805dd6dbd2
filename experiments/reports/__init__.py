"""Pages, pictures and checks made from the file of a run."""
