"""What people do: the language of their effects, and the stack that carries them out."""
