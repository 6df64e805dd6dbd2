"""The service for programs: `eminence analyse`."""
