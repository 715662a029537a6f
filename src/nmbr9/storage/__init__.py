"""Matches, players and contests, kept in SQLite or PostgreSQL.

`database` opens one, `journal` appends the events of running matches, the other modules are short
functions that read and write. Everything here blocks: a server calls it from threads.
"""
