"""Reading request targets and bodies by RFC 9110 and RFC 9112."""

import re
from urllib.parse import parse_qsl, unquote_to_bytes

from messages import Problem

MAX_BODY = 1024 * 1024
# What is read and thrown away of a body too large, so that the client gets to read the refusal.
MAX_DRAINED = 16 * MAX_BODY

_BAD_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")


def split_target(target):
    """The decoded segments of the path, and the members of the query with all their values."""
    # A proxy may send the absolute form: http://host/path?query
    target = re.sub(r"^[Hh][Tt][Tt][Pp][Ss]?://[^/?#]*", "", target)
    path, _, query = target.partition("?")
    try:
        # The handler decoded the request line as Latin-1: back to the bytes of the client.
        segments = [_decode(part) for part in path.split("/")[1:]]
        if _BAD_PERCENT.search(query):
            raise ValueError("percent encoding")
        raw_query = query.encode("latin-1").decode("utf-8")
        pairs = parse_qsl(raw_query, keep_blank_values=True, errors="strict", max_num_fields=100)
    except ValueError as error:
        raise Problem(400, "The target is not percent-encoded UTF-8.") from error
    members = {}
    for name, value in pairs:
        members.setdefault(name, []).append(value)
    return segments, members


def _decode(segment):
    if _BAD_PERCENT.search(segment):
        raise ValueError("percent encoding")
    return unquote_to_bytes(segment.encode("latin-1")).decode("utf-8")


def read_body(headers, stream):
    encoding = headers.get("Transfer-Encoding")
    lengths = headers.get_all("Content-Length") or []
    if encoding is not None:
        if lengths:
            raise Problem(400, "Content-Length beside Transfer-Encoding.")
        if encoding.strip().lower() != "chunked":
            raise Problem(501, "Only the chunked transfer coding is known here.")
        return _read_chunked(stream)
    if not lengths:
        return b""
    if len(set(lengths)) > 1 or not re.fullmatch(r"[0-9]{1,18}", lengths[0].strip()):
        raise Problem(400, "Content-Length is not a number.")
    length = int(lengths[0])
    if length > MAX_BODY:
        _drain(stream, min(length, MAX_DRAINED))
        raise _too_large()
    body = stream.read(length)
    if len(body) < length:
        raise Problem(400, "The body ended early.")
    return body


def _read_chunked(stream):
    parts = []
    total = 0
    while True:
        line = stream.readline(1024)
        size_text = line.split(b";")[0].strip()
        if not line.endswith(b"\n") or not re.fullmatch(rb"[0-9A-Fa-f]{1,15}", size_text):
            raise Problem(400, "A chunk has no size.")
        size = int(size_text, 16)
        if size == 0:
            _skip_trailers(stream)
            if total > MAX_BODY:
                raise _too_large()
            return b"".join(parts)
        total += size
        if total > MAX_DRAINED:
            raise _too_large()
        chunk = stream.read(size)
        if len(chunk) < size or stream.readline(3) not in (b"\r\n", b"\n"):
            raise Problem(400, "A chunk has another length than it says.")
        if total <= MAX_BODY:
            parts.append(chunk)


def _skip_trailers(stream):
    for _ in range(100):
        if stream.readline(8192) in (b"\r\n", b"\n", b""):
            return
    raise Problem(400, "Too many trailers.")


def _drain(stream, length):
    while length > 0:
        piece = stream.read(min(length, 65536))
        if not piece:
            return
        length -= len(piece)


def _too_large():
    return Problem(413, "A body has at most 1 MiB.")
