"""Analyses are kept: those of matches as long as the match, of opened records the newest."""

from __future__ import annotations

import pytest
from sqlalchemy import delete

from nmbr9.storage import analyses
from nmbr9.storage.analyses import StoredAnalysis, find_analysis, keep_analysis, keep_record
from nmbr9.storage.database import Database, open_database
from nmbr9.storage.errors import StorageError
from nmbr9.storage.tables import metadata
from tests.storage.examples import add_match

BODY = {"version": 1, "found": {"par": 112}}


def test_the_analysis_of_a_match_is_there_after_opening_again(database: Database, url: str) -> None:
    add_match(database, "m")
    assert find_analysis(database, "m") is None
    keep_analysis(database, "m", "m", BODY, 5.0)
    other = open_database(url)
    assert find_analysis(other, "m") == StoredAnalysis(None, BODY)
    newer = {"version": 2, "found": {}}
    keep_analysis(other, "m", "m", newer, 6.0)
    assert find_analysis(database, "m") == StoredAnalysis(None, newer)
    other.close()


def test_it_goes_with_its_match_and_needs_one(database: Database) -> None:
    add_match(database, "m")
    keep_analysis(database, "m", "m", BODY, 5.0)
    with database.write() as connection:
        connection.execute(delete(metadata.tables["seats"]))
        connection.execute(delete(metadata.tables["matches"]))
    assert find_analysis(database, "m") is None
    with pytest.raises(StorageError, match="expected data that fits what is stored"):
        keep_analysis(database, "m", "m", BODY, 5.0)


def test_a_record_waits_for_what_is_found_out_about_it(database: Database) -> None:
    record = {"format": "nmbr9/1"}
    keep_record(database, "hash", record, 1.0)
    keep_record(database, "hash", record, 2.0)
    assert find_analysis(database, "hash") == StoredAnalysis(record, None)
    keep_analysis(database, "hash", None, BODY, 3.0)
    assert find_analysis(database, "hash") == StoredAnalysis(record, BODY)
    keep_analysis(database, "gone", None, BODY, 3.0)
    assert find_analysis(database, "gone") is None


def test_of_opened_records_the_newest_are_kept(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "MOST_RECORDS", 2)
    add_match(database, "m")
    keep_analysis(database, "m", "m", BODY, 0.0)
    for number in range(4):
        keep_record(database, f"hash {number}", {}, float(number))
    kept = [find_analysis(database, f"hash {number}") is not None for number in range(4)]
    assert kept == [False, False, True, True]
    assert find_analysis(database, "m") is not None
