"""Checks of what clients send: bodies, their members, and query parameters."""

import calendar
import json
import math
import re
from dataclasses import dataclass
from datetime import datetime

from faults import fault
from messages import Problem

REQUIRED = object()


@dataclass
class Member:
    check: object
    default: object = REQUIRED


def invalid(field, message):
    return Problem(422, "The request is not valid.", [{"field": field, "message": message}])


def text(low=0, high=None, pattern=None):
    def check(value):
        if not isinstance(value, str):
            raise ValueError("must be a text")
        length = len(value)
        if length < low or (high is not None and length > high):
            raise ValueError(f"must have {low} to {high} characters")
        if pattern is not None and not re.fullmatch(pattern, value):
            raise ValueError("has not the expected form")
        return value

    return check


def subject(value):
    value = text(1, 120)(value)
    if fault("subject-length-in-bytes") and len(value.encode("utf-8")) > 120:
        raise ValueError("must have 1 to 120 characters")
    return value


def integer(low, high):
    def check(value):
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise ValueError("must be an integer")
        if not low <= value <= high:
            raise ValueError(f"must be from {low} to {high}")
        return value

    return check


def priority(value):
    if fault("priority-text-accepted") and isinstance(value, str):
        value = int(value)
    return integer(1, 4)(value)


def external_ref(value):
    value = integer(0, 2**63 - 1)(value)
    return int(float(value)) if fault("external-ref-rounded") else value


def number(low, high):
    def check(value):
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise ValueError("must be a number")
        if not math.isfinite(value) or not low <= value <= high:
            raise ValueError(f"must be from {low} to {high}")
        return value

    return check


def boolean(value):
    if not isinstance(value, bool):
        raise ValueError("must be true or false")
    return value


def one_of(*choices):
    def check(value):
        if not isinstance(value, str) or value not in choices:
            raise ValueError("must be one of " + ", ".join(choices))
        return value

    return check


def nullable(check):
    return lambda value: None if value is None else check(value)


def array(check, most):
    def check_all(value):
        if not isinstance(value, list) or len(value) > most:
            raise ValueError(f"must be an array of at most {most} items")
        items = [check(item) for item in value]
        if len(set(items)) < len(items):
            raise ValueError("must not have an item twice")
        return items

    return check_all


def text_map(most, longest):
    def check(value):
        if not isinstance(value, dict) or len(value) > most:
            raise ValueError(f"must be an object of at most {most} members")
        return {name: text(0, longest)(item) for name, item in value.items()}

    return check


def day(value):
    form = r"([0-9]{4})-([0-9]{2})-([0-9]{2})"
    match = re.fullmatch(form, value) if isinstance(value, str) else None
    year, month, date = (int(part) for part in match.groups()) if match else (0, 0, 0)
    # The calendar has no year 0; it is a leap year like the year 4.
    if not 1 <= month <= 12 or not 1 <= date <= calendar.monthrange(year or 4, month)[1]:
        raise ValueError("must be a date like 2024-02-29")
    return value


def members(value, wanted, partial=False, closed=False, where=""):
    """The members of an object by their checks; all that are wrong are told together."""
    if not isinstance(value, dict):
        raise invalid(where.rstrip(".") or "body", "must be an object")
    found, errors = {}, []
    for name, member in wanted.items():
        if name in value:
            try:
                found[name] = member.check(value[name])
            except ValueError as error:
                errors.append({"field": where + name, "message": str(error)})
            except Problem as problem:
                errors.extend(problem.errors)
        elif partial:
            continue
        elif member.default is REQUIRED:
            errors.append({"field": where + name, "message": "is missing"})
        else:
            found[name] = member.default
    if closed:
        unknown = [name for name in value if name not in wanted]
        errors.extend({"field": where + name, "message": "is not known"} for name in unknown)
    if errors:
        raise Problem(422, "The request is not valid.", errors)
    return found


def json_body(request, media_type="application/json"):
    check_media_type(request, [media_type])
    if not request.body:
        raise Problem(400, "A JSON body is missing.")
    try:
        value = json.loads(
            request.body.decode("utf-8"), parse_constant=_no_constant, parse_int=_parse_int
        )
    except (ValueError, RecursionError) as error:
        raise Problem(400, "The body is not JSON.") from error
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except RecursionError as error:
        raise Problem(400, "The body is nested too deeply.") from error
    except UnicodeEncodeError as error:
        raise invalid("body", "has half of a surrogate pair") from error
    return value


def check_media_type(request, known):
    given = request.headers.get("Content-Type")
    if given is None and not request.body:
        return None
    media_type, _, parameters = (given or "").partition(";")
    media_type = media_type.strip().lower()
    charset = re.search(r"charset=\"?([^\s;\"]+)", parameters, re.IGNORECASE)
    if media_type not in known or (charset and charset[1].lower() not in ("utf-8", "utf8")):
        raise Problem(415, "The body must be " + " or ".join(known) + ".")
    if request.headers.get("Content-Encoding", "identity").strip().lower() != "identity":
        raise Problem(415, "The body must not be encoded.")
    return media_type


def _no_constant(name):
    raise ValueError(name)


def _parse_int(digits):
    # Integers beyond any bound here; Python refuses to read those of thousands of digits.
    return int(digits) if len(digits) < 400 else math.inf


def query_value(request, name, check, default=None):
    """One query parameter; without it, its default."""
    values = request.query.get(name)
    if values is None:
        return default
    if len(values) > 1:
        raise invalid(name, "is given twice")
    try:
        return check(values[0])
    except ValueError as error:
        raise invalid(name, str(error)) from error


def query_values(request, name, check):
    try:
        return [check(value) for value in request.query.get(name, [])]
    except ValueError as error:
        raise invalid(name, str(error)) from error


def whole(low, high):
    """An integer of a query parameter."""

    def check(value):
        if not re.fullmatch(r"-?[0-9]{1,19}", value):
            raise ValueError("must be an integer")
        return integer(low, high)(int(value))

    return check


def moment(value):
    """A date-time by RFC 3339, as seconds since 1970."""
    form = r"([0-9-]{10})[Tt]([0-9:]{8})(\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})"
    match = re.fullmatch(form, value)
    if not match:
        raise ValueError("must be a date-time like 2024-05-01T10:00:00Z")
    date, time, fraction, offset = match.groups()
    if fault("created-after-offset-dropped"):
        offset = "Z"
    offset = "+00:00" if offset in "Zz" else offset
    parsed = datetime.fromisoformat(f"{date}T{time}{offset}")
    return parsed.timestamp() + float(fraction or 0)
