"""Which operation answers which path and method."""

import articles
import records
import ticket_lists
import ticket_parts
import tickets
from messages import Problem

# Literal paths come before those with parameters that would also fit.
_ROUTES = [
    ("tickets", {"GET": ticket_lists.list_tickets, "POST": tickets.create_ticket}),
    ("tickets/export", {"GET": ticket_lists.export_tickets}),
    (
        "tickets/{ticket_id}",
        {
            "GET": tickets.get_ticket,
            "PATCH": tickets.update_ticket,
            "DELETE": tickets.delete_ticket,
        },
    ),
    ("tickets/{ticket_id}/transitions", {"POST": tickets.transition_ticket}),
    (
        "tickets/{ticket_id}/assignment",
        {"GET": ticket_parts.get_assignment, "PUT": ticket_parts.put_assignment},
    ),
    (
        "tickets/{ticket_id}/comments",
        {"GET": ticket_parts.list_comments, "POST": ticket_parts.add_comment},
    ),
    ("tickets/{ticket_id}/attachments", {"POST": ticket_parts.upload_attachment}),
    ("attachments/{attachment_id}", {"GET": ticket_parts.download_attachment}),
    ("labels/{name}", {"GET": records.get_label, "PUT": records.put_label}),
    ("articles/{slug}", {"GET": articles.get_article, "PUT": articles.put_article}),
    ("customers", {"GET": records.list_customers, "POST": records.create_customer}),
    ("searches", {"POST": records.create_search}),
    ("settings", {"GET": records.get_settings, "PATCH": records.update_settings}),
]


def find_methods(segments):
    """The operations of a path by method, and the parameters in the path."""
    for template, methods in _ROUTES:
        parameters = _match(template.split("/"), segments)
        if parameters is not None:
            return methods, parameters
    raise Problem(404, "Nothing is here.")


def allow_of(methods):
    names = {*methods, "OPTIONS"}
    return ", ".join(sorted(names | {"HEAD"} if "GET" in names else names))


def _match(template, segments):
    if len(template) != len(segments):
        return None
    parameters = {}
    for part, segment in zip(template, segments):
        if part.startswith("{"):
            if segment == "":
                return None
            parameters[part.strip("{}")] = segment
        elif part != segment:
            return None
    return parameters
