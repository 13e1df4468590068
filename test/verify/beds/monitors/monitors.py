"""Monitors."""
import faults
import paging
import store
import times
from validate import (MISSING, array, boolean, integer, is_int, nullable, pattern, read,
                      string_map, text)
from web import Problem, Response, as_json, invalid, merge, tag_of

STATES = ("up", "down", "pending", "paused", "maintenance")
SORTS = ("created_at", "-created_at", "name", "-name")
PATCH_TYPE = "application/merge-patch+json"


def _bytes(v):
    return len(v.encode("utf-8"))


_threshold = integer(1, 10, (lambda v: isinstance(v, int))
                     if faults.on("monitor-threshold-takes-booleans") else is_int)
SPEC = {
    "project_id": (MISSING, text(0, 40)),
    "name": (MISSING, text(1, 120, _bytes if faults.on("monitor-name-length-bytes") else len)),
    "url": (MISSING, pattern("https?://[!-~]+", 2000, "must be an http or https URL")),
    "interval_seconds": (MISSING, integer(30, 86400)),
    "timeout_ms": (10000, integer(100, 60000)),
    "failure_threshold": (1, _threshold),
    "recovery_threshold": (1, _threshold),
    "paused": (False, boolean),
    "headers": (dict, string_map("[A-Za-z0-9-]{1,60}", text(0, 1000), 20)),
    "tags": (list, array(text(1, 40), 0, 20)),
    "channels": (list, array(text(1, 60), 0, 10)),
    "notes": (None, nullable(text(0, 5000))),
}


def show(account, m):
    results = account.results[m["id"]]
    incident = store.unresolved(account, m["id"])
    return {
        "id": m["id"], **{k: m[k] for k in SPEC},
        "status": store.status(account, m),
        "consecutive_failures": m["failures"], "consecutive_successes": m["successes"],
        "result_count": m["result_count"], "uptime_ratio": store.uptime(account, m),
        "last_checked_at": times.fmt(max((r["checked_at"] for r in results), default=None)),
        "open_incident_id": incident["id"] if incident else None,
        "created_at": times.fmt(m["created_at"]), "updated_at": times.fmt(m["updated_at"])}


def _check(account, values, own_id=None, patch=None):
    """The rules between members and between records."""
    if values["project_id"] not in account.projects:
        raise invalid("project_id", "is no project of this account")
    for name in values["channels"]:
        if name not in account.channels:
            raise invalid("channels", "has a name that is no channel of this account")
    skip = patch is not None and faults.on("monitor-patch-cross-check-skipped") and \
        not ("timeout_ms" in patch and "interval_seconds" in patch)
    if values["timeout_ms"] >= values["interval_seconds"] * 1000 and not skip:
        raise invalid("timeout_ms", "must be shorter than the interval")
    for m in account.monitors.values():
        if m["id"] != own_id and m["project_id"] == values["project_id"] \
                and m["name"] == values["name"]:
            raise Problem(409, "The project has a monitor of this name already.")


def _matches(account, m, status):
    if status is None:
        return True
    if faults.on("monitors-status-filter-paused") and status != "paused":
        return store.condition(account, m) == status
    return store.status(account, m) == status


def list_monitors(req):
    a = req.account
    project, tags = req.arg("project_id"), req.args("tag")
    status = paging.choice(req, "status", STATES)
    sort = paging.choice(req, "sort", SORTS) or "created_at"
    member, down = sort.lstrip("-"), sort.startswith("-")
    rows = [m for m in a.monitors.values()
            if (project is None or m["project_id"] == project)
            and all(t in m["tags"] for t in tags) and _matches(a, m, status)]

    def key(m):
        if member == "name" and faults.on("monitors-sort-ignores-case"):
            return m["name"].casefold(), m["id"]
        return m[member], m["id"]
    return paging.page(req, rows, key, lambda m: show(a, m),
                       ("project_id", "tag", "status", "sort"), down,
                       down and faults.on("monitors-desc-reverses-ties"))


def add(account, values, at=None):
    at = at or times.now()
    m = {"id": store.new_id("mon"), **values, "failures": 0, "successes": 0, "series_start": None,
         "result_count": 0, "created_at": at, "updated_at": at}
    account.monitors[m["id"]] = m
    account.results[m["id"]] = []
    account.projects[m["project_id"]]["added"] += 1
    return m


def create_monitor(req):
    a = req.account
    values = read(req.json(), SPEC)
    _check(a, values)
    shown = show(a, add(a, values))
    base = "" if faults.on("monitor-location-without-base") else "/v1"
    return as_json(201, shown, {"Location": base + "/monitors/" + shown["id"],
                                "ETag": tag_of(shown)})


def get_monitor(req):
    a = req.account
    shown = show(a, store.find(a.monitors, req.params["monitor_id"], "monitor"))
    head = {"ETag": tag_of(shown), "Cache-Control": "private, no-cache"}
    if req.unchanged(head["ETag"], whole=faults.on("monitor-inm-list")):
        return Response(304, None, head)
    return as_json(200, shown, head)


def update_monitor(req):
    a = req.account
    m = store.find(a.monitors, req.params["monitor_id"], "monitor")
    extra = ("application/json",) if faults.on("monitor-patch-plain-json") else ()
    patch = req.json(PATCH_TYPE, extra, {"Accept-Patch": PATCH_TYPE})
    req.check_preconditions(tag_of(show(a, m)))
    if faults.on("monitor-if-match-race"):
        store.io_pause()
        m = store.find(a.monitors, req.params["monitor_id"], "monitor")
    if isinstance(patch, dict) and faults.on("monitor-patch-null-ignored"):
        patch = {k: v for k, v in patch.items() if v is not None}
    merged = merge({k: m[k] for k in SPEC}, patch,
                   deep=not faults.on("monitor-patch-headers-replaced"))
    values = read(merged, SPEC)
    _check(a, values, m["id"], patch)
    if any(m[k] != values[k] for k in SPEC):
        m.update(values)
        m["updated_at"] = max(times.now(), m["updated_at"])
    shown = show(a, m)
    return as_json(200, shown, {"ETag": tag_of(shown)})


def delete_monitor(req):
    a = req.account
    m = store.find(a.monitors, req.params["monitor_id"], "monitor")
    if not faults.on("monitor-delete-ignores-if-match"):
        req.check_preconditions(tag_of(show(a, m)))
    del a.monitors[m["id"]], a.results[m["id"]]
    counted = a.projects[m["project_id"]]
    counted["added"] = max(0, counted["added"] - 1)
    if not faults.on("monitor-delete-leaves-incidents"):
        a.incidents = {k: i for k, i in a.incidents.items() if i["monitor_id"] != m["id"]}
    a.keys = {k: v for k, v in a.keys.items() if k[0] != m["id"]}
    for p in a.pages.values():
        p["monitor_ids"] = [x for x in p["monitor_ids"] if x != m["id"]]
    for w in list(a.windows.values()):
        w["monitor_ids"] = [x for x in w["monitor_ids"] if x != m["id"]]
        if not w["monitor_ids"]:
            del a.windows[w["id"]]
    return Response(204)
