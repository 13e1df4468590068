"""Maintenance windows."""
import faults
import store
import times
from paging import choice, page
from results import _instant
from validate import MISSING, array, nullable, read, text
from web import Problem, as_json, invalid

SPEC = {"monitor_ids": (MISSING, array(text(0, 40), 1, 50)), "starts_at": (MISSING, _instant),
        "ends_at": (MISSING, _instant), "reason": (None, nullable(text(0, 500)))}


def state(w):
    if faults.on("windows-state-frozen"):
        return w["state"]
    return store.window_state(w, times.now())


def show(w):
    return {"id": w["id"], "monitor_ids": w["monitor_ids"], "reason": w["reason"],
            "starts_at": times.fmt(w["starts_at"]), "ends_at": times.fmt(w["ends_at"]),
            "state": state(w), "created_at": times.fmt(w["created_at"])}


def list_windows(req):
    a = req.account
    wanted = choice(req, "state", ("scheduled", "active", "ended"))
    monitor = req.arg("monitor_id")
    rows = [w for w in a.windows.values() if (wanted is None or state(w) == wanted)
            and (monitor is None or monitor in w["monitor_ids"])]
    return page(req, rows, lambda w: (w["starts_at"], w["id"]), show, ("state", "monitor_id"))


def add(account, values, at=None):
    at = at or times.now()
    w = {"id": store.new_id("win"), **values, "created_at": at}
    w["state"] = store.window_state(w, times.now())
    account.windows[w["id"]] = w
    return w


def _overlap(w, start, end):
    if faults.on("window-touching-conflicts"):
        return w["starts_at"] <= end and start <= w["ends_at"]
    return w["starts_at"] < end and start < w["ends_at"]


def create_window(req):
    a = req.account
    values = read(req.json(), SPEC)
    start, end = times.parse(values["starts_at"]), times.parse(values["ends_at"])
    values.update(starts_at=start, ends_at=end)
    if not 0 < end - start <= 30 * times.DAY:
        raise invalid("ends_at", "must be after starts_at, by 30 days at most")
    for x in values["monitor_ids"]:
        if x not in a.monitors:
            raise invalid("monitor_ids", "has an id that is no monitor of this account")
    for w in a.windows.values():
        if set(w["monitor_ids"]) & set(values["monitor_ids"]) and _overlap(w, start, end):
            raise Problem(409, "One of the monitors has a window in that time already.")
    return as_json(201, show(add(a, values)))
