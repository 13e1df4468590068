"""Paths, methods and their handlers; tokens; the order of the checks."""
from urllib.parse import unquote_to_bytes
import re

import channels
import faults
import incidents
import monitors
import pages
import projects
import results
import store
import stream
import windows
from web import Problem, Response

BASE = "/v1"
ROUTES = [
    ("/projects", {"GET": projects.list_projects, "POST": projects.create_project}),
    ("/monitors", {"GET": monitors.list_monitors, "POST": monitors.create_monitor}),
    ("/monitors/{monitor_id}", {"GET": monitors.get_monitor, "PATCH": monitors.update_monitor,
                                "DELETE": monitors.delete_monitor}),
    ("/monitors/{monitor_id}/results", {"GET": results.list_results,
                                        "POST": results.post_result}),
    ("/incidents", {"GET": incidents.list_incidents}),
    ("/incidents/stream", {"GET": stream.stream_incidents}),
    ("/incidents/export", {"GET": incidents.export_incidents}),
    ("/incidents/{incident_id}", {"PATCH": incidents.update_incident}),
    ("/channels/{channel_name}", {"GET": channels.get_channel, "PUT": channels.put_channel,
                                  "DELETE": channels.delete_channel}),
    ("/status-pages/{slug}", {"GET": pages.get_status_page, "PUT": pages.put_status_page}),
    ("/maintenance-windows", {"GET": windows.list_windows, "POST": windows.create_window}),
]
PATCHED = ("/monitors/{monitor_id}", "/incidents/{incident_id}")


def _decode(segment):
    """The text of a path segment, or None if it is not well encoded."""
    if re.search("%(?![0-9A-Fa-f]{2})", segment):
        return None
    try:
        return unquote_to_bytes(segment.encode("latin-1")).decode("utf-8")
    except UnicodeDecodeError:
        return None


def _match(path):
    raw = path.split("/")[1:]
    if not raw or raw[0] != BASE[1:]:
        return None
    raw = raw[1:]
    for template, methods in ROUTES:
        parts = template.split("/")[1:]
        if len(parts) != len(raw):
            continue
        params, good = {}, True
        for part, segment in zip(parts, raw):
            text = _decode(segment)
            if part.startswith("{"):
                params[part[1:-1]] = text
                good = good and segment != ""
            else:
                good = good and text == part
        if good:
            return template, methods, params
    return None


def _allow(methods):
    names = list(methods)
    if "GET" in names:
        names.insert(names.index("GET") + 1, "HEAD")
    return ", ".join(names + ["OPTIONS"])


def _account(req):
    head = {"WWW-Authenticate": 'Bearer realm="monitors"'}
    given = req.header("Authorization")
    if given is None:
        raise Problem(401, "A bearer token is needed.", headers=head)
    scheme, _, token = given.partition(" ")
    account = store.accounts.get(token.strip()) if scheme.lower() == "bearer" else None
    if account is None:
        if faults.on("unknown-token-no-challenge"):
            head = {}
        elif scheme.lower() == "bearer":
            head["WWW-Authenticate"] += ', error="invalid_token"'
        raise Problem(401, "The token is not known.", headers=head)
    return account


def answer(req, path):
    """The Response, or for the stream a function that sends it."""
    found = _match(path)
    if found is None:
        raise Problem(404, "There is no such path.")
    req.route, methods, req.params = found
    allow = {"Allow": _allow(methods)}
    if req.method == "OPTIONS":
        if req.route in PATCHED:
            allow["Accept-Patch"] = incidents.PATCH_TYPE
        return Response(204, None, allow)
    handler = methods.get("GET" if req.method == "HEAD" else req.method)
    if handler is None:
        raise Problem(405, "This path does not have this method.", headers=allow)
    req.account = _account(req)
    if None in req.params.values() or not req.query_ok:
        raise Problem(400, "The address is not well-formed percent-encoded UTF-8.")
    with store.lock:
        return handler(req)
