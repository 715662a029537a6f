"""Who asks, what they may see, and how often they may ask."""
