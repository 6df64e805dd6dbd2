"""Measurements that are run by hand; nothing here is installed or tested for speed."""
