import type { OperationView, Segment } from "./operation-view.ts";
import type { DocumentedSchema } from "@openapi-packages/description/model/schema/schema";
import { isRecord, type Shape, type Shapes } from "./shapes.ts";
import { plainName } from "./words.ts";

/** A resource while operations are being classified. */
export interface ResourceDraft {
  readonly name: string;
  /** The name of its schema, if it has one. */
  readonly identity: string | undefined;
  /** The shape of a record. */
  readonly shape: Shape;
  readonly key: string | undefined;
  readonly keyParameter: string | undefined;
  readonly keyShape: Shape;
  /** The name of one record in paths: `assistant`. */
  readonly noun: string;
  /** The paths of one record, without the names of parameters and with them. */
  readonly items: Map<string, readonly Segment[]>;
  /** The paths above those of single records: `/assistants`. */
  readonly collections: Set<string>;
}

/**
 * True if two shapes may describe the same thing, one of them with fewer members. The objects that both
 * have must do so too.
 */
export function areViews(shapes: Shapes, one: Shape, other: Shape, depth = 1): boolean {
  const hasAll = (required: ReadonlySet<string>, { properties }: Shape): boolean =>
    [...required].every((name) => properties.has(name));
  if (one === other) return true;
  if (!hasAll(one.required, other) && !hasAll(other.required, one)) return false;
  if (sharedPart(one, other) < leastShared) return false;
  if (depth === 0) return true;
  for (const [name, schema] of one.properties) {
    const own = recordOf(shapes, schema);
    const theirs = recordOf(shapes, other.properties.get(name));
    if (own && theirs && !areViews(shapes, own, theirs, depth - 1)) return false;
  }
  return true;
}

/** The least share of the smaller shape's members that both shapes must have. */
const leastShared = 0.5;

function sharedPart(one: Shape, other: Shape): number {
  const names = [...one.properties.keys()];
  const shared = names.filter((name) => other.properties.has(name)).length;
  return shared / Math.max(1, Math.min(names.length, other.properties.size));
}

/** Returns the shape of a member's object, or of the objects in its list. */
function recordOf(shapes: Shapes, schema: DocumentedSchema | undefined): Shape | undefined {
  if (schema === undefined) return undefined;
  const shape = shapes.of(schema);
  const own = shape.items === undefined ? shape : shapes.of(shape.items);
  return isRecord(own) ? own : undefined;
}

/** True if a shape has the resource's key or, if the resource has none, its schema name. */
export function hasKey({ key, identity }: ResourceDraft, { properties, names }: Shape): boolean {
  if (key !== undefined) return properties.has(key);
  return identity !== undefined && names.includes(identity);
}

/** True if a request has the resource's key, or is a record, of which the key may be read-only. */
export function givesKey(draft: ResourceDraft, request: Shape): boolean {
  const { identity } = draft;
  return hasKey(draft, request) || (identity !== undefined && request.names.includes(identity));
}

/**
 * True if the name of a resource's key identifies the resource by itself, as `assistant_id` does and
 * `id` does not.
 */
export function hasDistinctiveKey({ key, keyParameter }: ResourceDraft): boolean {
  if (key === undefined || keyParameter === undefined) return false;
  const own = plainName(key);
  return own.includes("_") && own === plainName(keyParameter);
}

/** Groups operations by path, in the document's order. */
export function byPath(views: readonly OperationView[]): Map<string, OperationView[]> {
  const paths = new Map<string, OperationView[]>();
  for (const view of views) {
    const known = paths.get(view.skeleton);
    if (known === undefined) paths.set(view.skeleton, [view]);
    else known.push(view);
  }
  return paths;
}
