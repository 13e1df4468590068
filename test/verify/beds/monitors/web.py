"""Requests, responses and problems, without any knowledge of the service."""
import hashlib
import json
import re
from urllib.parse import parse_qsl

MAX_BODY = 1_048_576
TITLES = {400: "Bad request", 401: "Unauthorized", 404: "Not found", 405: "Method not allowed",
          409: "Conflict", 412: "Precondition failed", 413: "Content too large",
          415: "Unsupported media type", 422: "Invalid content", 500: "Internal error",
          501: "Not implemented"}


class Problem(Exception):
    def __init__(self, status, detail, errors=None, headers=None):
        super().__init__(detail)
        self.status, self.detail, self.errors, self.headers = status, detail, errors, headers or {}

    def response(self):
        body = {"type": "about:blank", "title": TITLES.get(self.status, "Error"),
                "status": self.status, "detail": self.detail}
        if self.errors is not None:
            body["errors"] = self.errors
        head = {"Content-Type": "application/problem+json", **self.headers}
        return Response(self.status, dump(body), head)


class Response:
    def __init__(self, status, body=None, headers=None):
        self.status, self.body, self.headers = status, body, headers or {}


def dump(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def as_json(status, value, headers=None):
    return Response(status, dump(value), {"Content-Type": "application/json", **(headers or {})})


def tag_of(value):
    return '"' + hashlib.sha256(dump(value)).hexdigest()[:20] + '"'


def invalid(field, message):
    return Problem(422, field + ": " + message, [{"field": field, "message": message}])


class Request:
    def __init__(self, method, query, headers, body, too_large):
        self.method, self.headers, self.body, self.too_large = method, headers, body, too_large
        self.params, self.account = {}, None
        try:
            if re.search("%(?![0-9A-Fa-f]{2})", query):
                raise ValueError
            query = query.encode("latin-1").decode("utf-8")
            self.query = parse_qsl(query, keep_blank_values=True, errors="strict")
            self.query_ok = True
        except ValueError:
            self.query, self.query_ok = [], False

    def header(self, name):
        values = self.headers.get_all(name)
        return None if values is None else ", ".join(v.strip() for v in values)

    def arg(self, name):
        found = [v for k, v in self.query if k == name]
        return found[-1] if found else None

    def args(self, name):
        return [v for k, v in self.query if k == name]

    def json(self, media="application/json", extra=(), headers=None):
        """The body's JSON value: 415, 413 or 400 if there is none."""
        given = (self.header("Content-Type") or "").split(";")[0].strip().lower()
        coding = (self.header("Content-Encoding") or "identity").strip().lower()
        if (given != media and given not in extra) or coding != "identity":
            raise Problem(415, "The body must be " + media + ", without content coding.",
                          headers=headers)
        if self.too_large:
            raise Problem(413, "The body is longer than 1048576 bytes.")
        return parse_json(self.body)

    def _if_match(self, current):
        value = self.header("If-Match")
        if value is not None and (current is None or (value != "*" and
                                                      current not in tags(value))):
            raise Problem(412, "If-Match does not name the current version.")

    def _if_none_match(self, current, whole=False):
        """True if If-None-Match is given and names the current tag (None: no record)."""
        value = self.header("If-None-Match")
        if value is None or current is None:
            return False
        if whole:
            return value == "*" or opaque(value) == current
        return value == "*" or current in [opaque(t) for t in tags(value)]

    def unchanged(self, current, whole=False):
        """For GET and HEAD: True if the answer is 304."""
        self._if_match(current)
        return self._if_none_match(current, whole)

    def check_preconditions(self, current):
        """For the other methods: 412 unless the preconditions hold."""
        self._if_match(current)
        if self._if_none_match(current):
            raise Problem(412, "If-None-Match names the current version.")


def tags(value):
    return re.findall(r'(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"', value)


def opaque(tag):
    return tag[2:] if tag.startswith("W/") else tag


def _float(text):
    x = float(text)
    return int(x) if x.is_integer() and abs(x) < 2 ** 63 else x


def _int(text):
    return int(text) if len(text) < 300 else float("inf")


def _constant(_):
    raise ValueError("not JSON")


def parse_json(raw):
    try:
        value = json.loads(raw.decode("utf-8"), parse_float=_float, parse_int=_int,
                           parse_constant=_constant)
        json.dumps(value, ensure_ascii=False).encode("utf-8")   # unpaired surrogates
        if _depth(value) > 100:
            raise ValueError
        return value
    except (ValueError, RecursionError):
        raise Problem(400, "The body is not well-formed JSON in UTF-8.") from None


def _depth(value):
    depth, level = 0, [value]
    while level:
        level = [x for v in level if isinstance(v, (dict, list))
                 for x in ([0] + list(v.values() if isinstance(v, dict) else v))]
        depth += 1 if level else 0
    return depth


def canonical(value):
    return json.dumps(value, sort_keys=True)


def merge(target, patch, deep=True):
    """RFC 7396."""
    if not isinstance(patch, dict):
        return patch
    out = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            out.pop(key, None)
        else:
            out[key] = merge(out.get(key) if deep else None, value)
    return out
