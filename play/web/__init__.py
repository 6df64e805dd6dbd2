"""The table in a browser: `eminence serve`. docs/web.md says what goes over the wire."""
