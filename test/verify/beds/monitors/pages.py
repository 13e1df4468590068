"""Status pages."""
import re

import faults
import store
import times
from validate import MISSING, array, nullable, read, text
from web import Response, as_json, invalid, tag_of

SPEC = {"title": (MISSING, text(1, 120)), "intro": (None, nullable(text(0, 5000))),
        "monitor_ids": (MISSING, array(text(0, 40), 0, 50))}


def _rows(account, idents):
    rows = []
    for x in idents:
        owner = next((o for o in (account, *store.accounts.values()) if x in o.monitors), None)
        if owner:
            rows.append((owner, owner.monitors[x]))
    return rows


def show(account, p):
    rows = _rows(account, p["monitor_ids"])
    states = [store.status(a, m) for a, m in rows]
    counted = [s for s in states if s != "paused" or faults.on("status-page-counts-paused")]
    down = counted.count("down")
    overall = "operational"
    if down:
        overall = "outage" if down == len(counted) else "degraded"
    elif "maintenance" in counted:
        overall = "maintenance"
    return {"slug": p["slug"], **{k: p[k] for k in SPEC}, "overall": overall,
            "monitors": [{"id": m["id"], "name": m["name"], "status": s,
                          "uptime_ratio": store.uptime(a, m)} for (a, m), s in zip(rows, states)],
            "created_at": times.fmt(p["created_at"]), "updated_at": times.fmt(p["updated_at"])}


def _tag(p, shown):
    if faults.on("status-page-stale-etag"):
        return tag_of([p["slug"], p["updated_at"]])
    return tag_of(shown)


def get_status_page(req):
    a = req.account
    p = store.find(a.pages, req.params["slug"], "status page")
    shown = show(a, p)
    head = {"ETag": _tag(p, shown), "Cache-Control": "private, no-cache"}
    if req.unchanged(head["ETag"]):
        return Response(304, None, head)
    return as_json(200, shown, head)


def save(account, slug, values, at=None):
    at = at or times.now()
    old = account.pages.get(slug)
    account.pages[slug] = {"slug": slug, **values, "created_at": old["created_at"] if old else at,
                           "updated_at": max(at, old["updated_at"]) if old else at}
    return account.pages[slug]


def put_status_page(req):
    a, slug = req.account, req.params["slug"]
    old = a.pages.get(slug)
    body = req.json()
    current = _tag(old, show(a, old)) if old else None
    req.check_preconditions(current)
    if len(slug) > 40 or not re.fullmatch("[a-z0-9](-?[a-z0-9])*", slug):
        raise invalid("slug", "must be 1 to 40 small letters and digits with single hyphens")
    values = read(body, SPEC)
    for x in values["monitor_ids"]:
        if x in a.monitors:
            continue
        if faults.on("status-page-foreign-monitor") and store.in_any_account("monitors", x):
            continue
        raise invalid("monitor_ids", "has an id that is no monitor of this account")
    p = save(a, slug, values)
    shown = show(a, p)
    head = {"ETag": _tag(p, shown)}
    if old:
        return as_json(200, shown, head)
    return as_json(201, shown, {**head, "Location": "/v1/status-pages/" + slug})
