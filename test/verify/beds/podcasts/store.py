"""All data, in memory."""
import hashlib
import threading
import time
from datetime import datetime, timezone

from http_io import Problem

LOCK = threading.RLock()
TOKENS = {"tk-aurora-5b1e90c4": "aurora", "tk-borealis-e27f18aa": "borealis"}

shows = {}
episodes = {}
comments = {}
subscribers = {}
playlists = {}  # (account, key) -> playlist
downloads = {}  # episode id -> {ISO date: number}
_counters = {}
_last_time = 0


def next_id(prefix):
    with LOCK:
        _counters[prefix] = _counters.get(prefix, 0) + 1
        return f"{prefix}_{_counters[prefix]:06d}"


def now():
    """The present time with milliseconds; never the same twice."""
    global _last_time
    with LOCK:
        _last_time = max(_last_time + 1, time.time_ns() // 1_000_000)
        return stamp(_last_time)


def stamp(millis):
    moment = datetime.fromtimestamp(millis // 1000, timezone.utc)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{millis % 1000:03d}Z"


def today():
    return datetime.now(timezone.utc).date().isoformat()


def find_show(request):
    show = shows.get(request.params["showId"])
    if show is None or show["account"] != request.account:
        raise Problem(404, "There is no such show.")
    return show


def find_episode(request):
    episode = episodes.get(request.params["episodeId"])
    show = shows.get(episode["showId"]) if episode else None
    if show is None or show["account"] != request.account:
        raise Problem(404, "There is no such episode.")
    return episode


def episodes_of(show_id):
    return [e for e in episodes.values() if e["showId"] == show_id]


def comments_of(episode_id):
    return [c for c in comments.values() if c["episodeId"] == episode_id]


def add_show(account, title, language, description="", explicit=False, tags=(), website=None, created=None):
    show = {
        "id": next_id("sh"), "account": account, "title": title, "description": description, "language": language,
        "explicit": explicit, "tags": list(tags), "website": website, "createdAt": created or now(),
    }
    shows[show["id"]] = show
    return show


def add_episode(show_id, number, title, summary="", guests=(), created=None):
    moment = created or now()
    episode = {
        "id": next_id("ep"), "showId": show_id, "number": number, "title": title, "summary": summary,
        "guests": list(guests), "status": "draft", "scheduledFor": None, "publishedAt": None, "audio": None,
        "bytes": b"", "chapters": [], "createdAt": moment, "updatedAt": moment, "visibleComments": 0,
    }
    episodes[episode["id"]] = episode
    return episode


def add_comment(episode, author, text, reply_to=None, created=None):
    comment = {
        "id": next_id("co"), "episodeId": episode["id"], "author": author, "text": text, "replyTo": reply_to,
        "hidden": False, "hiddenReason": None, "createdAt": created or now(),
    }
    comments[comment["id"]] = comment
    episode["visibleComments"] += 1
    return comment


def add_subscriber(show_id, email, plan, key, created=None):
    subscriber = {
        "id": next_id("su"), "showId": show_id, "email": email, "plan": plan, "key": key, "createdAt": created or now(),
    }
    subscribers[subscriber["id"]] = subscriber
    return subscriber


def set_audio(episode, content_type, data, file_name, duration, moment):
    episode["bytes"] = data
    episode["audio"] = {
        "contentType": content_type, "sizeBytes": len(data), "sha256": hashlib.sha256(data).hexdigest(),
        "fileName": file_name, "durationSeconds": duration, "uploadedAt": moment,
    }


def count_download(episode_id):
    days = downloads.setdefault(episode_id, {})
    days[today()] = days.get(today(), 0) + 1
