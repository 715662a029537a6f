"""Games that bots play for themselves, and what their scores say."""
