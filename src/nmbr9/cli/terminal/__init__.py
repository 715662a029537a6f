"""The game in the terminal: a session that knows no screen, a screen, and two ways to type."""
