"""What state.pxd declares, for Python."""
