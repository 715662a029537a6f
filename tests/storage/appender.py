"""A process that appends: `python -m tests.storage.appender URL MATCH WRITER COUNT`.

It prints the number of each event when, and only when, it is told that the event is durable. Where
another process was first it reads the match again and goes on.
"""

import os
import sys

from nmbr9.match.store import Receipt
from nmbr9.storage.database import open_database
from nmbr9.storage.errors import Conflict
from nmbr9.storage.group_commit.journal import Append, Journal
from nmbr9.storage.matches import load_match

IN_FLIGHT = 8


def main(url: str, match: str, writer: str, count: int) -> None:
    database = open_database(url)
    journal = Journal(database)
    number = 0
    while number < count:
        length = load_match(database, match)[0].length
        waiting: list[Receipt] = []
        while number < count:
            numbers = range(number, min(number + IN_FLIGHT, count))
            waiting = [
                journal.append(Append(match, length + i, ({"by": writer, "number": each},)))
                for i, each in enumerate(numbers)
            ]
            stored = 0
            for receipt in waiting:
                try:
                    receipt.result(30)
                except Conflict:
                    continue
                os.write(1, f"{numbers[stored]}\n".encode())
                stored += 1
            number += stored
            length += stored
            if stored < len(waiting):
                break
    journal.close()
    database.close()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
