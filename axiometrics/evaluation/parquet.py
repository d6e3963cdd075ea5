"""The columns of a parquet file, read by pyarrow or polars where one of them is installed.

Such a file stores a repeated value once, so that a few bytes can stand for a billion long names. The size of the
unpacked table is therefore counted before its values are made. The end of the file tells pyarrow how large each column
is before values are repeated, and no value is longer than that. So only as many rows are read at a time as keep within
the limit, and the reading ends if all rows together exceed it. Polars tells the lengths of texts only after it has
unpacked them, but does not repeat them for this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from io import BytesIO
from typing import Any

from axiometrics.core.errors import FileError
from axiometrics.evaluation.files import ALLOW, Source

PARQUET = b"PAR1"
"""The first bytes of a parquet file."""

VALUE = 32
"""The least number of bytes of memory that a value of a table takes."""

ROWS = 1 << 16
"""The greatest number of rows that pyarrow reads at a time."""

PARTS = 4
"""The least number of parts that fit into the limit of memory, if the values of a column can be longer than they are in
the file. The number of rows of a part is chosen for values of the greatest possible length.
"""

Columns = Mapping[str, Sequence[Any]]


def parquet_columns(source: Source, content: bytes) -> Columns:
    """The columns by their names. Columns of lists or records are left out.

    Raises `FileError` if the file cannot be read, or if it unpacks to more than the source allows.
    """
    readers: dict[str, Callable[[Source, bytes, Any], Columns]] = {"pyarrow": _by_arrow, "polars": _by_polars}
    for module, read in readers.items():
        try:
            library = import_module(module)
        except ImportError:
            continue
        try:
            return read(source, content, library)
        except FileError:
            raise
        except Exception as error:
            source.fail(None, f"the parquet file cannot be read: {' '.join(str(error).split())}")
    source.fail(None, "a parquet file, which needs pyarrow or polars: pip install pyarrow, or save it as CSV")


def _by_arrow(source: Source, content: bytes, library: Any) -> Columns:
    parquet = import_module("pyarrow.parquet")
    about = parquet.read_metadata(BytesIO(content))
    fields = [field for field in parquet.read_schema(BytesIO(content)) if not library.types.is_nested(field.type)]
    widths = [field.type.byte_width for field in fields if library.types.is_fixed_size_binary(field.type)]
    packed = sum(about.row_group(i).total_byte_size for i in range(about.num_row_groups))
    _demand_room(source, max(packed, about.num_rows * (VALUE * about.num_columns + sum(widths))))

    names = [field.name for field in fields]
    shortened = _shortened(about)
    once = [name for name in names if name not in shortened]
    file = parquet.ParquetFile(BytesIO(content), read_dictionary=once)
    columns: dict[str, list[Any]] = {name: [] for name in names}
    size = 0
    for name in names:
        rows = ROWS
        if name in shortened and source.most is not None:
            rows = max(1, min(ROWS, source.most // (PARTS * shortened[name])))
        for batch in file.iter_batches(batch_size=rows, columns=[name]):
            size += _size(library, batch.column(0))
            _demand_room(source, size)
            columns[name] += _values(library, batch.column(0))
    return columns


def _shortened(about: Any) -> dict[str, int]:
    """The columns that may store a value as the beginning of the value before it and a rest. Each has the number of
    bytes of its largest part, since no value is longer than that.
    """
    sizes: dict[str, int] = {}
    for i in range(about.num_row_groups):
        group = about.row_group(i)
        for part in map(group.column, range(group.num_columns)):
            if any("DELTA" in encoding for encoding in part.encodings):
                sizes[part.path_in_schema] = max(1, part.total_uncompressed_size, sizes.get(part.path_in_schema, 1))
    return sizes


def _size(library: Any, column: Any) -> int:
    """The number of bytes of all values of a column. A value that occurs several times is counted each time."""
    if not library.types.is_dictionary(column.type):
        return int(column.nbytes)
    compute = import_module("pyarrow.compute")
    lengths = compute.binary_length(column.dictionary.cast(library.large_binary()))
    return compute.sum(lengths.take(column.indices)).as_py() or 0


def _values(library: Any, column: Any) -> list[Any]:
    """The values of a column. Equal values are one object if the file stores them once."""
    if not library.types.is_dictionary(column.type):
        return list(column.to_pylist())
    values = [*column.dictionary.to_pylist(), None]
    return [values[-1 if i is None else i] for i in column.indices.to_pylist()]


def _by_polars(source: Source, content: bytes, library: Any) -> Columns:
    frame = library.scan_parquet(BytesIO(content))
    kinds = {name: kind for name, kind in frame.collect_schema().items() if not kind.is_nested()}
    rows = frame.select(library.len()).collect().item()
    _demand_room(source, VALUE * rows * len(kinds))
    lengths = [length.cast(library.UInt64).sum() for length in _lengths(library, kinds)]
    if lengths:
        _demand_room(source, frame.select(library.sum_horizontal(lengths)).collect().item() or 0)
    return frame.select(list(kinds)).collect().to_dict(as_series=False)  # type: ignore[no-any-return]


def _lengths(library: Any, kinds: Mapping[str, Any]) -> Iterator[Any]:
    """For each column of texts, an expression of polars for the number of bytes of its values."""
    for name, kind in kinds.items():
        if kind == library.Binary:
            yield library.col(name).bin.size()
        elif kind in (library.String, library.Categorical, library.Enum):
            yield library.col(name).cast(library.String).str.len_bytes()


def _demand_room(source: Source, size: int) -> None:
    """Raise `FileError` for a table that would take more memory than the limit for packed files."""
    if source.most is not None and size > source.most:
        source.fail(None, f"the parquet file unpacks to more than {source.most:,} bytes: save it in parts, or {ALLOW}")
