"""Incidents: list, changes by people, export."""
import faults
import store
import times
from paging import choices, instant, page
from validate import integer, nullable, one_of, read, text
from web import Problem, Response, as_json

STATES = ("open", "acknowledged", "resolved")
PATCH_TYPE = "application/merge-patch+json"
ABSENT = object()
SPEC = {"state": (ABSENT, one_of(*STATES)), "note": (ABSENT, nullable(text(0, 2000))),
        "version": (ABSENT, integer(1, 2 ** 53 - 1))}
COLUMNS = ("id", "monitor_id", "monitor_name", "state", "opened_at", "resolved_at",
           "duration_seconds", "note")


def show(account, i):
    m = account.monitors.get(i["monitor_id"]) or {"project_id": i["project_id"],
                                                  "name": i["monitor_name"]}
    done = i["resolved_at"]
    return {"id": i["id"], "monitor_id": i["monitor_id"], "monitor_name": m["name"],
            "project_id": m["project_id"], "state": i["state"],
            "opened_at": times.fmt(i["opened_at"]),
            "acknowledged_at": times.fmt(i["acknowledged_at"]),
            "resolved_at": times.fmt(done), "resolved_by": i["resolved_by"],
            "duration_seconds": None if done is None else (done - i["opened_at"]) // 1000,
            "failure_count": i["failure_count"], "note": i["note"], "version": i["version"]}


def open_new(account, m):
    i = {"id": store.new_id("inc"), "monitor_id": m["id"], "monitor_name": m["name"],
         "project_id": m["project_id"], "state": "open", "opened_at": m["series_start"],
         "acknowledged_at": None, "resolved_at": None, "resolved_by": None,
         "failure_count": m["failures"], "note": None, "version": 1}
    account.incidents[i["id"]] = i
    store.publish(account, "opened", i, show(account, i))
    return i


def resolve(account, i, at, by):
    i.update(state="resolved", resolved_at=max(at, i["opened_at"]), resolved_by=by)
    i["version"] += 1
    if by == "result" and faults.on("stream-silent-on-recovery"):
        return
    store.publish(account, "resolved", i, show(account, i))


def _filtered(req):
    a = req.account
    states = choices(req, "state", STATES)
    if states and faults.on("incidents-state-list-first-only"):
        states = states[:1]
    project, monitor = req.arg("project_id"), req.arg("monitor_id")
    rows = [i for i in a.incidents.values()
            if (states is None or i["state"] in states)
            and (monitor is None or i["monitor_id"] == monitor)
            and (project is None or show(a, i)["project_id"] == project)]
    return rows


def list_incidents(req):
    a = req.account
    return page(req, _filtered(req), lambda i: (i["opened_at"], i["id"]), lambda i: show(a, i),
                ("state", "project_id", "monitor_id"), True, True)


def update_incident(req):
    a = req.account
    i = store.find(a.incidents, req.params["incident_id"], "incident")
    patch = req.json(PATCH_TYPE, (), {"Accept-Patch": PATCH_TYPE})
    new = {k: v for k, v in read(patch, {k: (None, c) for k, (_, c) in SPEC.items()}).items()
           if k in patch}
    if new.get("version", i["version"]) != i["version"]:
        raise Problem(409, "The incident has version %d by now." % i["version"])
    state = new.get("state", i["state"])
    allowed = {"open": ("acknowledged", "resolved"), "acknowledged": ("resolved",),
               "resolved": ()}[i["state"]]
    if faults.on("incident-reopens") and i["state"] == "resolved":
        allowed = ("open", "acknowledged")
    if state != i["state"] and state not in allowed:
        raise Problem(409, "An incident cannot go from %s to %s." % (i["state"], state))
    moved, noted = state != i["state"], "note" in new and new["note"] != i["note"]
    if noted:
        i["note"] = new["note"]
    if not moved:
        i["version"] += 1 if noted else 0
        return as_json(200, show(a, i))
    if state == "resolved":
        m = a.monitors.get(i["monitor_id"])
        if m and not faults.on("incident-manual-resolve-keeps-count"):
            m.update(failures=0, successes=0, series_start=None)
        resolve(a, i, times.now(), "person")
    else:
        i["state"] = state
        i["version"] += 1
        if state == "acknowledged":
            i["acknowledged_at"] = max(times.now(), i["opened_at"])
        i.update(resolved_at=None, resolved_by=None)
        store.publish(a, state, i, show(a, i))
    return as_json(200, show(a, i))


def _field(value):
    if value is None:
        return ""
    value = str(value)
    if any(c in value for c in ',"\r\n'):
        if not faults.on("export-quotes-not-doubled"):
            value = value.replace('"', '""')
        return '"' + value + '"'
    return value


def export_incidents(req):
    a = req.account
    low, high = instant(req, "from"), instant(req, "to")
    rows = [i for i in _filtered(req) if (low is None or i["opened_at"] >= low)
            and (high is None or i["opened_at"] < high)]
    rows.sort(key=lambda i: (i["opened_at"], i["id"]))
    lines = [",".join(COLUMNS)]
    for i in rows:
        shown = show(a, i)
        lines.append(",".join(_field(shown[c]) for c in COLUMNS))
    return Response(200, ("\r\n".join(lines) + "\r\n").encode("utf-8"),
                    {"Content-Type": "text/csv; charset=utf-8; header=present",
                     "Content-Disposition": 'attachment; filename="incidents.csv"',
                     "Cache-Control": "private, no-cache"})
