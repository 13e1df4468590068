import type { Request, Response } from "express";
import { faulty } from "./faults.ts";
import { filmInputOf } from "./film-input.ts";
import { pageOf } from "./pages.ts";
import type { Sorting } from "./pages.ts";
import { badParameter, Problem } from "./problems.ts";
import { isKnown, jsonOf, queryOf, signedIn, single } from "./requests.ts";
import {
  films,
  filmStatuses,
  nextId,
  orders,
  posters,
  reviews,
  screenings,
  watchEntries,
} from "./store.ts";
import type { Film } from "./store.ts";
import type { User } from "./users.ts";

export const tagOf = (film: Film): string => `"${film.id}.${String(film.version)}"`;

export const reviewsOf = (filmId: string) =>
  [...reviews.values()].filter((review) => review.filmId === filmId);

export const screeningsOf = (filmId: string) =>
  [...screenings.values()].filter((screening) => screening.filmId === filmId);

/** The film of the path. Throws 404 where the user's organisation has none. */
export function filmOf(id: unknown, user: User): Film {
  const film = films.get(String(id));
  if (film !== undefined && film.organisation === user.organisation) return film;
  throw new Problem(404, "There is no such film.");
}

function averageOf(ratings: readonly number[]): number | null {
  if (ratings.length === 0) return null;
  const sum = ratings.reduce((total, rating) => total + rating, 0);
  const tenths = (sum * 10) / ratings.length;
  return (faulty("rating-average-cut") ? Math.floor(tenths) : Math.round(tenths)) / 10;
}

/** A film as it is answered. */
export function viewOf(film: Film) {
  const ratings = reviewsOf(film.id).map(({ rating }) => rating);
  return {
    id: film.id,
    ...film.input,
    status: film.status,
    submittedAt: film.submittedAt,
    hasPoster: posters.has(film.id),
    reviewCount: ratings.length,
    averageRating: averageOf(ratings),
    version: film.version,
  };
}

const sortings: Record<string, Omit<Sorting<Film>, "name" | "idOf">> = {
  submittedAt: { valueOf: (film) => film.submittedAt },
  title: { valueOf: (film) => film.input.title },
  year: { valueOf: (film) => film.input.year },
  "-year": { valueOf: (film) => film.input.year, descending: true },
};

function isFound(film: Film, search: string): boolean {
  const { title } = film.input;
  if (faulty("films-search-pattern")) return new RegExp(search, "i").test(title);
  return title.toLowerCase().includes(search.toLowerCase());
}

function searchOf(query: URLSearchParams): string | undefined {
  const search = single(query, "q");
  if (search === undefined || (search !== "" && [...search].length <= 60)) return search;
  throw badParameter("q", "must have 1 to 60 characters");
}

export function listFilms(request: Request, response: Response): void {
  const user = signedIn(request);
  const query = queryOf(request);
  const statuses = query.getAll("status");
  for (const status of statuses)
    if (!filmStatuses.some((known) => known === status))
      throw badParameter("status", `must be one of ${filmStatuses.join(", ")}`);
  const wanted = faulty("films-status-one-only") ? statuses.slice(0, 1) : statuses;
  const search = searchOf(query);
  const sort = single(query, "sort") ?? "submittedAt";
  const sorting = Object.hasOwn(sortings, sort) ? sortings[sort] : undefined;
  if (sorting === undefined)
    throw badParameter("sort", `must be one of ${Object.keys(sortings).join(", ")}`);
  const ofAll = faulty("films-search-of-all") && search !== undefined;
  const chosen = [...films.values()]
    .filter((film) => ofAll || film.organisation === user.organisation)
    .filter((film) => wanted.length === 0 || wanted.includes(film.status))
    .filter((film) => search === undefined || isFound(film, search));
  const byValueOnly = faulty("films-cursor-skips-ties");
  const name = `films by ${sort}`;
  const whole = { ...sorting, name, byValueOnly, idOf: (film: Film) => film.id };
  response.json(pageOf(chosen, query, whole, viewOf));
}

export function createFilm(request: Request, response: Response): void {
  const user = signedIn(request);
  const input = filmInputOf(jsonOf(request));
  const film: Film = {
    id: nextId("film"),
    organisation: user.organisation,
    input: faulty("film-subtitled-always")
      ? { ...input, subtitled: input.subtitled || true }
      : input,
    status: "submitted",
    submittedAt: new Date().toISOString(),
    version: 1,
  };
  films.set(film.id, film);
  const location = faulty("film-location-wrong") ? `/film/${film.id}` : `/films/${film.id}`;
  response
    .status(201)
    .set({ ETag: tagOf(film), Location: location })
    .json(viewOf(film));
}

export function getFilm(request: Request, response: Response): void {
  const film = filmOf(request.params["filmId"], signedIn(request));
  const tag = tagOf(film);
  response.set("ETag", tag);
  if (isKnown(request, tag)) response.status(304).end();
  else response.json(viewOf(film));
}

export function deleteFilm(request: Request, response: Response): void {
  const film = filmOf(request.params["filmId"], signedIn(request));
  if ([...orders.values()].some((order) => order.filmId === film.id && order.status === "booked"))
    throw new Problem(409, "Tickets of the film are booked.");
  films.delete(film.id);
  posters.delete(film.id);
  for (const review of reviewsOf(film.id)) reviews.delete(review.id);
  if (!faulty("film-deleted-still-screened"))
    for (const screening of screeningsOf(film.id)) screenings.delete(screening.id);
  if (!faulty("film-deleted-still-watched"))
    for (const [key, entry] of watchEntries) if (entry.filmId === film.id) watchEntries.delete(key);
  response.status(204).end();
}
