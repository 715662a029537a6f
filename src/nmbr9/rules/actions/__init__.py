"""What a player can do: checked, listed and carried out."""
