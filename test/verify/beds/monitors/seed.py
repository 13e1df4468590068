"""The records at the start, of two accounts."""
import channels
import monitors
import pages
import projects
import results
import store
import times
import windows

MINUTE, HOUR = 60_000, 3_600_000


def _monitor(a, project, name, url, at, **more):
    values = {"project_id": project["id"], "name": name, "url": url, "interval_seconds": 60}
    for key, (default, _) in monitors.SPEC.items():
        if key not in values:
            values[key] = more.get(key, default() if callable(default) else default)
    return monitors.add(a, values, at)


def _post(a, m, at, ok, latency=120, code=None, message=None):
    return results.record(a, m, {"ok": ok, "latency_ms": latency, "message": message,
                                 "status_code": code or (200 if ok else 503)}, at)


def _nordwind(a, now):
    t = times.parse("2026-01-12T08:30:00Z")
    shop = projects.add(a, {"name": "Shop", "description": "The web shop and its payments."}, t)
    inner = projects.add(a, {"name": "internal tools", "description": None}, t + HOUR)
    projects.add(a, {"name": "Blog", "description": "Articles, “quoted” and not."}, t + 2 * HOUR)
    mail = {"kind": "email", "target": "ops@nordwind.example", "enabled": True, "description": ""}
    channels.save(a, "ops", mail, t)
    channels.save(a, "on call/night", {"kind": "sms", "target": "+4915112345678",
                                       "enabled": False, "description": "Nights only"}, t)
    home = _monitor(a, shop, "Homepage", "https://shop.nordwind.example/", t,
                    tags=["web", "public"], channels=["ops"], notes="Front door.")
    pay = _monitor(a, shop, "Payments", "https://pay.nordwind.example/health", t,
                   failure_threshold=2, recovery_threshold=2, tags=["web", "money"],
                   channels=["ops", "on call/night"], headers={"X-Probe": "1", "Accept": "*/*"})
    search = _monitor(a, shop, "search", "https://shop.nordwind.example/search?q=a", t + HOUR,
                      tags=["web"], timeout_ms=5000)
    home2 = _monitor(a, inner, "Homepage", "http://intra.nordwind.example/", t + HOUR)
    wiki = _monitor(a, inner, "Wiki", "http://wiki.nordwind.example:8080/", t + 2 * HOUR,
                    paused=True, notes="Is being moved.")
    ci = _monitor(a, inner, "Build server", "https://ci.nordwind.example/", t + 2 * HOUR,
                  interval_seconds=300)
    _monitor(a, inner, "Printer", "http://printer.nordwind.example/", t + 3 * HOUR)
    start = now - 3 * HOUR
    for n in range(6):
        for m in (home, pay, home2):
            _post(a, m, start + n * 5 * MINUTE, True, 90 + n)
    for m in (search, ci):            # failed in the same check
        _post(a, m, start + 30 * MINUTE, False, None, 500, "Internal Server Error")
    _post(a, search, start + 35 * MINUTE, True, 300)
    _post(a, ci, start + 37 * MINUTE, True, 80)
    _post(a, pay, start + 40 * MINUTE, False, 30000, 504, "Timeout, \"upstream\"")
    _post(a, pay, start + 45 * MINUTE, False, 30000, 504)
    _post(a, wiki, start, True, 50)
    newest = list(a.incidents.values())[-1]
    newest["note"] = "Provider informed, ticket \"4711\""
    newest["version"] += 1
    windows.add(a, {"monitor_ids": [home2["id"]], "starts_at": now - HOUR,
                    "ends_at": now + times.DAY, "reason": "New machine"}, t)
    windows.add(a, {"monitor_ids": [home["id"], pay["id"]], "starts_at": now + 7 * times.DAY,
                    "ends_at": now + 7 * times.DAY + 2 * HOUR, "reason": None}, t)
    windows.add(a, {"monitor_ids": [search["id"]], "starts_at": t, "ends_at": t + HOUR,
                    "reason": "Index rebuilt"}, t)
    pages.save(a, "shop", {"title": "Nordwind shop", "intro": "How the shop is doing.",
                           "monitor_ids": [pay["id"], home["id"], search["id"]]}, t)


def _zephyr(a, now):
    t = times.parse("2026-02-03T10:00:00Z")
    api = projects.add(a, {"name": "API", "description": None}, t)
    channels.save(a, "hook", {"kind": "webhook", "target": "https://hooks.zephyr.example/x",
                              "enabled": True, "description": "Chat room"}, t)
    v1 = _monitor(a, api, "v1", "https://api.zephyr.example/v1/ping", t, channels=["hook"])
    v2 = _monitor(a, api, "v2", "https://api.zephyr.example/v2/ping", t)
    start = now - 2 * HOUR
    for n in range(3):
        _post(a, v1, start + n * MINUTE, True, 40)
    _post(a, v2, start, False, None, 500, "No answer")
    windows.add(a, {"monitor_ids": [v1["id"]], "starts_at": now + 3 * times.DAY,
                    "ends_at": now + 4 * times.DAY, "reason": "Upgrade"}, t)
    pages.save(a, "status", {"title": "Zephyr", "intro": None,
                             "monitor_ids": [v1["id"], v2["id"]]}, t)


def fill():
    now = times.now() // MINUTE * MINUTE
    with store.lock:
        for token, name, data in (("tok_nordwind_7Qe2", "nordwind", _nordwind),
                                  ("tok_zephyr_4Lm9", "zephyr", _zephyr)):
            store.accounts[token] = store.Account(name)
            data(store.accounts[token], now)
