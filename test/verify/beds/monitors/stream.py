"""The stream of incident events."""
import re

import faults
import store
from web import Problem

HEARTBEAT = 15


def stream_incidents(req):
    """A function that, given write(bytes), sends events until the reader is gone."""
    account, last, monitor = req.account, req.header("Last-Event-ID"), req.arg("monitor_id")
    if last is None:
        position = account.last_event
    elif re.fullmatch("[0-9]{1,15}", last):
        position = min(int(last), account.last_event)
        if faults.on("stream-replay-repeats-last"):
            position = max(0, position - 1)
    else:
        raise Problem(400, "Last-Event-ID must be an integer from 0 to 999999999999999.")

    def send(write):
        nonlocal position
        write(b": connected\n\n")
        while True:
            with store.lock:
                if account.last_event == position:
                    store.lock.wait(HEARTBEAT)
                fresh = [e for e in account.events if e[0] > position]
                position = account.last_event
            parts = [b"id: %d\nevent: %s\ndata: %s\n\n" % (n, kind.encode("ascii"), data)
                     for n, kind, monitor_id, data in fresh if monitor in (None, monitor_id)]
            write(b"".join(parts) or b": still here\n\n")
    return send
