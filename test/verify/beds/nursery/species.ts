import { isFault } from "./faults.ts";
import { readTagged } from "./call.ts";
import type { Answer, Call } from "./call.ts";
import { checked, decimal, flag, nullable, record, text } from "./checks.ts";
import { meetConditions, tagOf } from "./conditions.ts";
import { now } from "./dates.ts";
import { badRequest, forbidden, invalid, notFound } from "./refusals.ts";
import { species } from "./store.ts";
import type { Species } from "./store.ts";

type SpeciesInput = Pick<Species, "name" | "min_celsius" | "max_celsius"> & Partial<Species>;

const codePattern = /^[A-Za-z0-9][^\u0000-\u001f\u007f]{0,39}$/u;

const entry = record(
  {
    name: text(1, 120),
    latin_name: nullable(text(1, 120)),
    min_celsius: decimal(-40, 50),
    max_celsius: decimal(-40, 50),
    toxic: flag,
  },
  ["name", "min_celsius", "max_celsius"],
);

function codeOf(call: Call): string {
  const code = call.path.code ?? "";
  if (!isFault("code-decoded-twice")) return code;
  try {
    return decodeURIComponent(code);
  } catch {
    return code;
  }
}

export function getSpecies(call: Call): Answer {
  const found = species.get(codeOf(call));
  if (found === undefined) throw notFound("species");
  return readTagged(call, found);
}

function meetSpeciesConditions(call: Call, current: Species | undefined): void {
  if (isFault("create-only-ignored") && call.header("if-none-match")?.trim() === "*") return;
  meetConditions(call, current && tagOf(current));
}

export function putSpecies(call: Call): Answer {
  const code = codeOf(call);
  if (!codePattern.test(code)) throw badRequest("The code must begin with a letter or digit.");
  const current = species.get(code);
  if (
    current !== undefined &&
    current.registered_by !== call.user &&
    !isFault("foreign-species-replaced")
  )
    throw forbidden("Only the user who registered a species can change it.");
  meetSpeciesConditions(call, current);
  const input = checked<SpeciesInput>(call.json(), entry);
  if (input.max_celsius < input.min_celsius)
    throw invalid([{ field: "/max_celsius", problem: "must not be below min_celsius" }]);
  const left = isFault("species-put-merges") ? current : undefined;
  const time = now();
  const changed: Species = {
    code,
    name: input.name,
    latin_name: input.latin_name === undefined ? (left?.latin_name ?? null) : input.latin_name,
    min_celsius: input.min_celsius,
    max_celsius: input.max_celsius,
    toxic: input.toxic ?? left?.toxic ?? false,
    registered_by: current?.registered_by ?? call.user,
    created_at: current?.created_at ?? time,
    updated_at: time,
  };
  species.set(code, changed);
  return { status: current === undefined ? 201 : 200, body: changed };
}
