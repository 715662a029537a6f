"""The best display for a known order of cards."""
