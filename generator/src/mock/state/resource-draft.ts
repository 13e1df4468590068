import type { OperationView, Segment } from "./operation-view.ts";
import type { Json } from "../../json.ts";
import { isRecord, type Shape, type Shapes } from "./shapes.ts";
import { plainName } from "./words.ts";

/** A resource as it is known while operations are looked at. */
export interface ResourceDraft {
  readonly name: string;
  /** The name of its schema. Left out: it has none. */
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
  /** The paths of which those of records are the continuation. */
  readonly collections: Set<string>;
}

/**
 * True if records of two shapes may be the same thing, one of them with fewer members; so must be the
 * objects that both have.
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

/** The least part of the smaller shape's members that both have. */
const leastShared = 0.5;

function sharedPart(one: Shape, other: Shape): number {
  const names = [...one.properties.keys()];
  const shared = names.filter((name) => other.properties.has(name)).length;
  return shared / Math.max(1, Math.min(names.length, other.properties.size));
}

/** The shape of a member's objects, or of those in its list. */
function recordOf(shapes: Shapes, schema: Json | undefined): Shape | undefined {
  if (schema === undefined) return undefined;
  const shape = shapes.of(schema);
  const own = shape.items === undefined ? shape : shapes.of(shape.items);
  return isRecord(own) ? own : undefined;
}

/** True if a shape has the member that tells a resource's records apart. */
export function hasKey({ key, identity }: ResourceDraft, { properties, names }: Shape): boolean {
  if (key !== undefined) return properties.has(key);
  return identity !== undefined && names.includes(identity);
}

/** True if a resource's key says by its name what it names, and not only that it is one. */
export function hasTellingKey({ key, keyParameter }: ResourceDraft): boolean {
  if (key === undefined || keyParameter === undefined) return false;
  const own = plainName(key);
  return own.includes("_") && own === plainName(keyParameter);
}

/** Operations by path, in the order of the text. */
export function byPath(views: readonly OperationView[]): Map<string, OperationView[]> {
  const paths = new Map<string, OperationView[]>();
  for (const view of views) {
    const known = paths.get(view.skeleton);
    if (known === undefined) paths.set(view.skeleton, [view]);
    else known.push(view);
  }
  return paths;
}
