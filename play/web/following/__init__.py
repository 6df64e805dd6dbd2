"""The companion in the browser, for a phone beside a real table."""
