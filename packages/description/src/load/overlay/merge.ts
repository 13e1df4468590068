import { isObject, member, type Json, type JsonObject } from "../../json/json.ts";
import { partOrigin, type Origin, type Origins, type Path } from "../read/origins.ts";

/** Values that cannot be merged, such as an object with a string. */
export interface Incompatible {
  /** The place in the document. */
  readonly path: Path;
  readonly existing: Json;
  readonly given: Json;
  readonly origin: Origin;
}

/**
 * Merges a value into another (OpenAPI Overlay 1.1, "Action Object"). Objects are merged member by member.
 * Items of a list, or a single value, are appended to a list. A string, number, boolean or null replaces
 * another one. Anything replaces `null`, which is what YAML has for a key without a value.
 *
 * @param origin the origin of the given value
 * @returns the values that could not be merged; they are unchanged
 */
export function merge(
  holder: JsonObject | Json[],
  path: Path,
  given: Json,
  origin: Origin,
  origins: Origins,
): Incompatible[] {
  const merging = new Merge(origins);
  const existing = Array.isArray(holder)
    ? holder[Number(path.at(-1))]
    : member(holder, String(path.at(-1)));
  if (Array.isArray(existing) && !Array.isArray(given))
    merging.append(existing as Json[], path, given, origin);
  else merging.merge(holder, path, existing ?? null, given, origin);
  return merging.incompatible;
}

/** Merges objects, as {@link merge} does. */
export function mergeObjects(
  existing: JsonObject,
  path: Path,
  given: JsonObject,
  origin: Origin,
  origins: Origins,
): Incompatible[] {
  const merging = new Merge(origins);
  merging.mergeMembers(existing, path, given, origin);
  return merging.incompatible;
}

class Merge {
  readonly incompatible: Incompatible[] = [];
  readonly #origins: Origins;

  constructor(origins: Origins) {
    this.#origins = origins;
  }

  merge(
    holder: JsonObject | Json[],
    path: Path,
    existing: Json,
    given: Json,
    origin: Origin,
  ): void {
    if (isObject(existing) && isObject(given)) {
      this.mergeMembers(existing, path, given, origin);
    } else if (Array.isArray(existing) && Array.isArray(given)) {
      for (const [index, item] of (given as readonly Json[]).entries())
        this.append(existing as Json[], path, item, partOrigin(origin, index));
    } else if (existing !== null && (isComposed(existing) || isComposed(given))) {
      this.incompatible.push({ path, existing, given, origin });
    } else {
      this.#put(holder, path, given, origin);
    }
  }

  mergeMembers(existing: JsonObject, path: Path, given: JsonObject, origin: Origin): void {
    for (const [name, value] of Object.entries(given)) {
      const place = [...path, name];
      const before = member(existing, name);
      const from = partOrigin(origin, name);
      if (before === undefined) this.#put(existing, place, value, from);
      else this.merge(existing, place, before, value, from);
    }
  }

  append(list: Json[], path: Path, item: Json, origin: Origin): void {
    this.#put(list, [...path, list.length], item, origin);
  }

  /** Sets an own member, even if objects inherit a member of that name. */
  #put(holder: JsonObject | Json[], path: Path, given: Json, origin: Origin): void {
    Object.defineProperty(holder, path.at(-1) ?? "", {
      value: structuredClone(given),
      configurable: true,
      enumerable: true,
      writable: true,
    });
    this.#origins.put(path, origin);
  }
}

function isComposed(value: Json): boolean {
  return typeof value === "object" && value !== null;
}
