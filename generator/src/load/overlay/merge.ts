import { isObject, member, type Json, type JsonObject } from "../../json.ts";
import { partOrigin, type Origin, type Origins, type Path } from "../read/origins.ts";

/** Values that cannot be merged: an object with a text, for example. */
export interface Incompatible {
  /** The place in the document. */
  readonly path: Path;
  readonly existing: Json;
  readonly given: Json;
  readonly origin: Origin;
}

/**
 * Merges a value into another (OpenAPI Overlay 1.1, "Action Object"): objects member by member; items of a list are
 * appended to a list, and so is what is no list; a text, a number, a boolean or null replaces one of these. `null` is
 * replaced by anything, as it stands where YAML has a key without a value.
 *
 * @param origin of what is given
 * @returns what cannot be merged; it is left as it was
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

/** As {@link merge}, of objects. */
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

  /** Sets a member as the object's own, also one that is named as what objects inherit. */
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
