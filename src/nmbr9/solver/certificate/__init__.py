"""What a proof leaves behind, and checking it without the code that searched."""
