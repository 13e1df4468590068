"""Conditional requests by RFC 9110, section 13."""

import re

from messages import Problem

_TAG = re.compile(r'(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"')


def _tags(header):
    return _TAG.findall(header)


def not_modified(headers, etag):
    """Whether a read can be answered by 304: compares weakly."""
    header = _field(headers, "If-None-Match")
    if header is None:
        return False
    return header == "*" or any(tag.removeprefix("W/") == etag for tag in _tags(header))


def check_match(headers, etag):
    """Refuses a write whose If-Match does not have the tag: compares strongly."""
    header = _field(headers, "If-Match")
    if header is None:
        return
    if etag is None or (header != "*" and etag not in _tags(header)):
        raise Problem(412, "It has changed since: read it again.")


def check_none_match(headers, etag):
    """Refuses a write whose If-None-Match has the tag, or is * while there is something."""
    header = _field(headers, "If-None-Match")
    if header is None or etag is None:
        return
    if header == "*" or any(tag.removeprefix("W/") == etag for tag in _tags(header)):
        raise Problem(412, "It exists already.")


def _field(headers, name):
    values = headers.get_all(name)
    return ", ".join(values).strip() if values else None
