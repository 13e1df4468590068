import type { Request, Response } from "express";
import { Checks } from "./checks.ts";
import { faulty } from "./faults.ts";
import { filmOf } from "./films.ts";
import { pageOf } from "./pages.ts";
import { Problem } from "./problems.ts";
import { jsonOf, queryOf, signedIn } from "./requests.ts";
import { films, watchEntries } from "./store.ts";
import type { Film, WatchEntry } from "./store.ts";
import type { User } from "./users.ts";

const usualPriority = 3;

const keyOf = (user: User, filmId: string): string => `${user.name} ${filmId}`;

const viewOf = ({ filmId, priority, note, addedAt }: WatchEntry) => ({
  filmId,
  title: films.get(filmId)?.input.title ?? "",
  priority,
  note,
  addedAt,
});

function entryInputOf(body: unknown): Pick<WatchEntry, "priority" | "note"> {
  const checks = new Checks();
  const value = checks.object(body, "", ["priority", "note"]);
  const priority = checks.optional(value["priority"], (number) =>
    checks.integer(number, "/priority", 0, 5),
  );
  const note = checks.optional(value["note"], (text) => checks.text(text, "/note", { most: 200 }));
  checks.finish();
  if (faulty("watch-priority-zero")) return { priority: priority || usualPriority, note };
  return { priority: priority ?? usualPriority, note };
}

function watchedFilm(request: Request, user: User): Film {
  const any = films.get(String(request.params["filmId"]));
  if (faulty("watch-film-of-others") && any !== undefined) return any;
  return filmOf(request.params["filmId"], user);
}

export function listWatchlist(request: Request, response: Response): void {
  const user = signedIn(request);
  const own = [...watchEntries.values()].filter((entry) => entry.user === user.name);
  const sorting = {
    name: "watch list",
    valueOf: (entry: WatchEntry) => entry.priority,
    idOf: (entry: WatchEntry) => entry.filmId,
    descending: true,
  };
  response.json(pageOf(own, queryOf(request), sorting, viewOf));
}

export function putWatchlistEntry(request: Request, response: Response): void {
  const user = signedIn(request);
  const film = watchedFilm(request, user);
  const { priority, note } = entryInputOf(jsonOf(request));
  const key = keyOf(user, film.id);
  const before = watchEntries.get(key);
  const entry: WatchEntry = {
    user: user.name,
    filmId: film.id,
    priority,
    note: faulty("watch-note-kept") ? (note ?? before?.note) : note,
    addedAt: before?.addedAt ?? new Date().toISOString(),
  };
  watchEntries.set(key, entry);
  const isNew = before === undefined || faulty("watch-put-always-created");
  response.status(isNew ? 201 : 200).json(viewOf(entry));
}

export function deleteWatchlistEntry(request: Request, response: Response): void {
  const key = keyOf(signedIn(request), String(request.params["filmId"]));
  if (!watchEntries.delete(key) && !faulty("watch-delete-unknown"))
    throw new Problem(404, "The film is not on the watch list.");
  response.status(204).end();
}
