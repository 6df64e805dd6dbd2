"""Who plays the blocks: this process or the workers of Ray, and how far they have got."""
