"""Which path and method belongs to which function."""
from urllib.parse import unquote_to_bytes

import audio
import comments
import episodes
import playlists
import reports
import shows
import subscribers

ROUTES = [
    ("/shows", {"GET": shows.list_shows, "POST": shows.create_show}),
    ("/shows/{showId}", {"GET": shows.get_show, "DELETE": shows.delete_show}),
    ("/shows/{showId}/episodes", {"GET": episodes.list_episodes, "POST": episodes.create_episode}),
    ("/shows/{showId}/subscribers", {"GET": subscribers.list_subscribers, "POST": subscribers.create_subscriber}),
    ("/shows/{showId}/stats", {"GET": reports.get_download_stats}),
    ("/shows/{showId}/export.csv", {"GET": reports.export_episodes}),
    ("/episodes/{episodeId}", {"GET": episodes.get_episode, "PATCH": episodes.update_episode}),
    ("/episodes/{episodeId}/audio", {"GET": audio.download_audio, "PUT": audio.upload_audio}),
    ("/episodes/{episodeId}/chapters", {"PUT": episodes.replace_chapters}),
    ("/episodes/{episodeId}/comments", {"GET": comments.list_comments, "POST": comments.create_comment}),
    ("/comments/{commentId}", {"PATCH": comments.moderate_comment}),
    ("/playlists/{playlistKey}", {"GET": playlists.get_playlist, "PUT": playlists.put_playlist}),
]


def match(path):
    """(methods, parameters) of a path, or None."""
    try:
        given = [unquote_to_bytes(s.encode("latin-1", "replace")).decode("utf-8") for s in path.split("/")]
    except UnicodeError:
        return None
    for pattern, methods in ROUTES:
        wanted = pattern.split("/")
        if len(wanted) != len(given):
            continue
        params = {}
        for name, value in zip(wanted, given):
            if name.startswith("{"):
                params[name[1:-1]] = value
            elif name != value:
                break
        else:
            if all(params.values()):
                return methods, params
    return None


def allowed(methods):
    names = set(methods) | {"OPTIONS"}
    if "GET" in names:
        names.add("HEAD")
    return ", ".join(sorted(names))
