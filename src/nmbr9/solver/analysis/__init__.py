"""What every decision of a game lost."""
