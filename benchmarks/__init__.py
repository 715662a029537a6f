"""Speeds, each with the answer checked and compared to something in the same run."""
