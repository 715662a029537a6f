"""Running matches: who is connected, what they ask for, what they are told."""
