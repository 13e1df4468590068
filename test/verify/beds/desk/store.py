"""What the service remembers, in memory, and the records that it starts with."""

import hashlib
import threading
import uuid
from datetime import datetime, timezone

from faults import fault
from messages import Problem

# Held while an operation runs: each sees the records as the one before left them.
LOCK = threading.RLock()

tickets = {}
attachments = {}
# By organisation and name, slug or number.
labels = {}
articles = {}
customers = {}
searches = {}
settings = {}

_counters = {}


def now():
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def next_number(kind):
    _counters[kind] = _counters.get(kind, 0) + 1
    return _counters[kind]


def find_ticket(organisation, ticket_id):
    ticket = tickets.get(number_of(ticket_id))
    if ticket is None or ticket["organisation"] != organisation or ticket["deleted"]:
        raise Problem(404, "No such ticket.")
    return ticket


def number_of(segment):
    """The number in a path, or None: such a path leads to nothing."""
    plain = segment.isascii() and segment.isdigit() and len(segment) < 19
    return int(segment) if plain else None


def tickets_of(organisation):
    own = [ticket for ticket in tickets.values() if ticket["organisation"] == organisation]
    return [ticket for ticket in own if not ticket["deleted"]]


def touch(ticket):
    """Notes that a ticket, or something that it shows, has changed."""
    ticket["version"] += 1
    ticket["updated_at"] = now()


def new_ticket(organisation, values, created_at=None):
    created_at = created_at or now()
    ticket = {
        **values,
        "ticket_id": next_number("ticket"),
        "organisation": organisation,
        "state": "new",
        "assignment": {"agent": None, "note": None, "assigned_at": None},
        "comments": [],
        "attachment_ids": [],
        "created_at": created_at,
        "updated_at": created_at,
        "version": 1,
        "deleted": False,
    }
    tickets[ticket["ticket_id"]] = ticket
    return ticket


def new_comment(ticket, author, values, created_at=None):
    comment = {
        "comment_id": next_number("comment"),
        "author": author,
        "text": values["text"],
        "internal": values["internal"],
        "created_at": created_at or now(),
    }
    ticket["comments"].append(comment)
    return comment


def new_attachment(ticket, file_name, media_type, content):
    attachment = {
        "attachment_id": f"att_{next_number('attachment'):06d}",
        "ticket_id": ticket["ticket_id"],
        "file_name": file_name,
        "media_type": media_type,
        "size": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
        "created_at": now(),
        "content": content,
    }
    attachments[attachment["attachment_id"]] = attachment
    ticket["attachment_ids"].append(attachment["attachment_id"])
    return attachment


def new_label(organisation, name, values, created_at=None):
    label = {"name": name, **values, "created_at": created_at or now()}
    labels[organisation, name] = label
    return label


def new_customer(organisation, values):
    customer = {"customer_id": str(uuid.uuid4()), **values, "created_at": now()}
    customers[organisation, customer["customer_id"]] = customer
    return customer


def settings_of(organisation):
    key = "all" if fault("settings-shared") else organisation
    return settings.setdefault(
        key,
        {
            "reply_to": None,
            "signature": "",
            "auto_close_days": 14,
            "language": "en",
            "notify_customers": True,
            "office_hours": {"opens": "09:00", "closes": "17:30"},
        },
    )


_TICKET = {
    "body": "",
    "labels": [],
    "customer_id": None,
    "external_ref": None,
    "satisfaction": None,
    "due_on": None,
    "custom_fields": {},
}

_NORTH = [
    ("Printer on floor 2 prints stripes", 3, "2024-03-04T08:15:00.000Z", ["hardware"]),
    ("Cannot open the shared calendar", 2, "2024-03-05T09:40:12.250Z", ["access"]),
    ("Invoice 2291 shows the wrong address", 3, "2024-03-05T13:02:44.000Z", []),
    ("VPN drops every ten minutes", 1, "2024-03-07T07:58:31.900Z", ["network", "access"]),
    ("Größe der Anhänge erhöhen", 3, "2024-03-11T15:20:05.100Z", []),
    ("Please reset my password", 4, "2024-03-12T10:00:00.000Z", ["access"]),
    ("Projector in room 5 is too dim", 3, "2024-03-14T11:11:11.110Z", ["hardware"]),
]


def seed():
    """The records of the start."""
    for name, color in (("hardware", "#aa5500"), ("access", "#0055aa"), ("network", "#117733")):
        new_label("north", name, {"color": color, "description": None}, "2024-03-01T08:00:00.000Z")
    new_label("south", "urgent", {"color": "#cc0000", "description": None})
    for subject, priority, created_at, names in _NORTH:
        values = {**_TICKET, "subject": subject, "priority": priority, "labels": names}
        new_ticket("north", {**values, "custom_fields": {"site": "Leith"}}, created_at)
    tickets[2]["state"] = "open"
    tickets[3]["state"] = "pending"
    tickets[4]["state"] = "open"
    tickets[6]["state"] = "solved"
    for number in range(1, 4):
        values = {"text": f"Looked at it, try {number}.", "internal": number == 2}
        new_comment(tickets[1], "ana", values, f"2024-03-04T1{number}:00:00.000Z")
    new_attachment(tickets[1], "stripes.png", "image/png", b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    for subject, priority in (("Till 4 is offline", 1), ("Order more receipt paper", 4)):
        values = {**_TICKET, "subject": subject, "priority": priority}
        new_ticket("south", values, f"2024-03-0{priority + 1}T12:00:00.000Z")
    for name, email, country in (
        ("Ines Duarte", "ines@duarte.example", "PT"),
        ("Tom Achebe", "tom.achebe@lagoon.example", "NG"),
        ("Mia Lund", "mia@fjordworks.example", "NO"),
    ):
        values = {"name": name, "email": email, "country": country, "credit_limit": 250.5}
        new_customer("north", {**values, "notes": None})
    revision = {
        "revision": 1,
        "title": "How to reset a password",
        "body": "Open the sign-in page and choose *Forgotten*.",
        "published": True,
        "editor": "ari",
        "updated_at": "2024-02-20T09:00:00.000Z",
    }
    articles["north", "reset-password"] = [revision]
