"""Notification channels, named by their owners."""
import re
from urllib.parse import quote, unquote_plus

import faults
import store
import times
from validate import MISSING, boolean, one_of, read, text
from web import Response, as_json, invalid, tag_of

FORMS = {"email": re.compile("[^@ ]+@[^@ ]+", re.S), "webhook": re.compile("https?://[!-~]+"),
         "sms": re.compile(r"\+[1-9][0-9]{6,14}")}
SPEC = {"kind": (MISSING, one_of("email", "webhook", "sms")), "target": (MISSING, text(1, 500)),
        "enabled": (True, boolean), "description": ("", text(0, 1000))}


def show(account, c):
    return {"name": c["name"], **{k: c[k] for k in SPEC},
            "used_by": sum(1 for m in account.monitors.values() if c["name"] in m["channels"]),
            "created_at": times.fmt(c["created_at"]), "updated_at": times.fmt(c["updated_at"])}


def _name(req):
    name = req.params["channel_name"]
    return unquote_plus(name) if faults.on("channel-name-decoded-twice") else name


def get_channel(req):
    a = req.account
    shown = show(a, store.find(a.channels, _name(req), "channel"))
    head = {"ETag": tag_of(shown), "Cache-Control": "private, no-cache"}
    if req.unchanged(head["ETag"]):
        return Response(304, None, head)
    return as_json(200, shown, head)


def save(account, name, values, at=None):
    at = at or times.now()
    old = account.channels.get(name)
    account.channels[name] = {"name": name, **values, "created_at": old["created_at"] if old
                              else at, "updated_at": max(at, old["updated_at"]) if old else at}
    return account.channels[name]


def put_channel(req):
    a, name = req.account, _name(req)
    old = a.channels.get(name)
    body = req.json()
    current = tag_of(show(a, old)) if old else None
    req.check_preconditions(current)
    if not 1 <= len(name) <= 60 or name in (".", ".."):
        raise invalid("channel_name", "must have 1 to 60 characters and not be . or ..")
    spec = SPEC
    if old and faults.on("channel-put-keeps-omitted"):
        spec = {**SPEC, "enabled": (old["enabled"], boolean),
                "description": (old["description"], text(0, 1000))}
    values = read(body, spec)
    if not FORMS[values["kind"]].fullmatch(values["target"]):
        raise invalid("target", "is not one of the kind " + values["kind"])
    shown = show(a, save(a, name, values))
    head = {"ETag": tag_of(shown)}
    if old and not faults.on("channel-put-always-201"):
        return as_json(200, shown, head)
    return as_json(201, shown, {**head, "Location": "/v1/channels/" + quote(name, safe="")})


def delete_channel(req):
    a, name = req.account, _name(req)
    c = store.find(a.channels, name, "channel")
    req.check_preconditions(tag_of(show(a, c)))
    del a.channels[name]
    if not faults.on("channel-delete-leaves-names"):
        for m in a.monitors.values():
            m["channels"] = [x for x in m["channels"] if x != name]
    return Response(204)
