"""The page as a static site: a folder of files with which anybody plays, and nothing behind it."""
