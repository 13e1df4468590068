"""Pages of sorted lists with signed cursors."""
import base64
import hashlib
import hmac
import json
import secrets
from functools import cmp_to_key
from urllib.parse import quote, urlencode

from faults import broken
from http_io import json_response

_SECRET = secrets.token_bytes(16)


def _sign(text):
    return hmac.new(_SECRET, text, hashlib.sha256).digest()[:9]


def _pack(scope, value, ident):
    text = json.dumps([scope, value, ident]).encode()
    return base64.urlsafe_b64encode(_sign(text) + text).decode().rstrip("=")


def _unpack(cursor, scope):
    try:
        raw = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        signature, text = raw[:9], raw[9:]
        if not hmac.compare_digest(signature, _sign(text)) or cursor != cursor.rstrip("="):
            return None
        found, value, ident = json.loads(text)
        return (value, ident) if found == scope else None
    except (ValueError, TypeError):
        return None


def _compare(a, b, descending):
    """Orders (value, id); None comes last; equal values are ordered by id, ascending."""
    if a[0] != b[0]:
        if a[0] is None or b[0] is None:
            return 1 if a[0] is None else -1
        less = a[0] < b[0]
        return (1 if less else -1) if descending else (-1 if less else 1)
    return (a[1] > b[1]) - (a[1] < b[1])


class Pager:
    """Reads `limit` and `cursor`; `filters` are the other parameters as (name, value) pairs."""

    def __init__(self, request, query, name):
        self.request = request
        self.query = query
        self.name = name
        self.limit = query.integer("limit", 1, 50, 20)
        self.cursor = query.raw("cursor")

    def respond(self, rows, key, descending, filters, render):
        filters = [(k, v) for k, v in filters if v is not None]
        scope = hashlib.sha256(json.dumps([self.request.account, self.request.path, sorted(filters)]).encode()).hexdigest()[:16]
        after = None
        if self.cursor is not None:
            after = _unpack(self.cursor, scope)
            if after is None:
                self.query.fail("cursor", "does not belong to this list")
                self.query.done()

        def order(a, b):
            return _compare(a, b, descending)

        keyed = sorted(((key(row), row["id"], row) for row in rows), key=cmp_to_key(order))
        total = len(keyed)
        if after is not None:
            keyed = [k for k in keyed if self._follows(k, after, order)]
        page = keyed[: self.limit]
        more = len(keyed) > self.limit
        if self.name == "episodes" and broken("episodes-full-last-page-cursor"):
            more = len(page) == self.limit
        if self.name == "shows" and broken("shows-total-of-page"):
            total = len(page)
        headers = {}
        cursor = None
        if more:
            last = keyed[self.limit] if self.name == "comments" and broken("comments-page-skips-one") else page[-1]
            cursor = _pack(scope, last[0], last[1])
            kept = filters
            if self.name == "episodes" and broken("episodes-link-drops-filters"):
                kept = [(k, v) for k, v in filters if k == "sort"]
            target = quote(self.request.path, safe="/") + "?" + urlencode(kept + [("limit", self.limit), ("cursor", cursor)])
            headers["Link"] = f'<{target}>; rel="next"'
        return json_response(200, {"items": [render(k[2]) for k in page], "total": total, "nextCursor": cursor}, headers)

    def _follows(self, entry, after, order):
        if self.name == "shows" and broken("shows-cursor-loses-ties"):
            return entry[0] != after[0] and order(entry, after) > 0
        return order(entry, after) > 0
