"""The pages about experiments: the files in a folder, read while they are being written."""
