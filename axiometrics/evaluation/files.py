"""Read files as blocks of whole lines. A file is plain or packed (gzip, bzip2, xz), which its first bytes tell. If a
file cannot be read, the error is one clear line.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import zlib
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property, wraps
from io import BytesIO, StringIO
from itertools import chain
from typing import Any, Concatenate, NoReturn, ParamSpec, TypeVar

from axiometrics.core import files
from axiometrics.core.errors import FileError
from axiometrics.core.progress import Progress, silent

BLOCK = 1 << 20
"""The number of bytes that are read at a time."""

LINE = 1 << 24
"""The longest line in bytes of a file that is read line by line. A file with a longer line is refused. Such a file may
have any number of lines.
"""

UNPACKED = 2**30
"""The number of bytes to which a packed file may unpack unless the user allows more. Without a limit a small file could
fill the memory and the time of a machine.
"""

ALLOW = "allow more with --max-unpacked MIB (0: any number)"
"""The part of an error message that says how to change the limit `UNPACKED`."""

SHOWN = 60
"""The number of characters of a bad line or name that a message shows."""

_PACKED: tuple[tuple[int, bytes, str, Callable[..., Any]], ...] = (
    (0, b"\x1f\x8b", "gzip", gzip.open),
    (4, b"1AY&SY", "bzip2", bz2.open),
    (0, b"\xfd7zXZ\x00", "xz", lzma.open),
)
"""For each way to pack a file: the place of its mark in the file, the mark, the name, and the function that opens
it.
"""

_FOREIGN: tuple[tuple[bytes, str, str], ...] = (
    (b"\x89PNG", "a PNG picture", ""),
    (b"\xff\xd8\xff", "a JPEG picture", ""),
    (b"GIF8", "a GIF picture", ""),
    (b"%PDF-", "a PDF document", ""),
    (b"PK\x03\x04", "a zip archive, as .xlsx, .docx and .npz are too", "unpack it, or save the table as CSV"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", "unpack it"),
    (b"\x28\xb5\x2f\xfd", "packed by zstd", "unpack it, or pack it by gzip, bzip2 or xz"),
    (b"\x04\x22\x4d\x18", "packed by lz4", "unpack it, or save it as JSON"),
    (b"\xd0\xcf\x11\xe0", "a document of an old Office program", "save the table as CSV"),
    (b"ARROW1", "a table in the Arrow or Feather format", "save it as parquet or CSV"),
    (b"SQLite format 3", "a database of SQLite", "save the table as CSV"),
    (b"\x89HDF", "an HDF5 file", "save the table as parquet or CSV"),
    *((b"\x80%c" % protocol, "a pickle of Python", "save it as JSON, .npy or parquet") for protocol in range(2, 6)),
    (b"\xff\xfe", "text in UTF-16", "save it as UTF-8"),
    (b"\xfe\xff", "text in UTF-16", "save it as UTF-8"),
    *((start, "XML or HTML", "") for start in (b"<?xml", b"<!DOCTYPE", b"<!doctype", b"<html", b"<svg")),
)
"""The first bytes of files that cannot be scored or read, each with a name for such files and a cure."""

_MARK = b"\xef\xbb\xbf"
_MEGABYTE = 1_000_000


def shown(text: str | bytes) -> str:
    """A piece of a file as a message quotes it; a long piece is cut.

    >>> shown(b"d1"), shown("x" * 100)[-8:]
    ("'d1'", "xxxx...'")
    """
    return repr(_cut(text.decode("utf-8", "backslashreplace") if isinstance(text, bytes) else text))


def some(names: list[str], most: int = 3) -> str:
    """The first few of several names.

    >>> some(["301", "302", "303", "304"])
    '301, 302, 303, ...'
    """
    return ", ".join([*map(_cut, names[:most]), *["..."] * (len(names) > most)])


def first_repeated(names: Iterable[Hashable]) -> int | None:
    """The place, counted from 0, of the first name that has occurred before; None if all names differ.

    >>> first_repeated(["a", "b", "a"])
    2
    """
    seen: set[Hashable] = set()
    for place, name in enumerate(names):
        if name in seen:
            return place
        seen.add(name)
    return None


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN else text[:SHOWN] + "..."


def lines_of(text: str) -> Iterator[str]:
    """The lines of a text with their line ends, because the reader of CSV needs them. The text is split part by part,
    so that no second copy of it is in memory.

    >>> list(lines_of("a\\r\\nb\\rc"))
    ['a\\r\\n', 'b\\r', 'c']
    """
    at = 0
    while at < len(text):
        end = text.rfind("\n", at, at + BLOCK) + 1 or text.find("\n", at) + 1 or len(text)
        yield from StringIO(text[at:end], newline="")
        at = end


@dataclass(frozen=True)
class Source:
    """A file. It may hold the content if that has been read already, or the remaining pieces if reading has begun.

    >>> list(Source("here", b"a b\\rc d\\r\\n").blocks())
    [(1, b'a b\\nc d\\n')]
    """

    path: str
    content: bytes | None = None
    most: int | None = UNPACKED
    """The number of bytes to which a packed file may unpack; None for any number."""
    pieces: Iterable[bytes] | None = None
    kept: dict[Hashable, Any] = field(default_factory=dict, repr=False, compare=False)
    """The results of readers that have parsed the content. They are kept so that several readers parse it once."""

    def fail(self, line: int | None, problem: str) -> NoReturn:
        """Raise `FileError` with the file, the line and the problem."""
        raise FileError(f"{self.path}{f', line {line}' if line else ''}: {problem}")

    def loaded(self, progress: Progress = silent) -> Source:
        """The source with its content in memory. A pipe can be read only once, so that later readers need this source.

        Raises `FileError` if the unpacked content has more than `axiometrics.core.files.LARGEST` bytes.
        """
        if self.content is not None:
            return self
        pieces, size = [], 0
        for piece in self._pieces(progress):
            pieces.append(piece)
            size += len(piece)
            if size > files.LARGEST:
                cure = "split it, or save less of it; only runs, and qrels where --as qrels says so, may have any size"
                self.fail(None, f"more than {files.LARGEST:,} bytes, unpacked: {cure}")
        return replace(self, content=b"".join(pieces), pieces=None, kept={})

    def begun(self, progress: Progress = silent) -> tuple[bytes, Iterator[bytes]]:
        """The first piece of the unpacked file, and an iterator over all pieces, which begins with that piece.

        A reader looks at the first piece to decide how to read the file.
        """
        pieces = self._pieces(progress)
        first = next(pieces, b"")
        return first, chain([first], pieces)

    def text(self) -> str:
        """The whole text of the file. Raises `FileError` if the file is not UTF-8 text, is blank, or is larger than
        `loaded` allows.
        """
        return self._text

    @cached_property
    def _text(self) -> str:
        content = self.loaded().content or b""
        self._demand_text(content, 1)
        if not content or content.isspace():
            self.fail(None, "the file is empty")
        return content.removeprefix(_MARK).decode("utf-8")

    def blocks(self, progress: Progress = silent) -> Iterator[tuple[int, bytes]]:
        """Blocks of whole lines, each with the number of its first line. A line ends with LF, CR LF or CR; in a block
        in which a line ends with CR alone, all ends become LF. The last line gets an end if the file has none there.

        Raises `FileError` if all lines are blank, or if a line does not end within `LINE` bytes.
        """
        line, rest, blank = 1, b"", True
        for piece in chain(self._pieces(progress), [b""]):
            if piece:  # a CR that ends it may be the first half of CR LF
                end = max(piece.rfind(b"\n"), piece.rfind(b"\r", 0, -1)) + 1
                block, rest = (rest + piece[:end], piece[end:]) if end else (b"", rest + piece)
            else:
                block, rest = rest and rest + b"\n", b""
            if block:
                if block.count(b"\r") > block.count(b"\r\n"):
                    block = block.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
                yield line, self._checked(block, line)
                line += block.count(b"\n")
                blank = blank and not block.strip()
            if len(rest) > LINE:
                self.fail(
                    line,
                    f"no line break within {LINE:,} bytes: this is not a file of lines; write one document on each",
                )
        if blank:
            self.fail(None, "the file is empty")

    def _checked(self, block: bytes, line: int) -> bytes:
        self._demand_text(block, line)
        return block.removeprefix(_MARK) if line == 1 else block

    def _demand_text(self, content: bytes, line: int) -> None:
        for mark, form, cure in _FOREIGN if line == 1 else ():
            if content.startswith(mark):
                self.fail(
                    None, f"this looks like {form}: {cure or 'give judgements, a run, labels or an organization'}"
                )
        if b"\0" in content:
            self.fail(
                line + content[: content.index(b"\0")].count(b"\n"),
                "a NUL character: this is not text; save it as UTF-8",
            )
        if not content.isascii():
            try:
                content.decode("utf-8")
            except UnicodeDecodeError as error:
                bad = content[error.start]
                self.fail(
                    line + content[: error.start].count(b"\n"), f"byte 0x{bad:02x} is not UTF-8: save the file as UTF-8"
                )

    def _pieces(self, progress: Progress) -> Iterator[bytes]:
        if self.pieces is not None:
            yield from self.pieces
            return
        with self._opened() as (raw, stream, packed):
            total = len(self.content) if self.content is not None else os.fstat(raw.fileno()).st_size
            size = 0
            while piece := stream.read(BLOCK):
                size += len(piece)
                if stream is not raw and self.most is not None and size > self.most:
                    self.fail(
                        None, f"the {packed} file unpacks to more than {self.most:,} bytes: unpack it, or {ALLOW}"
                    )
                progress(raw.tell() // _MEGABYTE if raw.seekable() else 0, total // _MEGABYTE, f"MB of {self.path}")
                yield piece

    @contextmanager
    def _opened(self) -> Iterator[tuple[Any, Any, str]]:
        """Open the file. Yields the stream of the stored bytes, the stream of the unpacked bytes, and the name of the
        packing.
        """
        packed = ""
        try:
            if self.content is not None:
                raw: Any = BytesIO(self.content)
                yield raw, raw, ""
                return
            with files.opened(self.path) as raw:
                start = raw.peek(16)
                packing = next(
                    ((how, opened) for at, mark, how, opened in _PACKED if start[at:].startswith(mark)), None
                )
                if packing is None:
                    yield raw, raw, ""
                    return
                packed, opened = packing
                with opened(raw) as stream:
                    yield raw, stream, packed
        except (EOFError, zlib.error, lzma.LZMAError) as error:
            self.fail(None, f"the {packed} file is broken ({error}): get it anew, or unpack it as far as it goes")
        except OSError as error:
            if packed and error.errno is None:
                self.fail(None, f"the {packed} file is broken ({error}): get it anew, or unpack it as far as it goes")
            raise FileError(f"cannot read {self.path!r}: {error.strerror or error}") from None


_Asked = ParamSpec("_Asked")
_Read = TypeVar("_Read")


def in_memory(read: Callable[Concatenate[Source, _Asked], _Read]) -> Callable[Concatenate[Source, _Asked], _Read]:
    """Wrap a reader so that it raises a `FileError` of one line, which names the file, if there is not enough
    memory.
    """

    @wraps(read)
    def reader(source: Source, /, *args: _Asked.args, **options: _Asked.kwargs) -> _Read:
        try:
            return read(source, *args, **options)
        except MemoryError:
            source.fail(None, "there is not memory enough for all of it: split it, or save less of it")

    return reader
