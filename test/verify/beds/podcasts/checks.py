"""Checks of bodies and query parameters."""
import re
from datetime import date, datetime

from faults import broken
from http_io import Problem, error

MISSING = object()
LANGUAGE = re.compile(r"[a-z]{2}(-[A-Z]{2})?")
TAG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
WEB = re.compile(r"https://[!-~]+")
EMAIL = re.compile(r"[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]+([.][A-Za-z0-9-]+)+")
PLANNED = re.compile(r"20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-5][0-9]Z")
DAY = re.compile(r"20[0-9]{2}-[0-9]{2}-[0-9]{2}")
STATUSES = ["draft", "scheduled", "published", "archived"]


class Members:
    """Reads the members of one JSON object and collects everything that is wrong with them."""

    def __init__(self, value, pointer="", errors=None):
        self.errors = [] if errors is None else errors
        self.pointer = pointer
        self.value = value if isinstance(value, dict) else {}
        self.is_object = isinstance(value, dict)
        if not self.is_object:
            self.fail("", "must be an object")

    def fail(self, name, message):
        self.errors.append(error("body", f"{self.pointer}/{name}" if name else self.pointer, message))

    def take(self, name, required, default, nullable=False):
        """The present value, or MISSING if there is nothing left to check."""
        value = self.value.get(name, MISSING)
        if value is MISSING:
            if required and self.is_object:
                self.fail(name, "is required")
            return MISSING, default
        if value is None and nullable:
            return MISSING, None
        return value, default

    def text(self, name, low=0, high=None, required=False, default=None, nullable=False, pattern=None, measure=len):
        value, default = self.take(name, required, default, nullable)
        if value is MISSING:
            return default
        if not isinstance(value, str):
            self.fail(name, "must be a string")
        elif measure(value) < low or (high is not None and measure(value) > high):
            self.fail(name, f"must have {low} to {high} characters")
        elif pattern and not pattern.fullmatch(value):
            self.fail(name, "has the wrong form")
        else:
            return value
        return default

    def integer(self, name, low, high, required=False, default=None):
        value, default = self.take(name, required, default)
        if value is MISSING:
            return default
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            self.fail(name, "must be an integer")
        elif not low <= value <= high:
            self.fail(name, f"must lie between {low} and {high}")
        else:
            return value
        return default

    def boolean(self, name, required=False, default=None):
        value, default = self.take(name, required, default)
        if value is MISSING:
            return default
        if isinstance(value, bool):
            return value
        self.fail(name, "must be true or false")
        return default

    def choice(self, name, allowed, default=None):
        value, default = self.take(name, False, default)
        if value is MISSING:
            return default
        if isinstance(value, str) and value in allowed:
            return value
        self.fail(name, f"must be one of {', '.join(allowed)}")
        return default

    def array(self, name, high, required=False, default=None):
        value, default = self.take(name, required, default)
        if value is MISSING:
            return default
        if not isinstance(value, list):
            self.fail(name, "must be an array")
        elif len(value) > high:
            self.fail(name, f"may have up to {high} entries")
        else:
            return value
        return default

    def texts(self, name, most, low, high, default=None, pattern=None):
        value = self.array(name, most, default=default)
        for index, item in enumerate(value or []):
            if not isinstance(item, str) or not low <= len(item) <= high or (pattern and not pattern.fullmatch(item)):
                self.fail(f"{name}/{index}", "is not allowed here")
        return value

    def done(self):
        if self.errors:
            raise Problem(422, "The body breaks the rules.", self.errors)


def is_planned_time(text):
    try:
        return bool(PLANNED.fullmatch(text)) and datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ") is not None
    except ValueError:
        return False


class Query:
    """Reads query parameters and collects everything that is wrong with them."""

    def __init__(self, request):
        self.request = request
        self.errors = []

    def fail(self, name, message):
        self.errors.append(error("query", name, message))

    def raw(self, name, default=None, required=False):
        values = self.request.query_values(name)
        if not values:
            if required:
                self.fail(name, "is required")
            return default
        if len(values) > 1:
            self.fail(name, "may be given only once")
        elif values[0] is None:
            self.fail(name, "is not UTF-8")
        else:
            return values[0]
        return default

    def text(self, name, low=0, high=None, pattern=None):
        value = self.raw(name)
        if value is None:
            return None
        if len(value) < low or (high and len(value) > high) or (pattern and not pattern.fullmatch(value)):
            self.fail(name, "has the wrong form")
            return None
        return value

    def choice(self, name, allowed, default=None):
        value = self.raw(name, default)
        if value is not default and value not in allowed:
            self.fail(name, f"must be one of {', '.join(allowed)}")
            return default
        return value

    def boolean(self, name):
        value = self.choice(name, ["true", "false"])
        return None if value is None else value == "true"

    def integer(self, name, low, high, default):
        value = self.raw(name)
        if value is None:
            return default
        if not re.fullmatch(r"0|[1-9][0-9]{0,8}", value) or not low <= int(value) <= high:
            self.fail(name, f"must be an integer from {low} to {high}")
            return default
        return int(value)

    def many(self, name, allowed):
        values = self.request.query_values(name)
        if any(value not in allowed for value in values):
            self.fail(name, f"must be among {', '.join(allowed)}")
            return []
        return values

    def day(self, name):
        value = self.raw(name, required=True)
        if value is None:
            return None
        try:
            if DAY.fullmatch(value):
                return date.fromisoformat(value)
        except ValueError:
            pass
        self.fail(name, "must be a date")
        return None

    def done(self):
        if self.errors:
            raise Problem(400, "A query parameter is wrong.", self.errors)


def utf16_length(text):
    return len(text.encode("utf-16-le")) // 2


def title_measure():
    return utf16_length if broken("show-title-utf16") else len
