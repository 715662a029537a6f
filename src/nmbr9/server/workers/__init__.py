"""Several processes at one address, each with matches of its own."""
