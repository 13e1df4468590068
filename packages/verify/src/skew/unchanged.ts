import { canonicalText, isObject, valueAt, type Json } from "@openapi-packages/description";
import type { VerifiedOperation } from "../description/verified-api.ts";
import type { Revision } from "./revision.ts";

/**
 * Finds operations that are equal in two descriptions, including everything that they refer to. They cannot
 * break.
 */
export class Unchanged {
  readonly #base: Json;
  readonly #head: Json;
  /** For the pointer of a component: whether it is equal in both, and what it refers to. */
  readonly #parts = new Map<
    string,
    { readonly isSame: boolean; readonly targets: readonly string[] }
  >();

  constructor(base: Revision, head: Revision) {
    this.#base = base.api.description.model.document;
    this.#head = head.api.description.model.document;
  }

  /** True if operations of both revisions are equal. */
  isSame(one: VerifiedOperation, other: VerifiedOperation): boolean {
    if (one.model.pointer !== other.model.pointer) return false;
    const parameters = [one, other].map(({ model }) => canonicalText(model.parameters));
    if (parameters[0] !== parameters[1]) return false;
    const seen = new Set<string>();
    const waiting = [one.model.pointer, ...targetsIn(one.model.parameters as unknown as Json)];
    for (let pointer = waiting.pop(); pointer !== undefined; pointer = waiting.pop()) {
      if (seen.has(pointer)) continue;
      seen.add(pointer);
      const { isSame, targets } = this.#part(pointer);
      if (!isSame) return false;
      waiting.push(...targets);
    }
    return true;
  }

  #part(pointer: string): { readonly isSame: boolean; readonly targets: readonly string[] } {
    const known = this.#parts.get(pointer);
    if (known !== undefined) return known;
    const value = valueAt(this.#base, pointer);
    const isSame = canonicalText(value) === canonicalText(valueAt(this.#head, pointer));
    const made = { isSame, targets: isSame && value !== undefined ? targetsIn(value) : [] };
    this.#parts.set(pointer, made);
    return made;
  }
}

/** Returns the pointers that a value refers to, including by discriminators. */
function targetsIn(value: Json): readonly string[] {
  if (typeof value === "string") return value.startsWith("#/") ? [decoded(value.slice(1))] : [];
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(targetsIn);
  return isObject(value) ? Object.values(value).flatMap((one) => targetsIn(one as Json)) : [];
}

function decoded(pointer: string): string {
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
}
