"""The pages about runs."""
