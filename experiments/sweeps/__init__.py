"""The search for better parameters, and the test that a winner must pass."""
