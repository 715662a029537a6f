"""What a page and a host say to each other, and the referee between them.

Nothing here knows a server, a database or somebody else's package: a `Host` is handed in, with a
store and what reads and writes JSON. So the same referee runs in a server, in a test with a
dictionary for a store, and in a browser.
"""
