"""The draft of the first counties, an option of the set-up."""
