"""Playlists, whose keys the clients choose."""
import re

import store
from checks import Members
from faults import broken
from http_io import Problem, error, json_response

KEY = re.compile(r"[a-z0-9-]{1,40}")


def render(playlist):
    items = []
    total = 0
    for index, item in enumerate(playlist["items"]):
        episode = store.episodes[item["episodeId"]]
        title = item.get("title", episode["title"]) if broken("playlist-old-titles") else episode["title"]
        items.append({
            "position": index + 1, "episodeId": episode["id"], "title": title, "status": episode["status"], "note": item["note"],
        })
        duration = episode["audio"]["durationSeconds"] if episode["audio"] else None
        total += duration or 0
    fields = ["key", "title", "description", "public", "createdAt", "updatedAt"]
    return {**{name: playlist[name] for name in fields}, "items": items, "totalDurationSeconds": total}


def get_playlist(request):
    playlist = store.playlists.get((request.account, request.params["playlistKey"]))
    if playlist is None:
        raise Problem(404, "There is no such playlist.")
    return json_response(200, render(playlist))


def _account(episode):
    show = store.shows.get(episode["showId"])
    return show and show["account"]


def _usable(request, ident):
    episode = store.episodes.get(ident)
    if episode is None:
        return False
    return broken("playlist-foreign-episodes") or _account(episode) == request.account


def put_playlist(request):
    key = request.params["playlistKey"]
    request.require_json()
    value = request.json()
    if not KEY.fullmatch(key):
        raise Problem(400, "The key has the wrong form.", [error("path", "playlistKey", "must fit [a-z0-9-]{1,40}")])
    body = Members(value)
    title = body.text("title", 1, 100, required=True)
    description = body.text("description", 0, 500, nullable=True)
    public = body.boolean("public", default=False)
    items = []
    seen = set()
    for index, entry in enumerate(body.array("items", 50, default=[])):
        item = Members(entry, f"/items/{index}", body.errors)
        ident = item.text("episodeId", required=True)
        note = item.text("note", 0, 200, nullable=True)
        if ident is None:
            continue
        if not _usable(request, ident):
            item.fail("episodeId", "is no episode of this account")
        elif ident in seen:
            item.fail("episodeId", "is named twice")
        seen.add(ident)
        items.append({"episodeId": ident, "note": note})
        if broken("playlist-old-titles") and ident in store.episodes:
            items[-1]["title"] = store.episodes[ident]["title"]
    body.done()
    place = (request.account, key)
    old = store.playlists.get(place)
    moment = store.now()
    if old and broken("playlist-replace-merges"):
        description = description if "description" in body.value else old["description"]
        public = public if "public" in body.value else old["public"]
    created = old["createdAt"] if old else moment
    playlist = {
        "key": key, "title": title, "description": description, "public": public, "items": items,
        "createdAt": created, "updatedAt": moment,
    }
    store.playlists[place] = playlist
    if old:
        return json_response(200, render(playlist))
    return json_response(201, render(playlist), {"Location": f"/playlists/{key}"})
