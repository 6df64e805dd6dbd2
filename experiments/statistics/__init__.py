"""What finished blocks say: estimates with intervals, tests, ratings and schedules."""
