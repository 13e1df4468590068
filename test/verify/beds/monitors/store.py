"""All data, in memory, and one lock for it."""
import itertools
import threading
import time

import times
from web import Problem

lock = threading.Condition(threading.Lock())
_numbers = itertools.count(1)
EVENTS_KEPT = 1000


class Account:
    def __init__(self, name):
        self.name = name
        self.projects, self.monitors, self.incidents, self.windows = {}, {}, {}, {}
        self.channels, self.pages = {}, {}
        self.results = {}        # monitor id -> results in the order of posting
        self.keys = {}           # (monitor id, idempotency key) -> (body, result)
        self.events, self.last_event = [], 0


accounts = {}                    # token -> Account


def new_id(prefix):
    return "%s_%08x" % (prefix, next(_numbers))


def io_pause(seconds=0.03):
    """A wait without the lock."""
    lock.release()
    time.sleep(seconds)
    lock.acquire()


def find(records, ident, what):
    if ident not in records:
        raise Problem(404, "There is no such " + what + ".")
    return records[ident]


def in_any_account(kind, ident):
    for account in accounts.values():
        if ident in getattr(account, kind):
            return getattr(account, kind)[ident]
    return None


def unresolved(account, monitor_id):
    for i in account.incidents.values():
        if i["monitor_id"] == monitor_id and i["state"] != "resolved":
            return i
    return None


def window_state(window, now):
    if now < window["starts_at"]:
        return "scheduled"
    return "active" if now < window["ends_at"] else "ended"


def in_window(account, monitor_id, at):
    return any(monitor_id in w["monitor_ids"] and w["starts_at"] <= at < w["ends_at"]
               for w in account.windows.values())


def condition(account, monitor):
    """What a monitor would be if it were not paused."""
    if in_window(account, monitor["id"], times.now()):
        return "maintenance"
    if unresolved(account, monitor["id"]):
        return "down"
    return "up" if monitor["result_count"] else "pending"


def status(account, monitor):
    return "paused" if monitor["paused"] else condition(account, monitor)


def uptime(account, monitor):
    counted = [r for r in account.results[monitor["id"]] if not r["in_maintenance"]]
    if not counted:
        return None
    good = sum(1 for r in counted if r["ok"])
    return (good * 20000 + len(counted)) // (2 * len(counted)) / 10000     # half up


def publish(account, kind, incident, shown):
    from web import dump
    account.last_event += 1
    account.events.append((account.last_event, "incident." + kind, incident["monitor_id"],
                           dump(shown)))
    del account.events[:-EVENTS_KEPT]
    lock.notify_all()
