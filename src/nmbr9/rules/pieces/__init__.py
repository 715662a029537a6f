"""Tiles, fillers and their outlines, and how one lies in a display."""
