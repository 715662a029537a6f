"""Displays, and where in them a piece may lie."""
