import type { Request, Response } from "express";
import { Checks } from "./checks.ts";
import type { Members } from "./checks.ts";
import { faulty } from "./faults.ts";
import { contactMembers, filmInputOf, filmMembers } from "./film-input.ts";
import { filmOf, screeningsOf, tagOf, viewOf } from "./films.ts";
import { isObject, merged } from "./merge-patch.ts";
import { Problem } from "./problems.ts";
import { jsonOf, requireMatch, signedIn } from "./requests.ts";
import { filmStatuses, journalled } from "./store.ts";
import type { Film, FilmInput, FilmStatus } from "./store.ts";

const nextStatuses: Record<FilmStatus, readonly FilmStatus[]> = {
  submitted: ["accepted", "rejected", "withdrawn"],
  accepted: ["withdrawn"],
  rejected: faulty("film-rejected-reopened") ? ["accepted"] : [],
  withdrawn: [],
};

function patchOf(request: Request): Members {
  const checks = new Checks();
  const patch = checks.object(jsonOf(request, "application/merge-patch+json"), "", [
    ...filmMembers,
    "status",
  ]);
  if (isObject(patch["contact"])) checks.object(patch["contact"], "/contact", contactMembers);
  checks.finish();
  if (!faulty("film-patch-null-ignored")) return patch;
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== null));
}

function inputAfter(input: FilmInput, patch: Members): FilmInput {
  const after = merged({ ...input }, patch);
  const contact = patch["contact"];
  if (!isObject(contact)) return filmInputOf(after);
  const before = faulty("film-patch-contact-whole") ? {} : input.contact;
  return filmInputOf({ ...after, contact: merged({ ...before }, contact) });
}

function statusAfter(film: Film, value: unknown): FilmStatus {
  if (value === undefined) return film.status;
  const checks = new Checks();
  const status = checks.oneOf(value, "/status", filmStatuses);
  checks.finish();
  if (status !== film.status && !nextStatuses[film.status].includes(status))
    throw new Problem(409, `A film that is ${film.status} cannot become ${status}.`);
  return status;
}

function requirePlanned(film: Film, input: FilmInput, status: FilmStatus): void {
  if (screeningsOf(film.id).length === 0) return;
  if (input.minutes !== film.input.minutes)
    throw new Problem(409, "The running time is fixed as long as the film has screenings.");
  if (status === "withdrawn" && film.status !== "withdrawn")
    throw new Problem(409, "A film with screenings cannot be withdrawn.");
}

export async function updateFilm(request: Request, response: Response): Promise<void> {
  const user = signedIn(request);
  const film = filmOf(request.params["filmId"], user);
  const { status: wanted, ...patch } = patchOf(request);
  requireMatch(request, tagOf(film));
  const input = inputAfter(film.input, patch);
  const status = statusAfter(film, wanted);
  requirePlanned(film, input, status);
  if (faulty("film-patch-race")) await journalled();
  const raised = !faulty("film-tag-unchanged") || status !== film.status;
  film.input = input;
  film.status = status;
  if (raised) film.version += 1;
  const answer = viewOf(film);
  const tag = tagOf(film);
  await journalled();
  response.set("ETag", tag).json(answer);
}
