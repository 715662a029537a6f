"""Statements of SQLAlchemy that the driver itself carries out.

For whoever writes a hundred times a second: through SQLAlchemy a placement costs the server 19 %
more processor time (median of six pairs of `benchmarks.optimisations`), and what it adds is Python,
which keeps all other threads waiting. Only `Database.write_directly` leads here. Values go to
the driver as they are, without the conversions of SQLAlchemy's types; text, numbers and booleans
need none.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Text, any_, bindparam, func, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.engine.interfaces import DBAPICursor, Dialect
from sqlalchemy.sql import ClauseElement
from sqlalchemy.sql.compiler import SQLCompiler

Values = Mapping[str, Any]
"""Of the parameters of a statement, by name."""


class Compiled:
    """The text of a statement for a driver, which is told all parameters each time."""

    def __init__(self, statement: ClauseElement, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        assert isinstance(compiled, SQLCompiler)
        self.text = compiled.string
        self._order = compiled.positiontup

    def given(self, values: Values) -> Any:
        """Return values as the driver takes them: by name, or in their order."""
        return values if self._order is None else [values[name] for name in self._order]


class Compiler:
    """The statements that were carried out, each compiled once."""

    def __init__(self, dialect: Dialect) -> None:
        self.is_postgresql = dialect.name == "postgresql"
        self._dialect = dialect
        self._compiled: dict[ClauseElement, Compiled] = {}

    def __call__(self, statement: ClauseElement) -> Compiled:
        """Return a statement as text; it must be one that lives on, such as a constant."""
        compiled = self._compiled.get(statement)
        if compiled is None:
            compiled = self._compiled[statement] = Compiled(statement, self._dialect)
        return compiled


class Direct:
    """A transaction, as `Database.write_directly` yields it."""

    def __init__(self, cursor: DBAPICursor, compiler: Compiler) -> None:
        self.is_postgresql = compiler.is_postgresql
        self._cursor, self._compiler = cursor, compiler

    def rows(self, statement: ClauseElement, values: Values) -> Sequence[Any]:
        """Carry out a query; return what it finds, as tuples."""
        compiled = self._compiler(statement)
        self._cursor.execute(compiled.text, compiled.given(values))
        return self._cursor.fetchall()

    def each(self, statement: ClauseElement, values: Iterable[Values]) -> None:
        """Carry out a statement for each of some values."""
        compiled = self._compiler(statement)
        self._cursor.executemany(compiled.text, [compiled.given(each) for each in values])

    def ids(self, ids: Iterable[str]) -> Values:
        """Return the parameter of a statement with `is_one_of`."""
        return {"ids": list(ids) if self.is_postgresql else json.dumps(list(ids))}


def is_one_of(column: ColumnElement[str], *, is_postgresql: bool) -> ColumnElement[bool]:
    """Whether a column is one of some ids, which are one parameter, however many they are."""
    if is_postgresql:
        return column == any_(bindparam("ids", type_=ARRAY(Text)))
    return column.in_(select(func.json_each(bindparam("ids")).table_valued("value").c.value))
