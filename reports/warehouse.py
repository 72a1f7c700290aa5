"""DuckDB over a run folder: views on the result tables, leaderboard and points as tables.

Results are read from Parquet where it is compacted and from the journal for the rest, each block
once, so a league can be queried while it runs. The only file that imports duckdb.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from engine import Column, find_game
from reports.leaderboard import (
    LEADERBOARD,
    Counts,
    Standing,
    StreamPoints,
    standings,
)
from tournament.columns import TABLES
from tournament.errors import TournamentError
from tournament.folder import RunFolder
from tournament.incidents import FAULTS, TIMINGS, fault_table, timing_table
from tournament.journal import Journal
from tournament.plan import Plan, disqualified
from tournament.results import damaged_table
from tournament.tables import schema_of, table_columns

__all__ = ["POINTS", "Warehouse", "build_database", "open_warehouse"]

POINTS: Final = (
    Column("variant", "text", "name of the variant"),
    Column("entry", "text", "name of the entry"),
    Column("matches", "int64", "matches played (seats, if copies of it met)"),
    Column("total", "int64", "points at the end of all matches, summed"),
    Column("mean_per_match", "double", "mean points at the end of a match"),
    Column("lowest", "int32", "lowest score at the end of a match"),
    Column("highest", "int32", "highest score at the end of a match"),
    Column("hands", "int64", "hands in these matches"),
    Column("mean_per_hand", "double", "mean points a hand"),
)
_TYPES: Final = {
    "text": "VARCHAR",
    "int32": "INTEGER",
    "int64": "BIGINT",
    "double": "DOUBLE",
    "bool": "BOOLEAN",
}
_STORAGE_VERSION: Final = "v1.4.0"  # readable by every DuckDB that we allow


class Answer(NamedTuple):
    """Column names and rows of a query."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]


class Warehouse:
    """An open warehouse."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection

    def query(self, sql: str) -> Answer:
        """Run one query; TournamentError with DuckDB's own words if it fails."""
        try:
            cursor = self._connection.execute(sql)
            if cursor is None or not cursor.description:
                raise TournamentError("sql: found no result; allowed: a DuckDB query that has one")
            names = tuple(str(column[0]) for column in cursor.description)
            return Answer(names, cursor.fetchall())
        except duckdb.Error as error:
            line = " ".join(str(error).split())
            raise TournamentError(f"sql: found {line}; allowed: a DuckDB query") from None

    def leaderboard(self, variant: str | None = None) -> list[Standing]:
        """Rows of the leaderboard, of one variant or all."""
        rows = self.query(
            "SELECT * FROM leaderboard ORDER BY variant, place NULLS LAST, disqualified, entry"
        ).rows
        return [Standing(*row) for row in rows if variant in {None, row[0]}]

    def points(self) -> Answer:
        """The points table."""
        return self.query("SELECT * FROM points ORDER BY variant, total DESC, entry")


@contextmanager
def open_warehouse(folder: RunFolder, plan: Plan) -> Iterator[Warehouse]:
    """A warehouse in memory, as the folder stands now; live data included."""
    with duckdb.connect(":memory:") as connection:
        _fill(connection, folder, plan)
        yield Warehouse(connection)


def build_database(folder: RunFolder, plan: Plan) -> None:
    """Make `league.duckdb` anew and put it in place of the old one in one step."""
    half = folder.path / f".{folder.database.name}.half"
    half.unlink(missing_ok=True)
    with duckdb.connect(":memory:") as connection:
        connection.execute(f"ATTACH '{_quoted(half)}' AS db (STORAGE_VERSION '{_STORAGE_VERSION}')")
        connection.execute("USE db")
        _fill(connection, folder, plan)
        connection.execute("USE memory; DETACH db")
    half.replace(folder.database)


def _fill(connection: duckdb.DuckDBPyConnection, folder: RunFolder, plan: Plan) -> None:
    try:
        _make_tables(connection, folder, plan)
    except (duckdb.Error, pa.ArrowException, OSError) as error:
        raise damaged_table(folder.results, str(error).partition("\n")[0]) from None


def _make_tables(connection: duckdb.DuckDBPyConnection, folder: RunFolder, plan: Plan) -> None:
    compacted = _compacted_blocks(folder, plan)
    live = _live_tables(folder, plan, compacted)
    for table in TABLES:
        parts = [f"SELECT * FROM live_{table}_{number}" for number in range(len(live))]
        for number, tables in enumerate(live):
            _load(connection, f"live_{table}_{number}", tables[table])
        if compacted:
            files = ", ".join(
                f"'{_quoted(folder.results / table / f'{variant.name}.parquet')}'"
                for variant in plan.league.variants
            )
            parts.append(f"SELECT * FROM read_parquet([{files}], union_by_name = true)")
        connection.execute(f"CREATE VIEW {table} AS {' UNION ALL BY NAME '.join(parts)}")
        _comment(connection, table, _columns(table, plan))
    heads = [head for _, head in plan.recorded]
    _load(connection, "faults", fault_table(heads, folder.path))
    _comment(connection, "faults", FAULTS)
    _load(connection, "timings", timing_table(heads))
    _comment(connection, "timings", TIMINGS)
    connection.execute(f"CREATE TABLE points AS {_sql('points')}")
    _comment(connection, "points", POINTS)
    _make_leaderboard(connection, plan)


def _columns(table: str, plan: Plan) -> list[Column]:
    """The columns of all games of a league; a name of two games has both meanings."""
    columns: dict[str, Column] = {}
    for name in sorted({variant.game for variant in plan.league.variants}):
        for column in table_columns(table, find_game(name)):
            held = columns.setdefault(column.name, column)
            if held.meaning != column.meaning:
                both = f"{held.meaning}; in {name}: {column.meaning}"
                columns[column.name] = held._replace(meaning=both)
    return list(columns.values())


def _compacted_blocks(folder: RunFolder, plan: Plan) -> set[str]:
    """Blocks to be read from `results/`: none if it holds another set than the league's."""
    wanted = {block.id for batch in plan.batches for block in batch.blocks}
    blocks: set[str] = set()
    for variant in plan.league.variants:
        path = folder.results / "blocks" / f"{variant.name}.parquet"
        if not path.exists():
            return set()
        blocks.update(pq.read_table(path, columns=["block"])["block"].to_pylist())
    return blocks if blocks <= wanted else set()


def _live_tables(folder: RunFolder, plan: Plan, compacted: set[str]) -> list[dict[str, pa.Table]]:
    """Tables of what only the journal holds, by variant; empty ones if nothing is recorded."""
    journal = Journal(folder.journal)
    found: list[dict[str, pa.Table]] = []
    for variant in plan.league.variants:
        game = variant.find_game()
        live = [
            journal.tables(batch.id, game)
            for batch, _ in plan.recorded
            if batch.variant == variant and batch.blocks[0].id not in compacted
        ]
        if live or not compacted:
            empty = {table: schema_of(table, game).empty_table() for table in TABLES}
            found.append(
                {
                    table: pa.concat_tables(each[table] for each in [empty, *live])
                    for table in TABLES
                }
            )
    return found


def _load(connection: duckdb.DuckDBPyConnection, name: str, content: pa.Table) -> None:
    connection.register("content", content)
    connection.execute(f"CREATE TABLE {name} AS SELECT * FROM content")
    connection.unregister("content")


def _make_leaderboard(connection: duckdb.DuckDBPyConnection, plan: Plan) -> None:
    out = disqualified(plan)
    connection.execute("CREATE TEMP TABLE disqualified (entry VARCHAR)")
    if out:
        connection.executemany("INSERT INTO disqualified VALUES (?)", [(entry,) for entry in out])
    rated = connection.execute(_sql("rank_points")).fetchall()
    played = connection.execute(_sql("played")).fetchall()
    connection.execute("DROP TABLE disqualified")
    columns = ", ".join(f"{column.name} {_TYPES[column.type]}" for column in LEADERBOARD)
    connection.execute(f"CREATE TABLE leaderboard ({columns})")
    table = standings([Counts(*row) for row in played], [StreamPoints(*row) for row in rated], out)
    if table:
        marks = ", ".join("?" * len(LEADERBOARD))
        connection.executemany(f"INSERT INTO leaderboard VALUES ({marks})", table)
    _comment(connection, "leaderboard", LEADERBOARD)


def _comment(connection: duckdb.DuckDBPyConnection, table: str, columns: Sequence[Column]) -> None:
    for column in columns:
        meaning = column.meaning.replace("'", "''")
        connection.execute(f"COMMENT ON COLUMN {table}.{column.name} IS '{meaning}'")


def _sql(name: str) -> str:
    return (Path(__file__).parent / "sql" / f"{name}.sql").read_text(encoding="utf-8")


def _quoted(path: Path) -> str:
    return str(path.resolve()).replace("'", "''")
