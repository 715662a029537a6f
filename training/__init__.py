"""Scripts that make the weights in ``nmbr9/judge/weights``; see the README there."""
