"""Check results, and the incidents that they open and resolve."""
import re

import faults
import incidents
import store
import times
from paging import choice, instant, page
from validate import MISSING, boolean, integer, nullable, read, text
from web import Problem, as_json, canonical, invalid


def _instant(v):
    if times.parse(v) is None:
        return "must be a date-time of the years 1970 to 2999"


SPEC = {"ok": (MISSING, boolean), "checked_at": (None, _instant),
        "latency_ms": (None, nullable(integer(0, 600000))),
        "status_code": (None, nullable(integer(100, 599))),
        "message": (None, nullable(text(0, 1000)))}


def show(r):
    return {**{k: v for k, v in r.items() if k != "checked_at"},
            "checked_at": times.fmt(r["checked_at"])}


def list_results(req):
    a = req.account
    if faults.on("results-foreign-readable"):
        a = next((x for x in store.accounts.values()
                  if req.params["monitor_id"] in x.monitors), a)
    m = store.find(a.monitors, req.params["monitor_id"], "monitor")
    ok = choice(req, "ok", ("true", "false"))
    low, high = instant(req, "from"), instant(req, "to")
    if high is not None and faults.on("results-to-inclusive"):
        high += 1
    rows = [r for r in a.results[m["id"]]
            if (ok is None or r["ok"] == (ok == "true"))
            and (low is None or r["checked_at"] >= low)
            and (high is None or r["checked_at"] < high)]
    return page(req, rows, lambda r: (r["checked_at"], r["id"]), show,
                ("ok", "from", "to"), True, True)


def record(account, m, values, at):
    """Stores a result and lets it work on the monitor's incident."""
    r = {"id": store.new_id("res"), "monitor_id": m["id"], "ok": values["ok"], "checked_at": at,
         "latency_ms": values["latency_ms"], "status_code": values["status_code"],
         "message": values["message"],
         "in_maintenance": store.in_window(account, m["id"], at), "incident_id": None}
    if faults.on("result-zero-latency-null"):
        r["latency_ms"] = values["latency_ms"] or None
    if faults.on("result-message-cut") and r["message"] is not None:
        r["message"] = r["message"][:255]
    account.results[m["id"]].append(r)
    m["result_count"] += 1
    if not r["in_maintenance"]:
        touched = _count(account, m, r)
        r["incident_id"] = touched["id"] if touched else None
    return r


def _count(account, m, r):
    incident = store.unresolved(account, m["id"])
    if r["ok"]:
        m["failures"], m["series_start"] = 0, None
        m["successes"] += 1
        if incident and m["successes"] >= m["recovery_threshold"]:
            incidents.resolve(account, incident, r["checked_at"], "result")
            return incident
        return None
    if not faults.on("result-recovery-not-consecutive"):
        m["successes"] = 0
    if m["failures"] == 0:
        m["series_start"] = r["checked_at"]
        if faults.on("result-recovery-not-consecutive") and not incident:
            m["successes"] = 0
    m["failures"] += 1
    if incident:
        incident["failure_count"] += 1
        incident["version"] += 1
        return None
    if m["failures"] >= m["failure_threshold"]:
        return incidents.open_new(account, m)
    return None


def post_result(req):
    a = req.account
    m = store.find(a.monitors, req.params["monitor_id"], "monitor")
    body = req.json()
    key = req.header("Idempotency-Key")
    if key is not None and not re.fullmatch("[!-~]{1,100}", key):
        raise Problem(400, "Idempotency-Key must have 1 to 100 visible ASCII characters.")
    values = read(body, SPEC)
    if key is not None and (m["id"], key) in a.keys:
        first, result = a.keys[m["id"], key]
        if first != canonical(body) and not faults.on("result-key-other-body"):
            raise Problem(409, "This Idempotency-Key was used with another body.")
        return as_json(201, result)
    now = times.now()
    at = now if values["checked_at"] is None else times.parse(
        values["checked_at"], keep_offset=not faults.on("result-offset-dropped"))
    if at > now + 300_000:
        raise invalid("checked_at", "must not be more than 5 minutes ahead")
    if m["paused"]:
        raise Problem(409, "The monitor is paused.")
    if faults.on("result-count-race"):
        before = m["result_count"]
        store.io_pause()
        shown = show(record(a, m, values, at))
        m["result_count"] = before + 1
    else:
        shown = show(record(a, m, values, at))
    if key is not None:
        a.keys[m["id"], key] = (canonical(body), shown)
    return as_json(201, shown)
