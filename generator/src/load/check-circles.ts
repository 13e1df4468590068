import type { Diagnostic } from "../diagnostics.ts";
import type { Bundle } from "./bundle.ts";
import { stringMember, valueAt, type Json } from "./json.ts";
import { cursorPointer, rootCursor, walkObjects } from "./openapi-objects.ts";

/**
 * Reports references that lead to references and never to an object, each circle once. A schema
 * that holds itself further down is no such circle.
 */
export function checkCircles({ value, locate }: Bundle): Diagnostic[] {
  const found: Diagnostic[] = [];
  const reported = new Set<string>();
  walkObjects(rootCursor(value, "OpenApi"), (cursor) => {
    if (stringMember(cursor.node, "$ref") === undefined) return;
    const pointer = cursorPointer(cursor);
    const circle = circleFrom(value, pointer);
    if (circle === undefined || reported.has(pointer)) return;
    for (const place of circle) reported.add(place);
    found.push({
      severity: "error",
      code: "ref-circular",
      message: `$ref ${JSON.stringify(stringMember(cursor.node, "$ref"))} leads back to itself`,
      location: locate(`${pointer}/$ref`),
      related: circle.slice(1).map((place) => locate(`${place}/$ref`)),
      hint: "write down what is meant in one of the places",
    });
  });
  return found;
}

/** The pointers of a circle of references that a place belongs to. */
function circleFrom(document: Json, start: string): string[] | undefined {
  const circle: string[] = [];
  for (let pointer = start; !circle.includes(pointer);) {
    circle.push(pointer);
    const reference = stringMember(valueAt(document, pointer), "$ref");
    if (reference === undefined || !/^#(\/|$)/.test(reference)) return undefined;
    pointer = reference.slice(1);
    if (pointer === start) return circle;
  }
  return undefined;
}
