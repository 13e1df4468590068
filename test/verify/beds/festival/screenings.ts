import type { Request, Response } from "express";
import { Checks } from "./checks.ts";
import { faulty } from "./faults.ts";
import { instantOf, startOf } from "./instants.ts";
import { pageOf } from "./pages.ts";
import { badParameter, Problem } from "./problems.ts";
import { jsonOf, queryOf, signedIn, single } from "./requests.ts";
import { films, halls, nextId, screenings } from "./store.ts";
import type { Film, Hall, Screening } from "./store.ts";
import type { User } from "./users.ts";

const firstStart = Date.UTC(2000, 0, 1);
const lastStart = Date.UTC(2100, 0, 1);

const textOf = (instant: number): string => new Date(instant).toISOString();

const viewOf = (screening: Screening) => ({
  id: screening.id,
  filmId: screening.filmId,
  hallId: screening.hallId,
  startsAt: textOf(screening.start),
  endsAt: textOf(screening.end),
  price: screening.price,
  seats: screening.seats,
  seatsLeft: screening.seats - screening.seatsTaken,
});

function filmNamed(checks: Checks, id: string, user: User): Film | undefined {
  const film = films.get(id);
  if (film !== undefined && film.organisation === user.organisation) return film;
  checks.refuse("/filmId", "is no film of the organisation");
  return undefined;
}

function startNamed(checks: Checks, value: unknown): number {
  const start = typeof value === "string" ? startOf(value) : undefined;
  if (start !== undefined && start >= firstStart && start < lastStart) return start;
  checks.refuse("/startsAt", "must be an instant from 2000 until before 2100");
  return firstStart;
}

function hallNamed(checks: Checks, id: string): Hall | undefined {
  const hall = halls.get(id);
  if (hall === undefined) checks.refuse("/hallId", "is no hall");
  return hall;
}

function screeningInputOf(body: unknown, user: User): [Film, Omit<Screening, "id">] {
  const checks = new Checks();
  const known = ["filmId", "hallId", "startsAt", "price", "seats"];
  const value = checks.object(body, "", known);
  const film = filmNamed(checks, checks.text(value["filmId"], "/filmId", { most: 40 }), user);
  const hall = hallNamed(checks, checks.text(value["hallId"], "/hallId", { most: 40 }));
  const most = hall?.seats ?? 10_000;
  const start = startNamed(checks, value["startsAt"]);
  const price = checks.integer(value["price"], "/price", 0, 100_000);
  const seats = checks.optional(value["seats"], (count) =>
    checks.integer(count, "/seats", 1, most),
  );
  checks.finish();
  const end = start + film!.input.minutes * 60_000;
  const rest = { start, end, price, seats: seats ?? most, seatsTaken: 0 };
  return [film!, { organisation: user.organisation, filmId: film!.id, hallId: hall!.id, ...rest }];
}

function overlaps(planned: Pick<Screening, "start" | "end">, other: Screening): boolean {
  if (faulty("screening-overlap-half"))
    return planned.start >= other.start && planned.start < other.end;
  return planned.start < other.end && other.start < planned.end;
}

export function createScreening(request: Request, response: Response): void {
  const user = signedIn(request);
  const [film, planned] = screeningInputOf(jsonOf(request), user);
  const early = faulty("screening-before-acceptance") && film.status === "submitted";
  if (film.status !== "accepted" && !early)
    throw new Problem(409, `A film that is ${film.status} is not screened.`);
  const inHall = [...screenings.values()].filter(({ hallId }) => hallId === planned.hallId);
  if (inHall.some((other) => overlaps(planned, other)))
    throw new Problem(409, "The hall is taken at this time.");
  const screening: Screening = { id: nextId("screening"), ...planned };
  screenings.set(screening.id, screening);
  response.status(201).json(viewOf(screening));
}

function boundOf(query: URLSearchParams, name: string): number | undefined {
  const text = single(query, name);
  if (text === undefined) return undefined;
  const instant = instantOf(text);
  if (instant === undefined) throw badParameter(name, "must be an instant");
  return instant;
}

function startsFrom(screening: Screening, from: number, text: string | undefined): boolean {
  if (faulty("screenings-from-as-text") && text !== undefined)
    return textOf(screening.start) >= text;
  return screening.start >= from;
}

export function listScreenings(request: Request, response: Response): void {
  const user = signedIn(request);
  const query = queryOf(request);
  const filmId = single(query, "filmId");
  const hallId = single(query, "hallId");
  const from = boundOf(query, "from") ?? -Infinity;
  const to = boundOf(query, "to") ?? Infinity;
  const chosen = [...screenings.values()]
    .filter(({ organisation }) => organisation === user.organisation)
    .filter((screening) => filmId === undefined || screening.filmId === filmId)
    .filter((screening) => hallId === undefined || screening.hallId === hallId)
    .filter((screening) => startsFrom(screening, from, single(query, "from")))
    .filter(({ start }) => (faulty("screenings-to-inclusive") ? start <= to : start < to));
  const sorting = {
    name: "screenings",
    valueOf: (screening: Screening) => screening.start,
    idOf: (screening: Screening) => screening.id,
  };
  response.json(pageOf(chosen, query, sorting, viewOf));
}
