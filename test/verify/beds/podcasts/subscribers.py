"""Subscribers and their keys."""
import secrets

import store
from checks import EMAIL, Members, Query
from faults import broken
from http_io import Problem, json_response


def render(subscriber):
    shown = {name: subscriber[name] for name in ["id", "showId", "email", "plan", "createdAt"]}
    shown["keyHint"] = subscriber["key"][-4:]
    return shown


def list_subscribers(request):
    show = store.find_show(request)
    query = Query(request)
    plan = query.choice("plan", ["free", "premium"])
    query.done()
    rows = [s for s in store.subscribers.values() if s["showId"] == show["id"] and plan in (None, s["plan"])]
    if not broken("subscribers-unsorted"):
        rows.sort(key=lambda s: s["email"])
    if broken("subscribers-key-shown"):
        return json_response(200, {"items": [{**render(s), "key": s["key"]} for s in rows], "total": len(rows)})
    return json_response(200, {"items": [render(s) for s in rows], "total": len(rows)})


def create_subscriber(request):
    show = store.find_show(request)
    request.require_json()
    body = Members(request.json())
    email = body.text("email", 0, 254, required=True, pattern=EMAIL)
    plan = body.choice("plan", ["free", "premium"], "free")
    body.done()
    if not broken("subscriber-case-sensitive"):
        email = email.lower()
    for other in store.subscribers.values():
        if other["email"] == email and other["showId"] == show["id"]:
            raise Problem(409, "The show has this address already.")
    subscriber = store.add_subscriber(show["id"], email, plan, "pk_" + secrets.token_hex(16))
    return json_response(201, {**render(subscriber), "key": subscriber["key"]})
