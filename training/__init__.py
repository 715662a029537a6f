"""Scripts that make the weights in ``nmbr9/bots/weights``; see the README there."""
