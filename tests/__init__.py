"""A package, so that `tests` means this folder even if an installed one has the same name."""
