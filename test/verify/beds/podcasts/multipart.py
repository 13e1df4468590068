"""Taking multipart/form-data apart (RFC 7578)."""
from email.message import Message

from http_io import Problem


class Part:
    def __init__(self, name, media_type, data):
        self.name = name
        self.media_type = media_type
        self.data = data


def _malformed():
    return Problem(400, "The form cannot be taken apart.")


def parse(content_type, body):
    holder = Message()
    holder["Content-Type"] = content_type
    boundary = holder.get_param("boundary")
    if not isinstance(boundary, str) or not 1 <= len(boundary) <= 70 or not boundary.isascii():
        raise _malformed()
    pieces = (b"\r\n" + body).split(b"\r\n--" + boundary.encode())
    parts = []
    for piece in pieces[1:]:
        if piece.startswith(b"--"):
            return parts
        line, separator, rest = piece.partition(b"\r\n")
        if not separator or line.strip(b" \t"):
            raise _malformed()
        parts.append(_part(b"\r\n" + rest))
    raise _malformed()


def _part(raw):
    head, separator, data = raw.partition(b"\r\n\r\n")
    if not separator:
        raise _malformed()
    headers = Message()
    try:
        for line in head.decode("utf-8").split("\r\n"):
            if line:
                name, colon, value = line.partition(":")
                if not colon:
                    raise _malformed()
                headers[name.strip()] = value.strip()
    except (UnicodeError, ValueError):
        raise _malformed() from None
    disposition = headers.get("Content-Disposition", "")
    name = headers.get_param("name", header="content-disposition")
    if disposition.split(";")[0].strip().lower() != "form-data" or not isinstance(name, str):
        raise _malformed()
    return Part(name, headers.get("Content-Type", "").split(";")[0].strip().lower(), data)
