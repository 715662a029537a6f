"""The tables as the newest migration leaves them.

Times are seconds since 1970 (UTC), ids are text that the caller makes, columns that hold JSON are
text: it is written and read as a whole, and text is the quickest.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

players = Table(
    "players",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("token_hash", Text, nullable=False, unique=True),
)

contests = Table(
    "contests",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("day", Text),
    Column("created", Double, nullable=False),
    Column("closes", Double),
    Column("setup", Text, nullable=False),
    # The finished game alone whose deck it is. No foreign key: matches have one to here already.
    Column("origin", Text),
    Index("contests_kind", "kind", "day", "created"),
)

matches = Table(
    "matches",
    metadata,
    Column("id", Text, primary_key=True),
    Column("created", Double, nullable=False),
    Column("setup", Text, nullable=False),
    Column("contest", Text, ForeignKey("contests.id")),
    Column("length", Integer, nullable=False),
    Column("finished", Double),
    # The setup that was played, where it is another than the one that the events begin with.
    Column("played", Text),
    # Taken out of what was played, for records and statistics without reading every setup.
    Column("options_key", Text),
    Column("players", Integer),
    # When somebody last had it open before its start, as far as that was noted.
    Column("last_open", Double),
    Index("matches_finished", "finished"),
)

events = Table(
    "events",
    metadata,
    Column("match", Text, ForeignKey("matches.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("body", Text, nullable=False),
    # Who joined, kept out of the body, so that a player can be deleted without a search through
    # all events. No foreign key: an event may be older than the player's row, or outlive it.
    Column("player", Text),
    sqlite_with_rowid=False,  # one tree, in the order of the key: a match lies together
)
Index(
    "events_player",
    events.c.player,
    sqlite_where=events.c.player.is_not(None),
    postgresql_where=events.c.player.is_not(None),
)

seats = Table(
    "seats",
    metadata,
    Column("match", Text, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", Text, ForeignKey("players.id", ondelete="SET NULL")),
    Column("token_hash", Text, unique=True),
    Column("score", Integer),
    # Whether a bot or the clock chose something for the person; null in games of old versions.
    Column("helped", Boolean),
    Index("seats_player", "player"),
)

# Matches that strangers find, as they are now: so that no match has to be read for the list.
listings = Table(
    "listings",
    metadata,
    Column("match", Text, ForeignKey("matches.id"), primary_key=True),
    Column("state", Text, nullable=False),
    Column("since", Double, nullable=False),
    # The host's seat, not the host: whoever is deleted is forgotten here by that, too.
    Column("host", Integer),
    Column("options", Text, nullable=False),
    Column("has_own_shapes", Boolean, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("open", Integer, nullable=False),
    Index("listings_state", "state", "since"),
)

analyses = Table(
    "analyses",
    metadata,
    # That of the match, or made from the record of a game that was not played here.
    Column("id", Text, primary_key=True),
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE")),
    Column("created", Double, nullable=False),
    # Only without a match, whose events tell the game already.
    Column("record", Text),
    # Null until all is found out.
    Column("body", Text),
    Index("analyses_match", "match", "created"),
)

entries = Table(
    "entries",
    metadata,
    Column("match", Text, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("contest", Text, ForeignKey("contests.id"), nullable=False),
    Column("player", Text, ForeignKey("players.id", ondelete="SET NULL")),
    # Of players younger than the deck, until it closes: a hash of where they came from.
    Column("network", Text),
    # Why it is not ranked, where that is known from the beginning.
    Column("practice", Text),
    ForeignKeyConstraint(["match", "seat"], ["seats.match", "seats.seat"]),
    # One entry per player; those of deleted players are all null, which counts as different.
    UniqueConstraint("contest", "player", name="entries_once"),
    Index("entries_player", "player"),
)

# One row, written anew by every health check: that a database can be read says little.
health = Table(
    "health",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("checked", Double, nullable=False),
)
