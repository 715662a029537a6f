"""Writing what all running matches append, many at once."""
