"""Shows."""
import store
from checks import LANGUAGE, TAG, WEB, Members, Query, title_measure
from faults import broken
from http_io import Problem, Response, json_response
from paging import Pager

_counts = {}


def _subscriber_count(show):
    count = sum(1 for s in store.subscribers.values() if s["showId"] == show["id"])
    if broken("show-subscriber-count-stale"):
        return _counts.setdefault(show["id"], count)
    return count


def render(show):
    fields = ["id", "title", "description", "language", "explicit", "tags", "website", "createdAt"]
    return {
        **{name: show[name] for name in fields},
        "episodeCount": len(store.episodes_of(show["id"])),
        "subscriberCount": _subscriber_count(show),
    }


def list_shows(request):
    query = Query(request)
    language = query.text("language", pattern=LANGUAGE)
    explicit = query.boolean("explicit")
    tag = query.text("tag", 1, 30, TAG)
    text = query.text("q", 1, 100)
    sort = query.choice("sort", ["createdAt", "-createdAt", "title", "-title"], "createdAt")
    pager = Pager(request, query, "shows")
    query.done()
    rows = [s for s in store.shows.values() if s["account"] == request.account]
    if language is not None:
        rows = [s for s in rows if s["language"] == language]
    if explicit is not None:
        rows = [s for s in rows if s["explicit"] == explicit]
    if tag is not None:
        if broken("shows-tag-substring"):
            rows = [s for s in rows if tag in " ".join(s["tags"])]
        else:
            rows = [s for s in rows if tag in s["tags"]]
    if text is not None:
        needle = text.casefold()
        rows = [s for s in rows if needle in s["title"].casefold() or needle in s["description"].casefold()]
    filters = [("language", language), ("tag", tag), ("q", text), ("sort", sort)]
    if explicit is not None:
        filters.append(("explicit", "true" if explicit else "false"))
    field = sort.lstrip("-")
    return pager.respond(rows, lambda s: s[field], sort.startswith("-"), filters, render)


def create_show(request):
    request.require_json()
    body = Members(request.json())
    title = body.text("title", 1, 120, required=True, measure=title_measure())
    description = body.text("description", 0, 2000, default="")
    language = body.text("language", required=True, pattern=LANGUAGE)
    explicit = body.boolean("explicit", default=False)
    tags = body.texts("tags", 10, 1, 30, default=[], pattern=TAG)
    strings = [t for t in tags if isinstance(t, str)]
    if len(set(strings)) < len(strings):
        body.fail("tags", "may not contain an entry twice")
    website = body.text("website", 0, 200, nullable=True, pattern=WEB)
    body.done()
    show = store.add_show(request.account, title, language, description, explicit, sorted(tags), website)
    location = f"/show/{show['id']}" if broken("show-location-wrong") else f"/shows/{show['id']}"
    return json_response(201, render(show), {"Location": location})


def get_show(request):
    if broken("show-foreign-readable"):
        show = store.shows.get(request.params["showId"])
        if show is not None:
            return json_response(200, render(show))
    return json_response(200, render(store.find_show(request)))


def delete_show(request):
    show = store.find_show(request)
    own = store.episodes_of(show["id"])
    states = [e["status"] for e in own]
    if broken("delete-checks-newest-only"):
        states = states[-1:]
    if "published" in states:
        raise Problem(409, "The show has a published episode.")
    ids = {e["id"] for e in own}
    if not broken("delete-leaves-playlist-items"):
        for playlist in store.playlists.values():
            playlist["items"] = [i for i in playlist["items"] if i["episodeId"] not in ids]
    for ident in ids:
        if broken("delete-leaves-playlist-items"):
            store.episodes[ident]["showId"] = None
        else:
            del store.episodes[ident]
        store.downloads.pop(ident, None)
    for table in (store.comments, store.subscribers):
        for row in list(table.values()):
            if row.get("episodeId") in ids or row.get("showId") == show["id"]:
                del table[row["id"]]
    del store.shows[show["id"]]
    return Response(204)
