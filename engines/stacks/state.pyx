"""Makes the enums of state.pxd visible to Python."""
