"""Knowledge articles: each write adds a revision, and all revisions stay readable."""

import checks
import store
from checks import Member
from faults import fault
from messages import Problem, Response, json_response
from preconditions import check_match, check_none_match, not_modified

_SLUG = checks.text(1, 60, r"[a-z0-9]+(-[a-z0-9]+)*")

_MEMBERS = {
    "title": Member(checks.text(1, 200)),
    "body": Member(checks.text(0, 50000)),
    "published": Member(checks.boolean, False),
}


def _etag(slug, revision):
    tag = f"{slug}.{revision['revision']}"
    return tag if fault("article-etag-unquoted") else f'"{tag}"'


def _answer(status, slug, revision, headers):
    return json_response(status, {"slug": slug, **revision}, headers)


def get_article(request, slug):
    number = checks.query_value(request, "revision", checks.whole(1, 2**31 - 1))
    revisions = store.articles.get((request.agent.organisation, slug), [])
    if len(revisions) < (number or 1):
        raise Problem(404, "No such article, or no such revision of it.")
    revision = revisions[-1 if number is None else number - 1]
    etag = {"ETag": _etag(slug, revision)}
    if not_modified(request.headers, etag["ETag"]):
        return Response(304, headers=etag)
    return _answer(200, slug, revision, etag)


def put_article(request, slug):
    try:
        _SLUG(slug)
    except ValueError as error:
        raise checks.invalid("slug", str(error)) from error
    values = checks.members(checks.json_body(request), _MEMBERS)
    revisions = store.articles.get((request.agent.organisation, slug), [])
    conditional = "If-Match" in request.headers or "If-None-Match" in request.headers
    if not conditional and not fault("article-precondition-skipped"):
        raise Problem(428, "Send If-None-Match: * to create, or If-Match to replace.")
    current = _etag(slug, revisions[-1]) if revisions else None
    check_match(request.headers, current)
    check_none_match(request.headers, current)
    revision = {
        "revision": len(revisions) + 1,
        **values,
        "editor": request.agent.login,
        "updated_at": store.now(),
    }
    if revisions and fault("article-revision-overwritten"):
        revisions[-1].update({**revision, "revision": len(revisions)})
    store.articles[request.agent.organisation, slug] = [*revisions, revision]
    # No ETag: RFC 9110 keeps it from answers to PUT where more is stored than was sent.
    if revisions:
        return _answer(200, slug, revision, {})
    return _answer(201, slug, revision, {"Location": f"/articles/{slug}"})
