import { Checks } from "./checks.ts";
import { faulty } from "./faults.ts";
import { genres, roles } from "./store.ts";
import type { FilmInput } from "./store.ts";

export const filmMembers = [
  "title",
  "year",
  "minutes",
  "genres",
  "subtitled",
  "synopsis",
  "budget",
  "contact",
  "credits",
];

export const contactMembers = ["name", "email", "phone"];

function titleOf(checks: Checks, value: unknown): string {
  const rules = faulty("film-title-blank")
    ? { least: 1, most: 120 }
    : { least: 1, most: 120, pattern: /\S/ };
  return faulty("film-title-units")
    ? checks.text(value, "/title", rules, (text) => text.length)
    : checks.text(value, "/title", rules);
}

function contactOf(checks: Checks, value: unknown): FilmInput["contact"] {
  const { name, email, phone } = checks.object(value, "/contact", contactMembers);
  return {
    name: checks.text(name, "/contact/name", { least: 1, most: 80 }),
    email: checks.optional(email, (text) =>
      checks.text(text, "/contact/email", { most: 120, pattern: /^[^@\s]+@[^@\s]+\.[a-z]+$/ }),
    ),
    phone: checks.optional(phone, (text) =>
      checks.text(text, "/contact/phone", { most: 16, pattern: /^\+[0-9]{6,15}$/ }),
    ),
  };
}

function genresOf(checks: Checks, value: unknown): FilmInput["genres"] {
  const list = checks
    .list(value, "/genres", 0, 3)
    .map((genre, index) => checks.oneOf(genre, `/genres/${String(index)}`, genres));
  if (new Set(list).size < list.length) checks.refuse("/genres", "names a genre twice");
  return list;
}

function creditsOf(checks: Checks, value: unknown): FilmInput["credits"] {
  return checks.list(value, "/credits", 0, 40).map((credit, index) => {
    const path = `/credits/${String(index)}`;
    const { name, role } = checks.object(credit, path, ["name", "role"]);
    return {
      name: checks.text(name, `${path}/name`, { least: 1, most: 80 }),
      role: checks.oneOf(role, `${path}/role`, roles),
    };
  });
}

/** What a body says of a film. Throws 422 where it is not as described. */
export function filmInputOf(body: unknown): FilmInput {
  const checks = new Checks();
  const value = checks.object(body, "", filmMembers);
  const input: FilmInput = {
    title: titleOf(checks, value["title"]),
    year: checks.integer(value["year"], "/year", 1888, 2100),
    minutes: checks.integer(value["minutes"], "/minutes", 1, 600),
    genres: genresOf(checks, value["genres"] === undefined ? [] : value["genres"]),
    subtitled:
      checks.optional(value["subtitled"], (flag) => checks.flag(flag, "/subtitled")) ?? true,
    synopsis: checks.optional(value["synopsis"], (text) =>
      checks.text(text, "/synopsis", { most: 2000 }),
    ),
    budget: checks.optional(value["budget"], (budget) =>
      checks.integer(budget, "/budget", 0, Number.MAX_SAFE_INTEGER),
    ),
    contact: contactOf(checks, value["contact"]),
    credits: creditsOf(checks, value["credits"] === undefined ? [] : value["credits"]),
  };
  checks.finish();
  if (faulty("film-budget-32-bit") && input.budget !== undefined)
    return { ...input, budget: Math.trunc(input.budget) | 0 };
  return input;
}
