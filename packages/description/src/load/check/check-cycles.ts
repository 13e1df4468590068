import { severityOf } from "../../diagnostics/diagnostic-codes.ts";
import type { Diagnostic } from "../../diagnostics/diagnostics.ts";
import type { Bundle } from "../bundle/bundle.ts";
import { isObject, stringMember, valueAt, type Json } from "../../json/json.ts";
import { cursorPointer, type Visitor } from "../openapi/openapi-objects.ts";

/**
 * Creates a visitor that reports references which lead only to each other, each cycle once. A cycle of
 * schemas is broken up. A schema that contains itself further down is not such a cycle.
 *
 * @param found receives the diagnostics
 */
export function cycleCheck({ value, locate }: Bundle, found: Diagnostic[]): Visitor {
  const visited = new Set<string>();
  const leadsFurther = furtherReferences(value);
  return (cursor) => {
    const reference = stringMember(cursor.node, "$ref");
    if (reference === undefined || !leadsFurther(reference)) return;
    const pointer = cursorPointer(cursor);
    const cycle = cycleFrom(value, pointer, visited);
    if (cycle === undefined) return;
    found.push({
      severity: severityOf("ref-circular"),
      code: "ref-circular",
      message: `$ref ${JSON.stringify(reference)} leads back to itself, so ${cursor.name === "Schema" ? "it allows any value" : "it is left out"}`,
      location: locate(`${pointer}/$ref`),
      related: cycle.slice(1).map((place) => locate(`${place}/$ref`)),
      hint: "write the object itself in one of the places",
    });
    if (cursor.name === "Schema" && isObject(cursor.node)) delete cursor.node["$ref"];
  };
}

/**
 * Returns a function that is true if the target of a reference is itself a reference: others are part of no
 * cycle.
 */
function furtherReferences(document: Json): (reference: string) => boolean {
  const known = new Map<string, boolean>();
  return (reference) => {
    const found = known.get(reference);
    if (found !== undefined) return found;
    const leads =
      /^#(\/|$)/.test(reference) &&
      stringMember(valueAt(document, reference.slice(1)), "$ref") !== undefined;
    known.set(reference, leads);
    return leads;
  };
}

/**
 * Returns the pointers of the cycle of references that starts at a place, or `undefined` if there is none.
 *
 * @param visited places known to be in no other cycle; the function adds to it
 */
function cycleFrom(document: Json, start: string, visited: Set<string>): string[] | undefined {
  const way = new Set<string>();
  let next: string | undefined = start;
  while (next !== undefined && !way.has(next) && !visited.has(next)) {
    way.add(next);
    const reference = stringMember(valueAt(document, next), "$ref");
    next = reference !== undefined && /^#(\/|$)/.test(reference) ? reference.slice(1) : undefined;
  }
  const places = [...way];
  const isCycle = next !== undefined && way.has(next);
  const cycle = places.slice(isCycle ? places.indexOf(next ?? "") : places.length);
  // A cycle is reported when the walk starts inside it, not from a reference that leads into it.
  const isOwn = isCycle && cycle.length === places.length;
  const known = isOwn ? places : places.slice(0, places.length - cycle.length);
  for (const place of known) visited.add(place);
  return isOwn ? cycle : undefined;
}
