"""Tickets: reading and writing one."""

import time

import checks
import store
from checks import Member
from faults import fault
from messages import Problem, Response, json_response
from preconditions import check_match, not_modified

# What a transition needs, and where it leads.
TRANSITIONS = {
    "open": (("new",), "open"),
    "hold": (("open",), "pending"),
    "solve": (("open", "pending"), "solved"),
    "reopen": (("pending", "solved"), "open"),
    "close": (("solved",), "closed"),
}

_MEMBERS = {
    "subject": Member(checks.subject),
    "body": Member(checks.text(0, 10000), ""),
    "priority": Member(checks.priority, 3),
    "labels": Member(checks.array(checks.text(1, 40), 8), []),
    "customer_id": Member(checks.nullable(checks.text()), None),
    "external_ref": Member(checks.nullable(checks.external_ref), None),
    "satisfaction": Member(checks.nullable(checks.number(0, 5)), None),
    "due_on": Member(checks.nullable(checks.day), None),
    "custom_fields": Member(checks.text_map(20, 500), {}),
}

_SHOWN = ("ticket_id", "state", *_MEMBERS, "attachment_ids", "created_at", "updated_at")


def show(ticket):
    shown = {name: ticket[name] for name in _SHOWN}
    shown["assignee"] = ticket["assignment"]["agent"]
    shown["comment_count"] = len(ticket["comments"])
    return shown


def etag(ticket):
    return f'"{ticket["ticket_id"]}.{ticket["version"]}"'


def _answer(status, ticket, headers=None):
    return json_response(status, show(ticket), {"ETag": etag(ticket), **(headers or {})})


def _check_references(organisation, values):
    for name in values.get("labels", []):
        if (organisation, name) not in store.labels:
            raise checks.invalid("labels", f"there is no label {name!r}")
    customer_id = values.get("customer_id")
    if customer_id is not None and (organisation, customer_id) not in store.customers:
        raise checks.invalid("customer_id", "there is no such customer")


def refuse_closed(ticket):
    if ticket["state"] == "closed":
        raise Problem(409, "A closed ticket does not change.")


def create_ticket(request):
    values = checks.members(checks.json_body(request), _MEMBERS)
    _check_references(request.agent.organisation, values)
    ticket = store.new_ticket(request.agent.organisation, values)
    return _answer(201, ticket, {"Location": f"/tickets/{ticket['ticket_id']}"})


def get_ticket(request, ticket_id):
    organisation = request.agent.organisation
    known = store.tickets.get(store.number_of(ticket_id))
    if known is not None and fault("foreign-ticket-readable"):
        organisation = known["organisation"]
    ticket = store.find_ticket(organisation, ticket_id)
    if not_modified(request.headers, etag(ticket)):
        return Response(304, headers={"ETag": etag(ticket)})
    return _answer(200, ticket)


def update_ticket(request, ticket_id):
    ticket = store.find_ticket(request.agent.organisation, ticket_id)
    values = checks.members(checks.json_body(request), _MEMBERS, partial=True)
    _check_references(request.agent.organisation, values)
    refuse_closed(ticket)
    if not fault("if-match-ignored"):
        check_match(request.headers, etag(ticket))
    if fault("patch-clears-custom-fields"):
        values.setdefault("custom_fields", {})
    changed = {**ticket, **values}
    if fault("update-race"):
        # A slow look-up between reading and writing, outside the lock.
        time.sleep(0.05)
    store.touch(changed)
    store.tickets[ticket["ticket_id"]] = changed
    return _answer(200, changed)


def delete_ticket(request, ticket_id):
    ticket = store.find_ticket(request.agent.organisation, ticket_id)
    check_match(request.headers, etag(ticket))
    ticket["deleted"] = True
    if fault("no-content-with-body"):
        return Response(204, b'{"deleted": true}', {"Content-Type": "application/json"})
    return Response(204)


def transition_ticket(request, ticket_id):
    ticket = store.find_ticket(request.agent.organisation, ticket_id)
    wanted = {"action": Member(checks.one_of(*TRANSITIONS))}
    action = checks.members(checks.json_body(request), wanted)["action"]
    sources, target = TRANSITIONS[action]
    allowed = ticket["state"] in sources
    if allowed or fault("refused-transition-applied"):
        ticket["state"] = target
        version = ticket["version"]
        store.touch(ticket)
        if fault("etag-survives-transition"):
            ticket["version"] = version
    if not allowed:
        raise Problem(409, f"A ticket in this state has no transition {action}.")
    return _answer(200, ticket)
