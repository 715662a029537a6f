"""The referee: hosted games as values, without input or output.

A match is its `Setup` and its events. `decide` turns a command into events or refuses it,
`Match.after` takes an event in; whoever hosts a match stores the events in between, so that a match
can always be replayed to where it was. What each viewer may see is in ``views``.
"""
