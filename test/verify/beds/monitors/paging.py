"""Lists: limits, cursors and the envelope."""
import base64
import hashlib
import json
import re

import faults
import times
from web import Problem, as_json


def limit_of(req):
    raw = req.arg("limit")
    if raw is None:
        return 20
    value = int(raw) if re.fullmatch("[0-9]{1,9}", raw) else -1
    if req.route == "/projects" and faults.on("projects-limit-zero-default"):
        value = value or 20
    if not 1 <= value <= 100:
        raise Problem(400, "limit must be an integer from 1 to 100.")
    return value


def choice(req, name, allowed):
    raw = req.arg(name)
    if raw is not None and raw not in allowed:
        raise Problem(400, name + " must be one of " + ", ".join(allowed) + ".")
    return raw


def choices(req, name, allowed):
    """A list of values separated by commas; None if the parameter is absent."""
    raw = req.arg(name)
    if raw is None:
        return None
    values = raw.split(",")
    for v in values:
        if v not in allowed:
            raise Problem(400, name + " must list values of " + ", ".join(allowed) + ".")
    return values


def instant(req, name):
    raw = req.arg(name)
    if raw is None:
        return None
    ms = times.parse(raw)
    if ms is None:
        raise Problem(400, name + " must be a date-time.")
    return ms


def _compare(a, b, value_sign, id_sign):
    if a[0] != b[0]:
        return value_sign * (1 if a[0] > b[0] else -1)
    if a[1] != b[1]:
        return id_sign * (1 if a[1] > b[1] else -1)
    return 0


def _print_of(req):
    kept = [p for p in req.query if p[0] not in ("limit", "cursor")]
    kept = sorted(p for p in kept if p[0] in req.filters)
    text = json.dumps([req.route, req.account.name, req.params, kept])
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:12]


def _read_cursor(req):
    raw = req.arg("cursor")
    if raw is None:
        return None
    try:
        if not re.fullmatch("[A-Za-z0-9_-]+", raw):
            raise ValueError
        data = base64.urlsafe_b64decode(raw + "=" * (-len(raw) % 4))
        mark, value, ident = json.loads(data.decode("utf-8"))
        if _write_cursor(mark, value, ident) != raw or mark != _print_of(req):
            raise ValueError
        return value, ident
    except (ValueError, TypeError, RecursionError):
        raise Problem(400, "cursor is not one that this list has given.") from None


def _write_cursor(mark, value, ident):
    data = json.dumps([mark, value, ident]).encode("utf-8")
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")


def page(req, rows, key, show, filters, descending=False, ids_descending=False):
    """rows in the order of key(row) = (value, id), a page of them from the cursor on."""
    import functools
    req.filters = filters
    limit, start = limit_of(req), _read_cursor(req)
    signs = (-1 if descending else 1, -1 if ids_descending else 1)
    rows = sorted(rows, key=functools.cmp_to_key(
        lambda a, b: _compare(key(a), key(b), *signs)))
    rest = rows
    if start is not None:
        if req.route == "/incidents" and faults.on("incidents-cursor-loses-ties"):
            rest = [r for r in rows if _compare((key(r)[0], 0), (start[0], 0), *signs) > 0]
        else:
            rest = [r for r in rows if _compare(key(r), start, *signs) > 0]
    items, more = rest[:limit], len(rest) > limit
    following = None
    if more:
        last = rest[limit] if req.route == "/monitors" and faults.on("monitors-cursor-skips-row") \
            else items[-1]
        following = _write_cursor(_print_of(req), *key(last))
    total = len(rows)
    if req.route == "/monitors/{monitor_id}/results" and faults.on("results-total-of-page"):
        total = len(items)
    return as_json(200, {"items": [show(r) for r in items], "next_cursor": following,
                         "total": total}, {"Cache-Control": "private, no-cache"})
