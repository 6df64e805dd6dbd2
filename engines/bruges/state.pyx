"""The names of Bruges' enums for Python; `state.pxd` declares and explains them."""
