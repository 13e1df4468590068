import type { Diagnostic } from "../../diagnostics.ts";
import type { Bundle } from "../bundle/bundle.ts";
import { stringMember, valueAt, type Json } from "../../json.ts";
import { cursorPointer, type Visitor } from "../openapi/openapi-objects.ts";

/**
 * What reports as it walks through the references that lead to references and never to an object, each
 * circle once. A schema that holds itself further down is no such circle.
 *
 * @param found gets what is found
 */
export function circleCheck({ value, locate }: Bundle, found: Diagnostic[]): Visitor {
  const settled = new Set<string>();
  const leadsFurther = furtherReferences(value);
  return (cursor) => {
    const reference = stringMember(cursor.node, "$ref");
    if (reference === undefined || !leadsFurther(reference)) return;
    const pointer = cursorPointer(cursor);
    const circle = circleFrom(value, pointer, settled);
    if (circle === undefined) return;
    found.push({
      severity: "error",
      code: "ref-circular",
      message: `$ref ${JSON.stringify(reference)} leads back to itself`,
      location: locate(`${pointer}/$ref`),
      related: circle.slice(1).map((place) => locate(`${place}/$ref`)),
      hint: "write down what is meant in one of the places",
    });
  };
}

/** Whether what a reference means is a reference again; one that is not is part of no circle. */
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
 * The pointers of a circle of references that a place belongs to.
 *
 * @param settled places of which is known where they lead; those that were looked at are added
 */
function circleFrom(document: Json, start: string, settled: Set<string>): string[] | undefined {
  const way = new Set<string>();
  let next: string | undefined = start;
  while (next !== undefined && !way.has(next) && !settled.has(next)) {
    way.add(next);
    const reference = stringMember(valueAt(document, next), "$ref");
    next = reference !== undefined && /^#(\/|$)/.test(reference) ? reference.slice(1) : undefined;
  }
  const places = [...way];
  const isCircle = next !== undefined && way.has(next);
  const circle = places.slice(isCircle ? places.indexOf(next ?? "") : places.length);
  // A circle is found from the first of its own places, not from one that leads to it.
  const isOwn = isCircle && circle.length === places.length;
  const known = isOwn ? places : places.slice(0, places.length - circle.length);
  for (const place of known) settled.add(place);
  return isOwn ? circle : undefined;
}
