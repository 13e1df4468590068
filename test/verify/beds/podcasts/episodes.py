"""Episodes and their chapters."""
import time

import store
from checks import STATUSES, WEB, Members, Query, is_planned_time
from conditions import check_read, check_write, etag_of
from faults import broken
from http_io import Problem, json_response
from paging import Pager

STEPS = {"draft": {"scheduled", "published"}, "scheduled": {"draft", "published"}, "published": {"archived"}, "archived": set()}


def render_chapters(chapters):
    result = []
    for index, chapter in enumerate(chapters):
        following = chapters[index + 1]["startSeconds"] if index + 1 < len(chapters) else None
        result.append({
            "position": index + 1, "title": chapter["title"], "startSeconds": chapter["startSeconds"],
            "endSeconds": following, "url": chapter["url"],
        })
    return result


def render(episode):
    fields = ["id", "showId", "number", "title", "summary", "guests", "status", "scheduledFor", "publishedAt", "audio"]
    return {
        **{name: episode[name] for name in fields},
        "chapters": render_chapters(episode["chapters"]),
        "commentCount": episode["visibleComments"],
        "createdAt": episode["createdAt"], "updatedAt": episode["updatedAt"],
    }


def etag(episode):
    if broken("episode-etag-from-updated"):
        return etag_of([episode["id"], episode["updatedAt"]])
    return etag_of(render(episode))


def list_episodes(request):
    show = store.find_show(request)
    query = Query(request)
    statuses = query.many("status", STATUSES)
    guest = query.text("guest", 1, 80)
    has_audio = query.boolean("hasAudio")
    sort = query.choice("sort", ["number", "-number", "title", "-publishedAt"], "number")
    pager = Pager(request, query, "episodes")
    query.done()
    if broken("episodes-status-first-only"):
        statuses = statuses[:1]
    rows = store.episodes_of(show["id"])
    if statuses:
        rows = [e for e in rows if e["status"] in statuses]
    if guest is not None:
        rows = [e for e in rows if guest in e["guests"]]
    if has_audio is not None:
        rows = [e for e in rows if (e["audio"] is not None) == has_audio]
    filters = [("status", s) for s in sorted(set(statuses))] + [("guest", guest), ("sort", sort)]
    if has_audio is not None:
        filters.append(("hasAudio", "true" if has_audio else "false"))
    field = sort.lstrip("-")
    return pager.respond(rows, lambda e: e[field], sort.startswith("-"), filters, render)


def _number_taken(show_id, number, besides=None):
    return any(e["number"] == number and e is not besides for e in store.episodes_of(show_id))


def create_episode(request):
    show = store.find_show(request)
    request.require_json()
    body = Members(request.json())
    title = body.text("title", 1, 150, required=True)
    summary = body.text("summary", 0, 4000, default="")
    number = body.integer("number", 1, 9999)
    guests = body.texts("guests", 20, 1, 80, default=[])
    body.done()
    if number is None:
        numbers = [e["number"] for e in store.episodes_of(show["id"])]
        number = (len(numbers) if broken("episode-number-from-count") else max(numbers, default=0)) + 1
        if broken("episode-number-race"):
            store.LOCK.release()
            time.sleep(0.03)
            store.LOCK.acquire()
            numbers = []
        if number > 9999 or number in numbers:
            raise Problem(409, "There is no number left.")
    elif _number_taken(show["id"], number):
        raise Problem(409, "The number is taken.")
    episode = store.add_episode(show["id"], number, title, summary, guests)
    return json_response(201, render(episode), {"Location": f"/episodes/{episode['id']}", "ETag": etag(episode)})


def get_episode(request):
    episode = store.find_episode(request)
    tag = etag(episode)
    return check_read(request, tag, whole=broken("episode-inm-no-list")) or json_response(200, render(episode), {"ETag": tag})


def update_episode(request):
    episode = store.find_episode(request)
    request.require_json()
    check_write(request, etag(episode))
    body = Members(request.json())
    changes = {
        "title": body.text("title", 1, 150),
        "summary": body.text("summary", 0, 4000),
        "number": body.integer("number", 1, 9999),
        "guests": body.texts("guests", 20, 1, 80),
        "status": body.choice("status", STATUSES),
    }
    changes = {name: value for name, value in changes.items() if value is not None}
    status = changes.get("status", episode["status"])
    planned = episode["scheduledFor"]
    readable = True
    if "scheduledFor" in body.value:
        planned = body.value["scheduledFor"]
        if planned is not None and not (isinstance(planned, str) and is_planned_time(planned)):
            readable = False
            body.fail("scheduledFor", "must be a time in UTC or null")
        elif planned is not None and status != "scheduled":
            body.fail("scheduledFor", "belongs to the status scheduled only")
    if status == "scheduled" and planned is None and readable:
        body.fail("scheduledFor", "is required for the status scheduled")
    body.done()
    if episode["status"] == "archived":
        raise Problem(409, "The episode is archived.")
    if broken("patch-half-applied"):
        episode.update({k: v for k, v in changes.items() if k in ("title", "summary")})
    before = episode["status"]
    if status != before and status not in STEPS[before]:
        raise Problem(409, f"The status cannot go from {before} to {status}.")
    if status == "published" and episode["audio"] is None:
        if not (broken("patch-publish-scheduled-without-audio") and before == "scheduled"):
            raise Problem(409, "The episode has no audio.")
    if "number" in changes:
        if _number_taken(episode["showId"], changes["number"], episode):
            raise Problem(409, "The number is taken.")
    if "guests" in changes and broken("patch-guests-merged"):
        changes["guests"] = episode["guests"] + [g for g in changes["guests"] if g not in episode["guests"]]
    episode.update(changes)
    if not broken("patch-planned-time-kept") or status != "published":
        episode["scheduledFor"] = planned if status == "scheduled" else None
    episode["updatedAt"] = store.now()
    if status == "published" and before != "published":
        episode["publishedAt"] = episode["updatedAt"]
    return json_response(200, render(episode), {"ETag": etag(episode)})


def replace_chapters(request):
    episode = store.find_episode(request)
    request.require_json()
    body = Members(request.json())
    listed = body.array("chapters", 100, required=True)
    duration = episode["audio"]["durationSeconds"] if episode["audio"] else None
    chapters = []
    previous = None
    for index, item in enumerate(listed or []):
        part = Members(item, f"/chapters/{index}", body.errors)
        start = part.integer("startSeconds", 0, 86400, required=True)
        chapters.append({
            "title": part.text("title", 1, 100, required=True), "startSeconds": start,
            "url": part.text("url", 0, 200, nullable=True, pattern=WEB),
        })
        if start is None:
            continue
        if index == 0 and start != 0:
            part.fail("startSeconds", "must be 0 for the first chapter")
        elif previous is not None and (start < previous or (start == previous and not broken("chapters-same-start"))):
            part.fail("startSeconds", "must be later than that of the chapter before")
        if duration is not None and start >= duration:
            part.fail("startSeconds", "must lie before the end of the audio")
        previous = start
    body.done()
    if episode["status"] == "archived":
        raise Problem(409, "The episode is archived.")
    if chapters or not broken("chapters-empty-kept"):
        episode["chapters"] = chapters
    episode["updatedAt"] = store.now()
    return json_response(200, {"episodeId": episode["id"], "chapters": render_chapters(episode["chapters"])})
