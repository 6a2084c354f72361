"""The file format of tablebases: a checked head, a digest for every block, and the blocks, read in place.

    magic, version, length of the head      16 bytes
    the head: JSON                          what is in the file
    SHA-256 of all before                   32 bytes
    a digest of 16 bytes for every block
    SHA-256 of the digests                  32 bytes
    the parts, each from a multiple of 4096 on, in blocks of BLOCK bytes (the last one of a part may be shorter)

A block is checked when it is first read, so that a file that was cut or changed is reported and never used.
"""

from __future__ import annotations

import hashlib
import io
import json
import mmap
import os
import struct
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ..core.arrays import np, read_only
from ..core.errors import SentenceError
from ..core.sentences import Params

MAGIC = b"BILLESTB"
VERSION = 1
BLOCK = 1 << 18
_PREAMBLE = struct.Struct("<8sII")
_DIGEST = 16
SUFFIX = ".billes"


class BadTablebase(SentenceError):
    """A tablebase file that cannot be used; the message says what is wrong with it, and where."""


class NoTablebase(SentenceError, LookupError):
    """No tablebase knows that position."""


BadTable, NoTable = BadTablebase, NoTablebase  # their names in version 0.1


def _digests(data: Any) -> Iterable[bytes]:
    view = memoryview(data).cast("B")
    for start in range(0, len(view), BLOCK):
        yield hashlib.blake2b(view[start : start + BLOCK], digest_size=_DIGEST).digest()


def _page(offset: int) -> int:
    return -(-offset // 4096) * 4096


def fingerprint(identity: Mapping[str, Any], digests: Iterable[bytes]) -> str:
    """What two runs with the same result share: a digest of what is solved and of every block."""
    total = hashlib.sha256(json.dumps(identity, sort_keys=True).encode())
    for digest in digests:
        total.update(digest)
    return total.hexdigest()


_IDENTITY = ("game", "variant", "form", "rules", "parts")


def write(path: Path, head: Mapping[str, Any], parts: Mapping[str, Any]) -> str:
    """Write a tablebase file, completely or not at all; the fingerprint."""
    arrays: dict[str, Any] = {name: np.ascontiguousarray(parts[name]) for name in sorted(parts)}
    listed = {name: {"type": array.dtype.str, "entries": len(array)} for name, array in arrays.items()}
    whole = {**head, "parts": listed}
    digests = [digest for array in arrays.values() for digest in _digests(array)]
    whole["fingerprint"] = fingerprint({key: whole[key] for key in _IDENTITY}, digests)
    text = json.dumps(whole, sort_keys=True).encode()
    start = _PREAMBLE.pack(MAGIC, VERSION, len(text)) + text
    listing = b"".join(digests)
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}.draft")
    try:
        with open(draft, "wb") as file:
            file.write(start + hashlib.sha256(start).digest() + listing + hashlib.sha256(listing).digest())
            for array in arrays.values():
                file.write(bytes(_page(file.tell()) - file.tell()))
                view = memoryview(array).cast("B")
                for at in range(0, len(view), 1 << 24):
                    file.write(view[at : at + (1 << 24)])
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    return str(whole["fingerprint"])


class TablebaseFile:
    """An open tablebase file: its head, and its parts as arrays whose blocks are checked when they are first read.

    `data` is what the file holds, where that is known already and need not be read in place.
    """

    def __init__(self, path: Path, data: bytes | None = None) -> None:
        self.path = path
        with open(path, "rb") if data is None else io.BytesIO(data) as file:
            size = os.fstat(file.fileno()).st_size if data is None else len(data)
            preamble = file.read(_PREAMBLE.size)
            if len(preamble) < _PREAMBLE.size or preamble[:8] != MAGIC:
                raise BadTablebase.of("tablebase.kind", file=str(path))
            _, version, length = _PREAMBLE.unpack(preamble)
            if version != VERSION:
                raise BadTablebase.of("tablebase.format", file=str(path), version=version, right=VERSION)
            text = file.read(length)
            if file.read(32) != hashlib.sha256(preamble + text).digest():
                raise BadTablebase.of("tablebase.head", file=str(path))
            self.head: dict[str, Any] = json.loads(text)
            self._lay_out(path, size, file.tell(), file)
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if data is None else data
        self.parts: dict[str, Any] = {}
        for name, (start, part) in self._starts.items():
            self.parts[name] = read_only(self._map, part["type"], part["entries"], start)

    def _lay_out(self, path: Path, size: int, offset: int, file: Any) -> None:
        blocks = 0
        self._first: dict[str, int] = {}
        lengths = {}
        for name, part in self.head["parts"].items():
            lengths[name] = part["entries"] * int(part["type"][2:])
            self._first[name] = blocks
            blocks += -(-lengths[name] // BLOCK)
        listing = file.read(blocks * _DIGEST)
        if file.read(32) != hashlib.sha256(listing).digest():
            raise BadTablebase.of("tablebase.digests", file=str(path))
        self._listing = listing
        self._seen = bytearray(blocks)
        end = offset + blocks * _DIGEST + 32
        self._starts: dict[str, tuple[int, dict[str, Any]]] = {}
        for name, length in lengths.items():
            self._starts[name] = (_page(end), self.head["parts"][name])
            end = _page(end) + length
        if size != end:
            key = "tablebase.short" if size < end else "tablebase.long"
            raise BadTablebase.of(key, file=str(path), size=size, right=end)
        identity = {key: self.head[key] for key in _IDENTITY}
        digests = (listing[at : at + _DIGEST] for at in range(0, len(listing), _DIGEST))
        if fingerprint(identity, digests) != self.head["fingerprint"]:
            raise BadTablebase.of("tablebase.fingerprint", file=str(path))

    def check(self, name: str, entries: Any) -> None:
        """Check the blocks that hold those entries of a part, once each."""
        first = self._first[name]
        size = self.parts[name].itemsize
        if np is None:
            wanted = {entry * size // BLOCK for entry in entries}
        else:
            wanted = {int(block) for block in np.asarray(entries) * size // BLOCK}
        for block in wanted:
            if self._seen[first + block]:
                continue
            start = self._starts[name][0] + block * BLOCK
            length = min(BLOCK, self._starts[name][0] + self.parts[name].nbytes - start)
            digest = hashlib.blake2b(memoryview(self._map)[start : start + length], digest_size=_DIGEST).digest()
            at = (first + block) * _DIGEST
            if digest != self._listing[at : at + _DIGEST]:
                where: Params = {"block": block, "part": name, "start": start}
                raise BadTablebase.of("tablebase.block", file=str(self.path), **where)
            self._seen[first + block] = 1

    def check_all(self) -> None:
        """Check every block."""
        step = {name: BLOCK // part.itemsize for name, part in self.parts.items()}
        for name, part in self.parts.items():
            for entry in range(0, len(part), step[name]):
                self.check(name, np.array([entry]))

    def look(self, name: str, entries: Any) -> Any:
        """Those entries of a part, checked."""
        self.check(name, entries)
        part = self.parts[name]
        return part[entries] if np is not None else [part[entry] for entry in entries]
