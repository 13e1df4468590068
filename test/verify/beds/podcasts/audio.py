"""The audio file of an episode."""
from urllib.parse import quote

import multipart
import store
from checks import Members
from conditions import check_read, check_write, wanted_range
from faults import broken
from http_io import Problem, Response, error, json_response, parse_json

TYPES = ["audio/mpeg", "audio/ogg", "audio/mp4"]
MOST = 1024 * 1024


def _etag(episode):
    return f'"{episode["audio"]["sha256"]}"' if episode["audio"] else None


def _check_size(data):
    if len(data) > MOST:
        raise Problem(413, "The file may have up to 1 MiB.")


def _check_conditions(request, episode):
    check_write(request, _etag(episode))
    if request.header("Content-Range") is not None:
        raise Problem(400, "A part of a file cannot be stored.")


def _read_raw(request, episode, kind):
    _check_size(request.body)
    _check_conditions(request, episode)
    if not request.body:
        raise Problem(422, "The file is empty.", [error("body", "", "must have at least 1 byte")])
    if broken("audio-raw-keeps-meta") and episode["audio"]:
        return kind, request.body, episode["audio"]["fileName"], episode["audio"]["durationSeconds"]
    return kind, request.body, None, None


def _read_form(request, episode):
    try:
        parts = multipart.parse(request.header("Content-Type"), request.body)
    except Problem:
        _check_conditions(request, episode)
        raise
    files = [p for p in parts if p.name == "file"]
    metas = [p for p in parts if p.name == "meta"]
    for part in files:
        if part.media_type not in TYPES:
            raise Problem(415, f"The file must be one of: {', '.join(TYPES)}.", headers={"Accept": "multipart/form-data"})
    for part in files:
        _check_size(part.data)
    _check_conditions(request, episode)
    values = [parse_json(p.data) for p in metas]
    body = Members(values[0] if values else {})
    file_name = body.text("fileName", 1, 200)
    duration = body.integer("durationSeconds", 1, 86400)
    if len(metas) > 1:
        body.errors.append(error("body", "meta", "may be given only once"))
    if len(files) != 1:
        body.errors.append(error("body", "file", "must be given exactly once"))
    elif not files[0].data:
        body.errors.append(error("body", "file", "must have at least 1 byte"))
    body.done()
    data = files[0].data
    if broken("audio-form-trims-bytes"):
        data = data.rstrip(b"\r\n") or data
    return files[0].media_type, data, file_name, duration


def upload_audio(request):
    episode = store.find_episode(request)
    kind = request.require_type(["multipart/form-data", *TYPES])
    if kind == "multipart/form-data":
        content_type, data, file_name, duration = _read_form(request, episode)
    else:
        content_type, data, file_name, duration = _read_raw(request, episode, kind)
    if episode["status"] == "archived":
        raise Problem(409, "The episode is archived.")
    replaced = episode["audio"] is not None
    episode["updatedAt"] = store.now()
    store.set_audio(episode, content_type, data, file_name, duration, episode["updatedAt"])
    if replaced:
        return json_response(200, episode["audio"])
    return json_response(201, episode["audio"], {"Location": f"/episodes/{episode['id']}/audio"})


def download_audio(request):
    episode = store.find_episode(request)
    if episode["audio"] is None:
        raise Problem(404, "The episode has no audio.")
    tag = _etag(episode)
    unchanged = check_read(request, tag)
    if unchanged:
        return unchanged
    data = episode["bytes"]
    headers = {"Content-Type": episode["audio"]["contentType"], "ETag": tag, "Accept-Ranges": "bytes"}
    if episode["audio"]["fileName"] is not None:
        headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{quote(episode['audio']['fileName'], safe='')}"
    wanted = wanted_range(request, tag, len(data))
    if request.method == "GET" and (wanted is None or wanted[0] == 0):
        store.count_download(episode["id"])
    elif broken("audio-head-counted") and request.method == "HEAD":
        store.count_download(episode["id"])
    if wanted is None:
        return Response(200, data, headers)
    first, last = wanted
    headers["Content-Range"] = f"bytes {first}-{last}/{len(data)}"
    if broken("audio-range-last-byte-lost"):
        return Response(206, data[first:last], headers)
    return Response(206, data[first:last + 1], headers)
