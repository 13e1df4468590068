"""Entity tags, preconditions and ranges (RFC 9110)."""
import hashlib
import re

from faults import broken
from http_io import Problem, Response, dump

_TAG = re.compile(r'(W/)?"([\x21\x23-\x7e\x80-\xff]*)"')


def etag_of(value):
    return '"' + hashlib.sha256(dump(value)).hexdigest()[:24] + '"'


def _tags(header):
    return [(match.group(1) is not None, f'"{match.group(2)}"') for match in _TAG.finditer(header)]


def if_match_fails(request, etag):
    header = request.header("If-Match")
    if header is None:
        return False
    if header == "*":
        return etag is None
    return not any(not weak and tag == etag for weak, tag in _tags(header))


def if_none_match_fails(request, etag, whole=False):
    header = request.header("If-None-Match")
    if header is None:
        return False
    if header == "*":
        return etag is not None
    if whole:
        return header == etag
    return any(tag == etag for _, tag in _tags(header))


def check_write(request, etag):
    if if_match_fails(request, etag) or if_none_match_fails(request, etag):
        raise Problem(412, "The resource is not in the expected state.")


def check_read(request, etag, whole=False):
    """A 304 response, or None if the body has to be sent."""
    if if_match_fails(request, etag):
        raise Problem(412, "The resource is not in the expected state.")
    if if_none_match_fails(request, etag, whole):
        return Response(304, b"", {"ETag": etag})
    return None


def wanted_range(request, etag, size):
    """(first, last) of a single satisfiable range, None for the whole, or a 416 problem."""
    header = request.header("Range")
    if header is None or request.method != "GET":
        return None
    condition = request.header("If-Range")
    if condition is not None and condition != etag and not broken("audio-if-range-ignored"):
        return None
    match = re.fullmatch(r"bytes=[ \t]*([0-9]*)-([0-9]*)[ \t]*", header, re.IGNORECASE)
    if not match or match.group(1) == match.group(2) == "" or len(header) > 200:
        return None
    first, last = match.groups()
    outside = Problem(416, "The range lies outside the file.", headers={"Content-Range": f"bytes */{size}"})
    if first == "":
        length = int(last)
        if length == 0:
            raise outside
        return max(0, size - length), size - 1
    if last != "" and int(last) < int(first):
        return None
    if int(first) >= size:
        raise outside
    if last == "":
        return int(first), size - 1
    return int(first), min(int(last), size - 1)
