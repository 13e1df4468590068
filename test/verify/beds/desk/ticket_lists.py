"""Many tickets: the list by cursor, and the export."""

import base64
import json
import re

import checks
import store
from faults import fault
from messages import Response, json_response
from tickets import show

STATES = ("new", "open", "pending", "solved", "closed")
_SORTS = ("created_at", "-created_at", "priority", "-priority")


def list_tickets(request):
    organisation = request.agent.organisation
    limit = checks.query_value(request, "limit", _limit, 10)
    sort = checks.query_value(request, "sort", checks.one_of(*_SORTS), "created_at")
    cursor = checks.query_value(request, "cursor", lambda value: _read_cursor(value, sort))
    member, descending = sort.lstrip("-"), sort.startswith("-")
    wanted = _filter(request)
    found = [ticket for ticket in store.tickets_of(organisation) if wanted(ticket)]
    found.sort(key=lambda ticket: ticket["ticket_id"])
    # A stable sort: those alike stay in the order of their numbers.
    found.sort(key=lambda ticket: ticket[member], reverse=descending)
    rest = [ticket for ticket in found if _is_after(ticket, cursor, member, descending)]
    page = rest[:limit]
    more = len(rest) > limit
    value = {
        "items": [show(ticket) for ticket in page],
        "next_cursor": _write_cursor(sort, page[-1], member) if more else None,
        "total": len(page) if fault("total-is-page-size") else len(found),
    }
    return json_response(200, value)


def export_tickets(request):
    states = checks.query_values(request, "state", checks.one_of(*STATES))
    organisation = request.agent.organisation
    if fault("export-keeps-deleted"):
        every = [each for each in store.tickets.values() if each["organisation"] == organisation]
    else:
        every = store.tickets_of(organisation)
    chosen = [ticket for ticket in every if not states or ticket["state"] in states]
    chosen.sort(key=lambda ticket: ticket["ticket_id"])
    # Made now, while nobody else writes; sent piece by piece.
    lines = [_line(show(ticket)) for ticket in chosen]
    headers = {
        "Content-Type": "application/x-ndjson",
        "Content-Disposition": 'attachment; filename="tickets.ndjson"',
    }
    return Response(200, headers=headers, stream=lines)


def _line(value):
    text = json.dumps(value, ensure_ascii=False) + "\n"
    return text.encode("ascii", "replace") if fault("export-ascii-only") else text.encode("utf-8")


def _limit(value):
    return checks.whole(1, 49 if fault("limit-maximum-refused") else 50)(value)


def _filter(request):
    """A function that says whether a ticket passes all filters of the query."""
    states = checks.query_values(request, "state", checks.one_of(*STATES))
    if fault("state-filter-first-only"):
        states = states[:1]
    label = checks.query_value(request, "label", checks.text())
    customer_id = checks.query_value(request, "customer_id", checks.text())
    created_after = checks.query_value(request, "created_after", checks.moment)
    text = checks.query_value(request, "q", checks.text(1, 100))
    search = checks.query_value(request, "search_id", lambda value: _search(request, value))

    def wanted(ticket):
        return (
            (not states or ticket["state"] in states)
            and (label is None or label in ticket["labels"])
            and (customer_id is None or ticket["customer_id"] == customer_id)
            and (created_after is None or checks.moment(ticket["created_at"]) > created_after)
            and (text is None or _has_text(ticket, text))
            and (search is None or _meets(ticket, search["criteria"]))
        )

    return wanted


def _search(request, value):
    number = checks.whole(1, 2**63 - 1)(value)
    search = store.searches.get((request.agent.organisation, number))
    if search is None:
        raise ValueError("there is no such search")
    return search


def _meets(ticket, criteria):
    return (
        (not criteria["states"] or ticket["state"] in criteria["states"])
        and (criteria["label"] is None or criteria["label"] in ticket["labels"])
        and (criteria["text"] is None or _has_text(ticket, criteria["text"]))
    )


def _has_text(ticket, text):
    if fault("text-search-as-pattern"):
        return re.search(text, ticket["subject"], re.IGNORECASE) is not None
    return text.casefold() in ticket["subject"].casefold()


def _is_after(ticket, cursor, member, descending):
    if cursor is None:
        return True
    value, last_value, last_id = ticket[member], cursor[1], cursor[2]
    if value != last_value:
        return value < last_value if descending else value > last_value
    if fault("page-skips-ties"):
        return False
    if fault("page-boundary-repeated"):
        return ticket["ticket_id"] >= last_id
    return ticket["ticket_id"] > last_id


def _write_cursor(sort, ticket, member):
    text = json.dumps([sort, ticket[member], ticket["ticket_id"]])
    return base64.urlsafe_b64encode(text.encode("ascii")).decode("ascii").rstrip("=")


def _read_cursor(value, sort):
    try:
        padded = value + "=" * (-len(value) % 4)
        cursor = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
        kind = str if sort.endswith("created_at") else int
        fits = cursor[0] == sort and isinstance(cursor[1], kind) and isinstance(cursor[2], int)
    except (ValueError, TypeError, LookupError, RecursionError):
        fits = False
    if not fits or len(cursor) != 3:
        raise ValueError("is not a cursor of this list and order")
    return cursor
