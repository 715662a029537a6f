"""The best display for a bag of tiles in any order, and the proof that none is better."""
