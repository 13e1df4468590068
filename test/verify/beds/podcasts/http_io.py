"""Requests, responses and problems."""
import json
import re
from urllib.parse import unquote_to_bytes

JSON_LIMIT = 1024 * 1024
TITLES = {
    400: ("malformed", "Malformed request"),
    401: ("unauthorized", "Unauthorized"),
    404: ("not-found", "Not found"),
    405: ("method-not-allowed", "Method not allowed"),
    409: ("conflict", "Conflict"),
    412: ("precondition-failed", "Precondition failed"),
    413: ("too-large", "Body too large"),
    415: ("unsupported-media-type", "Unsupported media type"),
    416: ("range-not-satisfiable", "Range not satisfiable"),
    422: ("invalid", "Invalid body"),
}


class Problem(Exception):
    def __init__(self, status, detail, errors=None, headers=None):
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.errors = errors
        self.headers = headers or {}

    def response(self):
        kind, title = TITLES.get(self.status, ("malformed", "Bad request"))
        body = {"type": f"urn:podcasts:{kind}", "title": title, "status": self.status, "detail": self.detail}
        if self.errors:
            body["errors"] = self.errors
        return Response(self.status, dump(body), {"Content-Type": "application/problem+json", **self.headers})


def error(where, name, message):
    return {"in": where, "name": name, "message": message}


def dump(value):
    return json.dumps(value, ensure_ascii=False).encode("utf-8")


class Response:
    def __init__(self, status, body=b"", headers=None):
        self.status = status
        self.body = body
        self.headers = headers or {}


def json_response(status, value, headers=None):
    return Response(status, dump(value), {"Content-Type": "application/json", **(headers or {})})


class Request:
    """One request; `account` and `params` are filled in by the router."""

    def __init__(self, method, path, query, headers, body):
        self.method = method
        self.path = path
        self.raw_query = query
        self.headers = headers
        self.body = body
        self.account = None
        self.params = {}

    def header(self, name):
        values = self.headers.get_all(name)
        return None if values is None else ", ".join(v.strip() for v in values)

    def media_type(self):
        return (self.headers.get("Content-Type") or "").split(";")[0].strip().lower()

    def require_type(self, allowed):
        kind = self.media_type()
        if kind not in allowed:
            headers = {"Accept-Patch" if self.method == "PATCH" else "Accept": ", ".join(allowed)}
            raise Problem(415, f"Use one of: {', '.join(allowed)}.", headers=headers)
        return kind

    def require_json(self):
        self.require_type(["application/json"])
        if len(self.body) > JSON_LIMIT:
            raise Problem(413, "A JSON body may have up to 1 MiB.")

    def json(self):
        return parse_json(self.body)

    def query_values(self, wanted):
        """The decoded values of one query parameter; an undecodable one is None."""
        found = []
        for pair in self.raw_query.split("&"):
            name, _, value = pair.partition("=")
            if _decode(name) == wanted:
                found.append(_decode(value))
        return found


def _decode(text):
    try:
        return unquote_to_bytes(text.replace("+", " ")).decode("utf-8")
    except UnicodeError:
        return None


def _constant(name):
    raise ValueError(f"{name} is not JSON")


def _integer(digits):
    return int(digits) if len(digits) < 200 else (-1 if digits[0] == "-" else 1) * 10 ** 200


_SURROGATE = re.compile("[\ud800-\udfff]")


def parse_json(raw):
    try:
        value = json.loads(raw.decode("utf-8"), parse_constant=_constant, parse_int=_integer)
    except (ValueError, RecursionError):
        raise Problem(400, "The body is not JSON in UTF-8.") from None
    pending = [(value, 1)]
    while pending:
        item, depth = pending.pop()
        if isinstance(item, str):
            if _SURROGATE.search(item):
                raise Problem(400, "The body contains an unpaired surrogate.")
        elif isinstance(item, (dict, list)):
            if depth > 100:
                raise Problem(400, "The body is nested too deeply.")
            children = item
            if isinstance(item, dict):
                children = list(item.keys()) + list(item.values())
            pending.extend((child, depth + 1) for child in children)
    return value
