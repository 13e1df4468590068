"""Comments and their moderation."""
import html

import store
from checks import Members, Query
from faults import broken
from http_io import Problem, json_response
from paging import Pager


def render(comment):
    return dict(comment)


def list_comments(request):
    episode = store.find_episode(request)
    query = Query(request)
    visibility = query.choice("visibility", ["visible", "hidden", "all"], "visible")
    order = query.choice("order", ["asc", "desc"], "asc")
    pager = Pager(request, query, "comments")
    query.done()
    rows = store.comments_of(episode["id"])
    if visibility == "hidden":
        rows = [c for c in rows if c["hidden"]]
    elif visibility == "visible":
        rows = [c for c in rows if not c["hidden"] or (c["replyTo"] and broken("comments-hidden-replies-shown"))]
    filters = [("visibility", visibility), ("order", order)]
    return pager.respond(rows, lambda c: c["createdAt"], order == "desc", filters, render)


def create_comment(request):
    episode = store.find_episode(request)
    request.require_json()
    body = Members(request.json())
    author = body.text("author", 1, 60, required=True)
    text = body.text("text", 1, 1000, required=True)
    reply_to = body.text("replyTo", nullable=True)
    if reply_to is not None:
        target = store.comments.get(reply_to)
        foreign = target is not None and target["episodeId"] != episode["id"]
        if target is None or (foreign and not broken("comment-reply-across-episodes")):
            body.fail("replyTo", "is no comment on this episode")
    body.done()
    if episode["status"] != "published":
        raise Problem(409, "Comments are open only while the episode is published.")
    if broken("comment-html-escaped"):
        text = html.escape(text, quote=False)
    return json_response(201, render(store.add_comment(episode, author, text, reply_to)))


def moderate_comment(request):
    comment = store.comments.get(request.params["commentId"])
    episode = store.episodes.get(comment["episodeId"]) if comment else None
    show = store.shows.get(episode["showId"]) if episode else None
    if show is None or show["account"] != request.account:
        raise Problem(404, "There is no such comment.")
    request.require_json()
    body = Members(request.json())
    hidden = body.boolean("hidden", required=True)
    reason = body.text("reason", 1, 200, nullable=True)
    reason_given = body.value.get("reason") is not None
    if hidden is True and not reason_given:
        body.fail("reason", "is needed for hiding")
    if hidden is False and reason_given:
        body.fail("reason", "is for hiding only")
    body.done()
    if hidden != comment["hidden"] or broken("comment-counted-twice"):
        episode["visibleComments"] = max(0, episode["visibleComments"] + (-1 if hidden else 1))
    comment["hidden"] = hidden
    if hidden or not broken("comment-reason-kept"):
        comment["hiddenReason"] = reason
    return json_response(200, render(comment))
