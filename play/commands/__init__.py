"""The commands of `eminence`, one file each."""
