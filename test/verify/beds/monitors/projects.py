"""Projects."""
import re

import faults
import store
import times
from paging import page
from validate import MISSING, nullable, read, text
from web import Problem, as_json

SPEC = {"name": (MISSING, text(1, 80)), "description": (None, nullable(text(0, 2000)))}
_LOWER = {c: c + 32 for c in range(ord("A"), ord("Z") + 1)}


def show(account, p):
    own = [m for m in account.monitors.values() if m["project_id"] == p["id"]]
    count = len(own)
    if faults.on("project-count-stays-after-move"):
        count = p["added"]
    return {"id": p["id"], "name": p["name"], "description": p["description"],
            "monitor_count": count,
            "open_incidents": sum(1 for m in own if store.unresolved(account, m["id"])),
            "created_at": times.fmt(p["created_at"])}


def _contains(name, q):
    name, q = name.translate(_LOWER), q.translate(_LOWER)
    if faults.on("projects-q-like-wildcards"):
        form = "".join({"%": ".*", "_": "."}.get(c, re.escape(c)) for c in q)
        return re.search(form, name, re.S) is not None
    return q in name


def list_projects(req):
    a, q = req.account, req.arg("q")
    rows = [p for p in a.projects.values() if q is None or _contains(p["name"], q)]
    return page(req, rows, lambda p: (p["name"], p["id"]), lambda p: show(a, p), ("q",))


def add(account, values, at=None):
    p = {"id": store.new_id("prj"), **values, "created_at": at or times.now(), "added": 0}
    account.projects[p["id"]] = p
    return p


def create_project(req):
    a = req.account
    values = read(req.json(), SPEC)
    if any(p["name"] == values["name"] for p in a.projects.values()):
        raise Problem(409, "There is a project of this name already.")
    if faults.on("project-name-race"):
        store.io_pause()
    return as_json(201, show(a, add(a, values)))
