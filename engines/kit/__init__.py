"""What games share: bits, standing, options, data files, guidance and pages."""
