"""The records that exist at the start."""
import hashlib

import store


def _audio(episode, size, name, duration, moment):
    data = bytes((i * 7 + len(name)) % 256 for i in range(size))
    store.set_audio(episode, "audio/mpeg", data, name, duration, moment)


def _publish(episode, moment):
    episode["status"] = "published"
    episode["publishedAt"] = episode["updatedAt"] = moment


def _key(text):
    return "pk_" + hashlib.md5(text.encode()).hexdigest()


def _aurora():
    trains = store.add_show("aurora", "Night Trains", "en-GB", "Slow journeys through Europe.", False,
                            ["railways", "travel"], "https://nighttrains.example/show", "2025-01-10T08:00:00.000Z")
    one = store.add_episode(trains["id"], 1, "Basel, 22:13", "Waiting on platform 4.", ["Urs Keller"], "2025-01-20T09:30:00.000Z")
    _audio(one, 1800, "basel.mp3", 1830, "2025-01-25T10:00:00.000Z")
    one["chapters"] = [{"title": "Platform 4", "startSeconds": 0, "url": None},
                       {"title": "Border control", "startSeconds": 610, "url": "https://nighttrains.example/border"}]
    _publish(one, "2025-02-01T05:00:00.000Z")
    two = store.add_episode(trains["id"], 2, "The \"Nightjet\" to Rome", "", ["Chiara Neri", "Urs Keller"], "2025-02-03T09:30:00.000Z")
    _audio(two, 2400, "nightjet rome.mp3", 2105, "2025-02-10T10:00:00.000Z")
    _publish(two, "2025-02-15T05:00:00.000Z")
    three = store.add_episode(trains["id"], 3, "Couchette etiquette", "Shoes, snoring, sandwiches.", [], "2025-03-01T11:00:00.000Z")
    _audio(three, 900, "couchette.mp3", None, "2025-03-02T11:00:00.000Z")
    three["status"] = "scheduled"
    three["scheduledFor"] = "2031-01-06T05:00:00Z"
    store.add_episode(trains["id"], 10, "Last train out of Lviv", "", [], "2025-03-04T16:20:00.000Z")
    first = store.add_comment(one, "Tomasz", "I took this train in 1998 & loved it.", None, "2025-02-02T18:00:00.000Z")
    store.add_comment(one, "Aoife", "The sound design is superb.", None, "2025-02-03T07:12:00.000Z")
    store.add_comment(one, "Marek", "Same here!", first["id"], "2025-02-03T20:41:00.000Z")
    spam = store.add_comment(one, "cheap-seats", "Buy tickets at my site.", None, "2025-02-04T03:00:00.000Z")
    spam["hidden"], spam["hiddenReason"] = True, "advertising"
    one["visibleComments"] -= 1
    store.downloads[one["id"]] = {f"2025-03-{d:02d}": 3 + d % 5 for d in range(1, 29) if d % 6}
    store.downloads[two["id"]] = {f"2025-03-{d:02d}": 2 + d % 3 for d in range(3, 21, 2)}
    for email, plan in [("noor@listeners.example", "premium"), ("ben@listeners.example", "free"), ("zsofia@listeners.example", "free")]:
        store.add_subscriber(trains["id"], email, plan, _key(email), "2025-02-20T12:00:00.000Z")

    kitchen = store.add_show("aurora", "Küchenfunk", "de", "Rezepte und Geräusche aus kleinen Küchen.", False,
                             ["food"], None, "2025-02-11T08:00:00.000Z")
    store.add_episode(kitchen["id"], 1, "Zwiebeln", "", [], "2025-02-12T08:00:00.000Z")
    store.add_show("aurora", "After Midnight", "en-US", "Adults only stories from night shifts.", True,
                   ["night-shift", "stories"], None, "2025-04-02T21:00:00.000Z")
    store.playlists[("aurora", "morning-mix")] = {
        "key": "morning-mix", "title": "Morning mix", "description": "For the commute.", "public": True,
        "items": [{"episodeId": two["id"], "note": None}, {"episodeId": one["id"], "note": "skip the intro"}],
        "createdAt": "2025-03-05T06:00:00.000Z", "updatedAt": "2025-03-05T06:00:00.000Z",
    }


def _borealis():
    ice = store.add_show("borealis", "Ice Core", "en", "Climate science, drilled down.", False,
                         ["climate", "science"], "https://icecore.example/", "2025-01-15T08:00:00.000Z")
    one = store.add_episode(ice["id"], 1, "Eight hundred thousand years", "", ["Dr. Lund"], "2025-01-16T08:00:00.000Z")
    _audio(one, 1200, "icecore-1.mp3", 2700, "2025-01-17T08:00:00.000Z")
    _publish(one, "2025-01-20T06:00:00.000Z")
    store.add_comment(one, "Petra", "More of this, please.", None, "2025-01-21T09:00:00.000Z")
    store.add_subscriber(ice["id"], "ben@listeners.example", "premium", _key("ben-ice"), "2025-01-22T12:00:00.000Z")
    store.downloads[one["id"]] = {"2025-03-02": 5, "2025-03-09": 11}
    store.add_show("borealis", "Fjord Radio", "nb-NO", "", False, [], None, "2025-05-20T08:00:00.000Z")
    store.playlists[("borealis", "field-notes")] = {
        "key": "field-notes", "title": "Field notes", "description": None, "public": False,
        "items": [{"episodeId": one["id"], "note": None}],
        "createdAt": "2025-03-06T06:00:00.000Z", "updatedAt": "2025-03-06T06:00:00.000Z",
    }


def plant():
    _aurora()
    _borealis()
