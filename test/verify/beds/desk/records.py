"""Labels, customers, saved searches and settings."""

from urllib.parse import quote, unquote

import checks
import store
from checks import Member
from faults import fault
from messages import Problem, json_response
from ticket_lists import STATES

# A path that ends in a dot or two leads elsewhere, however it is encoded (RFC 3986).
_NAME = checks.text(1, 40, r"(?!\.\.?$)[^\x00-\x1f\x7f]+")
_EMAIL_FORM = r"[A-Za-z0-9._+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+"
_EMAIL = checks.text(3, 120, _EMAIL_FORM)
_COUNTRY = checks.text(2, 2, r"[A-Z]{2}")

_LABEL = {
    "color": Member(checks.text(7, 7, r"#[0-9a-f]{6}")),
    "description": Member(checks.nullable(checks.text(0, 200)), None),
}
_CUSTOMER = {
    "name": Member(checks.text(1, 100)),
    "email": Member(_EMAIL),
    "country": Member(checks.nullable(_COUNTRY), None),
    "credit_limit": Member(checks.number(0, 1000000), 0),
    "notes": Member(checks.nullable(checks.text(0, 500)), None),
}
_CRITERIA = {
    "states": Member(checks.array(checks.one_of(*STATES), 5), []),
    "label": Member(checks.nullable(checks.text(1, 40)), None),
    "text": Member(checks.nullable(checks.text(1, 100)), None),
}
_TIME = checks.text(5, 5, r"([01][0-9]|2[0-3]):[0-5][0-9]")
_HOURS = {"opens": Member(_TIME), "closes": Member(_TIME)}


def _show_label(organisation, label):
    tickets = store.tickets_of(organisation)
    count = sum(label["name"] in ticket["labels"] for ticket in tickets)
    return {**label, "ticket_count": count}


def _label_name(segment):
    return unquote(segment) if fault("label-name-decoded-twice") else segment


def get_label(request, name):
    label = store.labels.get((request.agent.organisation, _label_name(name)))
    if label is None:
        raise Problem(404, "No such label.")
    return json_response(200, _show_label(request.agent.organisation, label))


def put_label(request, name):
    organisation = request.agent.organisation
    try:
        name = _NAME(_label_name(name))
    except ValueError as error:
        raise checks.invalid("name", str(error)) from error
    values = checks.members(checks.json_body(request), _LABEL)
    label = store.labels.get((organisation, name))
    if label is not None:
        label.update(values)
        status = 201 if fault("label-replaced-as-created") else 200
        return json_response(status, _show_label(organisation, label))
    label = store.new_label(organisation, name, values)
    location = {"Location": "/labels/" + quote(name, safe="")}
    return json_response(201, _show_label(organisation, label), location)


def list_customers(request):
    offset = checks.query_value(request, "offset", checks.whole(0, 1000000), 0)
    limit = checks.query_value(request, "limit", checks.whole(1, 100), 20)
    sorts = checks.one_of("name", "-name", "email", "-email")
    sort = checks.query_value(request, "sort", sorts, "name")
    country = checks.query_value(request, "country", _COUNTRY)
    own = [each for key, each in store.customers.items() if key[0] == request.agent.organisation]
    found = [each for each in own if country is None or each["country"] == country]
    found.sort(key=lambda each: each["customer_id"])
    found.sort(key=lambda each: each[sort.lstrip("-")], reverse=sort.startswith("-"))
    total = len(own) if fault("customer-total-unfiltered") else len(found)
    page = {
        "items": found[offset : offset + limit],
        "total": total,
        "offset": offset,
        "limit": limit,
    }
    return json_response(200, page)


def create_customer(request):
    organisation = request.agent.organisation
    values = checks.members(checks.json_body(request), _CUSTOMER)
    same = str if fault("customer-email-case-duplicate") else str.lower
    taken = {same(each["email"]) for key, each in store.customers.items() if key[0] == organisation}
    if same(values["email"]) in taken:
        raise Problem(409, "There is a customer with this e-mail address.")
    return json_response(201, store.new_customer(organisation, values))


def create_search(request):
    organisation = request.agent.organisation
    wanted = {
        "name": Member(checks.text(1, 60)),
        "criteria": Member(lambda value: checks.members(value, _CRITERIA, where="criteria.")),
    }
    values = checks.members(checks.json_body(request), wanted)
    if fault("search-label-lost"):
        values["criteria"]["label"] = None
    own = [each for key, each in store.searches.items() if key[0] == organisation]
    if any(each["name"] == values["name"] for each in own):
        raise Problem(409, "There is a search of this name.")
    search = {"search_id": store.next_number("search"), **values, "created_at": store.now()}
    store.searches[organisation, search["search_id"]] = search
    return json_response(201, search)


def get_settings(request):
    return json_response(200, store.settings_of(request.agent.organisation))


def _merge_hours(settings):
    def check(value):
        values = checks.members(value, _HOURS, partial=True, closed=True, where="office_hours.")
        if fault("settings-hours-replaced"):
            return values
        return {**settings["office_hours"], **values}

    return check


def update_settings(request):
    settings = store.settings_of(request.agent.organisation)
    wanted = {
        "reply_to": Member(checks.nullable(_EMAIL)),
        "signature": Member(checks.text(0, 1000)),
        "auto_close_days": Member(checks.integer(1, 365)),
        "language": Member(checks.one_of("en", "de", "fr", "pt-BR")),
        "notify_customers": Member(checks.boolean),
        "office_hours": Member(_merge_hours(settings)),
    }
    body = checks.json_body(request, "application/merge-patch+json")
    settings.update(checks.members(body, wanted, partial=True, closed=True))
    return json_response(200, settings)
