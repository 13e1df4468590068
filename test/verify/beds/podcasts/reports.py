"""Download numbers and the CSV export."""
from datetime import timedelta

import store
from checks import STATUSES, Query
from faults import broken
from http_io import Response, json_response


def _bucket_start(day, unit):
    if unit == "day":
        return day
    if broken("stats-week-from-sunday"):
        return day - timedelta(days=day.isoweekday() % 7)
    return day - timedelta(days=day.weekday())


def get_download_stats(request):
    show = store.find_show(request)
    query = Query(request)
    first = query.day("from")
    last = query.day("to")
    unit = query.choice("unit", ["day", "week"], "day")
    episode_id = query.raw("episodeId")
    own = [e["id"] for e in store.episodes_of(show["id"])]
    if episode_id is not None and episode_id not in own:
        query.fail("episodeId", "is no episode of this show")
    if first and last:
        length = (last - first).days + 1
        if length < 1:
            query.fail("to", "lies before from")
        elif length > 92:
            query.fail("to", "is more than 92 days from the beginning")
    query.done()
    wanted = own if episode_id is None else [episode_id]
    buckets = {}
    total = 0
    best = None
    for offset in range(length):
        day = first + timedelta(days=offset)
        if broken("stats-last-day-lost") and length > 1 and day == last:
            continue
        start = _bucket_start(day, unit).isoformat()
        number = sum(store.downloads.get(e, {}).get(day.isoformat(), 0) for e in wanted)
        if number == 0 and broken("stats-empty-buckets-missing"):
            continue
        buckets[start] = buckets.get(start, 0) + number
        total += number
        if number > 0 and (best is None or number > best[0]):
            best = (number, day.isoformat())
    return json_response(200, {
        "showId": show["id"], "from": first.isoformat(), "to": last.isoformat(), "unit": unit,
        "buckets": [{"start": start, "downloads": number} for start, number in buckets.items()],
        "totalDownloads": total, "averagePerDay": total // length, "bestDay": best[1] if best else None,
    })


def _field(value):
    if value is None:
        return ""
    text = str(value)
    if any(c in text for c in ',"\r\n'):
        inner = text if broken("csv-quotes-not-doubled") else text.replace('"', '""')
        return f'"{inner}"'
    return text


def export_episodes(request):
    show = store.find_show(request)
    query = Query(request)
    status = query.choice("status", STATUSES)
    query.done()
    rows = [e for e in store.episodes_of(show["id"]) if status is None or e["status"] == status]
    if not broken("csv-in-creation-order"):
        rows.sort(key=lambda e: e["number"])
    lines = [["number", "title", "status", "publishedAt", "durationSeconds", "downloads"]]
    for episode in rows:
        duration = episode["audio"]["durationSeconds"] if episode["audio"] else None
        number = sum(store.downloads.get(episode["id"], {}).values())
        lines.append([episode["number"], episode["title"], episode["status"], episode["publishedAt"], duration, number])
    text = "".join(",".join(_field(v) for v in line) + "\r\n" for line in lines)
    return Response(200, text.encode("utf-8"), {
        "Content-Type": "text/csv; charset=utf-8; header=present",
        "Content-Disposition": f'attachment; filename="{show["id"]}-episodes.csv"',
    })
