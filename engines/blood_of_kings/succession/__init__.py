"""Successions: peaceful, violent and chaotic."""
