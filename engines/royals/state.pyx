"""Compiled so that Python sees the enums of state.pxd."""
