"""What people at the table are told: steps with what came of them, the log, seats in colours."""
