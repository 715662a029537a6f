"""Programs for developers, run with python -m scripts.NAME."""
