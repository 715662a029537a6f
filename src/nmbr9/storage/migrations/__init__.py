"""The steps from an empty database to today's tables, oldest first.

To change the tables, change `nmbr9.storage.tables` and add a file here whose `down_revision` is the
newest `revision`; a test compares the two. Never change a step that was released: databases exist
that have taken it. There are no steps back: a backup is the way back.
"""
