"""Bots of one's own: named by their users, run with limits, never trusted with more than a view."""
