import { member, type Json, type JsonObject } from "../../json.ts";
import { rootCursor, walkObjects, type Cursor } from "../../load/openapi/openapi-objects.ts";
import { surveyOf } from "../schema-survey.ts";
import type { View } from "./members.ts";

/** A schema outside of `components.schemas`, and which way its values go. */
export interface DirectedSchema {
  readonly schema: Json;
  readonly view: View;
  /** The way from the document's root. */
  readonly path: readonly (string | number)[];
}

/** Every schema of a parameter, header or body. What lies in them is not listed. */
export function directedSchemas(document: JsonObject): DirectedSchema[] {
  const found: DirectedSchema[] = [];
  walkObjects(rootCursor(document, "OpenApi"), (cursor) => {
    if (cursor.name === "Example" || cursor.name === "Info") return false;
    if (cursor.name !== "Schema") return true;
    if (cursor.parent?.name === "Components") return false;
    found.push({ schema: cursor.node, view: viewOf(cursor), path: pathOf(cursor) });
    return false;
  });
  const commonErrors = member(document, "x-common-errors");
  const schema = member(commonErrors, "schema");
  if (schema !== undefined)
    found.push({ schema, view: "read", path: ["x-common-errors", "schema"] });
  return found;
}

/**
 * Bodies of requests and parameters are written, all else is read. What the API sends by itself, to
 * a webhook or callback, goes the other way.
 */
function viewOf(cursor: Cursor): View {
  let view: View = "read";
  for (let at = cursor.parent; at !== undefined; at = at.parent) {
    if (at.name === "RequestBody" || at.name === "Parameter") view = "written";
    const isReceived = at.name === "Callback" || at.path[0] === "webhooks";
    if (isReceived) return view === "written" ? "read" : "written";
  }
  return view;
}

function pathOf(cursor: Cursor): (string | number)[] {
  const path: (string | number)[] = [];
  for (let at: Cursor | undefined = cursor; at !== undefined; at = at.parent)
    path.unshift(...at.path);
  return path;
}

/** The names of the component schemas that a schema refers to, at any depth of its own text. */
export function referencedNames(schema: Json): ReadonlySet<string> {
  return surveyOf(schema).references;
}

/** The names that can be reached from some names by way of references, these included. */
export function reachableNames(
  start: Iterable<string>,
  references: ReadonlyMap<string, ReadonlySet<string>>,
): Set<string> {
  const reached = new Set<string>();
  const queue = [...start];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    queue.push(...(references.get(name) ?? []));
  }
  return reached;
}

/** Who refers to each name, of the names that each refers to. */
export function reversed(
  references: ReadonlyMap<string, ReadonlySet<string>>,
): Map<string, Set<string>> {
  const referrers = new Map<string, Set<string>>();
  for (const [name, targets] of references) {
    for (const target of targets) {
      const known = referrers.get(target);
      if (known === undefined) referrers.set(target, new Set([name]));
      else known.add(name);
    }
  }
  return referrers;
}
