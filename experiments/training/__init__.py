"""Training networks by expert iteration: self-play, fitting, and a gate for what takes over."""
