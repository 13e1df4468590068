"""Checks of body members. A checker gives a message, or None if the value is good."""
import re

from web import Problem

MISSING = object()


def is_int(v):
    return isinstance(v, int) and not isinstance(v, bool)


def integer(low, high, test=is_int):
    def check(v):
        if not test(v) or not low <= v <= high:
            return "must be an integer from %d to %d" % (low, high)
    return check


def text(low, high, length=len):
    def check(v):
        if not isinstance(v, str):
            return "must be a text"
        if not low <= length(v) <= high:
            return "must have %d to %d characters" % (low, high)
    return check


def boolean(v):
    return None if isinstance(v, bool) else "must be true or false"


def pattern(form, high, message):
    form = re.compile(form, re.S)

    def check(v):
        if not isinstance(v, str) or len(v) > high or not form.fullmatch(v):
            return message
    return check


def one_of(*values):
    def check(v):
        if not isinstance(v, str) or v not in values:
            return "must be one of " + ", ".join(values)
    return check


def nullable(checker):
    return lambda v: None if v is None else checker(v)


def array(item, low, high):
    def check(v):
        if not isinstance(v, list) or not low <= len(v) <= high:
            return "must be an array of %d to %d items" % (low, high)
        for x in v:
            bad = item(x)
            if bad:
                return "each item " + bad
        if len(set(v)) != len(v):
            return "must not have an item twice"
    return check


def string_map(key_form, value, high):
    key_form = re.compile(key_form)

    def check(v):
        if not isinstance(v, dict) or len(v) > high:
            return "must be an object of at most %d members" % high
        for k, x in v.items():
            if not key_form.fullmatch(k):
                return "has a member name that is not allowed"
            bad = value(x)
            if bad:
                return "each value " + bad
    return check


def read(body, spec):
    """The members of spec: name -> (default or MISSING, checker). 422 with all errors."""
    if not isinstance(body, dict):
        raise Problem(422, "The body must be a JSON object.",
                      [{"field": "", "message": "must be an object"}])
    out, errors = {}, []
    for name, (default, checker) in spec.items():
        if name not in body:
            if default is MISSING:
                errors.append({"field": name, "message": "is required"})
            else:
                out[name] = default() if callable(default) else default
            continue
        bad = checker(body[name])
        if bad:
            errors.append({"field": name, "message": bad})
        out[name] = body[name]
    if errors:
        raise Problem(422, "; ".join(e["field"] + " " + e["message"] for e in errors), errors)
    return out
