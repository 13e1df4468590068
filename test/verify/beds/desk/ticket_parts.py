"""What belongs to a ticket: its assignment, its comments and its attachments."""

import re
from urllib.parse import quote

import checks
import store
from auth import ROSTER, current
from checks import Member
from faults import fault
from messages import Problem, Response, json_response
from preconditions import not_modified
from tickets import refuse_closed

_MEDIA_TYPES = ("application/octet-stream", "image/png", "application/pdf")


def get_assignment(request, ticket_id):
    ticket = store.find_ticket(request.agent.organisation, ticket_id)
    return json_response(200, ticket["assignment"])


def put_assignment(request, ticket_id):
    organisation = request.agent.organisation
    ticket = store.find_ticket(organisation, ticket_id)
    wanted = {
        "agent": Member(checks.nullable(checks.text())),
        "note": Member(checks.nullable(checks.text(0, 200)), None),
    }
    values = checks.members(checks.json_body(request), wanted)
    if values["agent"] is not None and values["agent"] not in ROSTER[organisation]:
        raise checks.invalid("agent", "there is no such agent")
    if fault("assignment-note-kept") and values["note"] is None:
        values["note"] = ticket["assignment"]["note"]
    values["assigned_at"] = store.now() if values["agent"] is not None else None
    ticket["assignment"] = values
    store.touch(ticket)
    return json_response(200, values)


def list_comments(request, ticket_id):
    ticket = store.find_ticket(request.agent.organisation, ticket_id)
    offset = checks.query_value(request, "offset", checks.whole(0, 1000000), 0)
    limit = checks.query_value(request, "limit", checks.whole(1, 100), 20)
    order = checks.query_value(request, "order", checks.one_of("asc", "desc"), "asc")
    comments = ticket["comments"] if order == "asc" else ticket["comments"][::-1]
    start = offset * limit if fault("comment-offset-as-page") else offset
    total = len(comments)
    page = {
        "items": comments[start : start + limit],
        "total": total,
        "offset": offset,
        "limit": limit,
    }
    return json_response(200, page, {"X-Total-Count": str(total)})


def add_comment(request, ticket_id):
    ticket = store.find_ticket(request.agent.organisation, ticket_id)
    wanted = {
        "text": Member(checks.text(1, 5000)),
        "internal": Member(checks.boolean, False),
    }
    values = checks.members(checks.json_body(request), wanted)
    refuse_closed(ticket)
    if fault("comment-cut-at-nul"):
        values["text"] = values["text"].split("\0")[0]
    comment = store.new_comment(ticket, current.get().login, values)
    store.touch(ticket)
    return json_response(201, comment)


def upload_attachment(request, ticket_id):
    ticket = store.find_ticket(request.agent.organisation, ticket_id)
    media_type = checks.check_media_type(request, _MEDIA_TYPES)
    form = r"[^/\\\x00-\x1f\x7f]+"
    file_name = checks.query_value(request, "file_name", checks.text(1, 100, form))
    if file_name is None:
        raise checks.invalid("file_name", "is missing")
    if not request.body:
        raise checks.invalid("body", "must not be empty")
    content = request.body
    if fault("attachment-crlf-translated"):
        content = content.replace(b"\r\n", b"\n")
    attachment = store.new_attachment(ticket, file_name, media_type, content)
    store.touch(ticket)
    shown = {name: value for name, value in attachment.items() if name != "content"}
    return json_response(201, shown, {"Location": f"/attachments/{attachment['attachment_id']}"})


def download_attachment(request, attachment_id):
    attachment = store.attachments.get(attachment_id)
    if attachment is None:
        raise Problem(404, "No such attachment.")
    try:
        store.find_ticket(request.agent.organisation, str(attachment["ticket_id"]))
    except Problem as problem:
        raise Problem(404, "No such attachment.") from problem
    content, etag = attachment["content"], f'"{attachment["sha256"]}"'
    headers = {
        "Content-Type": attachment["media_type"],
        "Content-Disposition": _disposition(attachment["file_name"]),
        "ETag": etag,
        "Accept-Ranges": "bytes",
        "Cache-Control": "private, max-age=3600",
    }
    if not_modified(request.headers, etag):
        return Response(304, headers={"ETag": etag, "Cache-Control": headers["Cache-Control"]})
    part = _range(request, len(content), etag)
    if part is None:
        headers["Content-Length"] = str(len(content))
        return Response(200, content, headers)
    first, last = part
    piece = content[first:last] if fault("attachment-range-short") else content[first : last + 1]
    headers["Content-Range"] = f"bytes {first}-{last}/{len(content)}"
    headers["Content-Length"] = str(len(piece))
    return Response(206, piece, headers)


def _range(request, size, etag):
    """First and last byte of one range; None where all is to be sent."""
    if request.method != "GET" or request.headers.get("If-Range", etag) != etag:
        return None
    form = r"bytes=([0-9]{0,18})-([0-9]{0,18})"
    match = re.fullmatch(form, request.headers.get("Range", "").strip(), re.IGNORECASE)
    if not match or match.groups() == ("", ""):
        return None
    if match[1] == "":
        first, last = max(0, size - int(match[2])), size - 1
    else:
        first = int(match[1])
        last = size - 1 if match[2] == "" else min(int(match[2]), size - 1)
        if match[2] != "" and int(match[2]) < first:
            # Not a range at all: RFC 9110 has it ignored.
            return None
    if first >= size:
        size_only = {"Content-Range": f"bytes */{size}"}
        raise Problem(416, "The range is beyond the end.", headers=size_only)
    return first, last


def _disposition(file_name):
    """The name twice, by RFC 6266: in ASCII for old clients, and in full."""
    plain = file_name.replace('"', "'")
    if fault("attachment-name-crash"):
        simple = plain.encode("ascii").decode("ascii")
    else:
        simple = plain.encode("ascii", "replace").decode("ascii")
    return f"attachment; filename=\"{simple}\"; filename*=UTF-8''{quote(file_name, safe='')}"
