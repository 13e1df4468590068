import { lettersOf } from "./letters-of.ts";
import { isObject } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/description";
import { oncePerApi } from "../description/once-per-api.ts";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { effectOf } from "./effects.ts";
import { memberSchemas, schemaAt } from "../schema/members.ts";
import { resourceDescribed } from "./described-references.ts";
import { LearnedInputs } from "./learned-inputs.ts";
import { UniqueTexts } from "./unique-texts.ts";
import { bodyMedia } from "./vary.ts";

/** A member that names a record. */
export interface Reference {
  /** Its place in the body. `*` matches each item of a list. */
  readonly pointer: readonly string[];
  readonly resource: string;
}

/** How often in a row an operation has to need other records, so that they are made before it is sent. */
const timesInRow = 2;

/** What a run has learned of members that names do not tell: `leader_id` of a choir names a singer. */
export class LearnedReferences {
  /** What the members of operations name, by their names and then by the operations' identifiers. */
  readonly #resources = new Map<string, Map<string, string>>();
  readonly #tried = new Set<string>();
  readonly uniqueTexts = new UniqueTexts();
  readonly inputs = new LearnedInputs();
  /** The identifiers of the operations that were tried with later times, and whether that helped. */
  readonly #later = new Map<string, boolean>();
  /** The same of times that follow those of the record. */
  readonly #after = new Map<string, boolean>();
  #times = 0;
  /** How often in a row operations took other records alone, by their identifiers. */
  readonly #renewed = new Map<string, number>();
  /** Optional members with which an operation refuses requests that it takes without them, by its identifier. */
  readonly #refused = new Map<string, ReadonlySet<string>>();

  /** Returns the resource that a member of an operation's body was found to name. */
  of({ id }: VerifiedOperation, name: string): string | undefined {
    return this.#resources.get(lettersOf(name))?.get(id);
  }

  /** The same, else what a member of this name refers to in another operation, which is only likely. */
  likely(operation: VerifiedOperation, name: string): string | undefined {
    const [other] = this.#resources.get(lettersOf(name))?.values() ?? [];
    return this.of(operation, name) ?? other;
  }

  set({ id }: VerifiedOperation, name: string, resource: string): void {
    const own = this.#resources.get(lettersOf(name)) ?? new Map<string, string>();
    this.#resources.set(lettersOf(name), own.set(id, resource));
  }

  /** True if an operation takes inputs with later times that it refused before; `undefined` if none was tried. */
  takesLaterTimes({ id }: VerifiedOperation): boolean | undefined {
    return this.#later.get(id);
  }

  noteLaterTimes({ id }: VerifiedOperation, isTaken: boolean): void {
    this.#later.set(id, isTaken);
  }

  /** True if an operation takes times after those of its record, and refused others; `undefined` if none were tried. */
  takesTimesAfter({ id }: VerifiedOperation): boolean | undefined {
    return this.#after.get(id);
  }

  noteTimesAfter({ id }: VerifiedOperation, isTaken: boolean): void {
    this.#after.set(id, isTaken);
  }

  /** Returns a number for the times of a record: each record gets others. */
  nextTime(): number {
    this.#times += 1;
    return this.#times;
  }

  /** Returns the optional members that an operation refuses as they are sent; `undefined` if none was tried. */
  refusedMembers({ id }: VerifiedOperation): ReadonlySet<string> | undefined {
    return this.#refused.get(id);
  }

  noteRefusedMembers({ id }: VerifiedOperation, names: Iterable<string>): void {
    this.#refused.set(id, new Set(names));
  }

  /** True if other texts did not help a conflicting request of an operation, and other records did. */
  needsOtherRecords({ id }: VerifiedOperation): boolean {
    return this.#renewed.has(id);
  }

  /** True if an operation has taken nothing but other records of late: each request uses them up. */
  usesUpRecords({ id }: VerifiedOperation): boolean {
    return (this.#renewed.get(id) ?? 0) >= timesInRow;
  }

  /** Notes that an operation took other records, and not those before, or took what it was sent first. */
  noteOtherRecords({ id }: VerifiedOperation, isNeeded: boolean): void {
    if (isNeeded) this.#renewed.set(id, (this.#renewed.get(id) ?? 0) + 1);
    else if (this.#renewed.has(id)) this.#renewed.set(id, 0);
  }

  /** True when it is first asked for an operation: a run tries the members of each once. */
  isFirstTry({ id }: VerifiedOperation): boolean {
    const isFirst = !this.#tried.has(id);
    this.#tried.add(id);
    return isFirst;
  }
}

/** The depth to which a body is searched. */
const deepest = 3;

/**
 * Returns the members of a body that name records: those that mocks infer, and those with the name of the path
 * parameter that names the records of one other resource.
 */
export function referencesIn(
  api: VerifiedApi,
  operation: VerifiedOperation,
  body: unknown,
  learned: LearnedReferences,
): readonly Reference[] {
  return namedIn(api, operation, body, (name) => learned.likely(operation, name));
}

function namedIn(
  api: VerifiedApi,
  operation: VerifiedOperation,
  body: unknown,
  learnedOf: (name: string) => string | undefined,
): readonly Reference[] {
  const state = effectOf(api, operation);
  const known = state?.references ?? [];
  const found = [...known];
  const { document } = api.description.model;
  const schema = bodyMedia(operation, {})?.schema?.json;
  const schemasAt = (place: readonly string[]): JsonObject[] =>
    memberSchemas(document, schemaAt(document, schema, place.slice(0, -1)), place.at(-1) ?? "");
  const search = (value: unknown, pointer: readonly string[]): void => {
    if (pointer.length > deepest) return;
    if (Array.isArray(value)) return search(value[0], [...pointer, "*"]);
    if (!isObject(value)) return;
    for (const [name, own] of Object.entries(value)) {
      const place = [...pointer, name];
      if (typeof own === "object") search(own, place);
      const resource =
        resourceNamed(api, name, state?.resource) ??
        otherThan(state?.resource, learnedOf(name)) ??
        resourceDescribed(api, schemasAt(place), state?.resource);
      const isNew = !known.some((one) => one.pointer.join("/") === place.join("/"));
      const isKey = typeof own === "string" || typeof own === "number";
      if (resource !== undefined && isNew && isKey) found.push({ pointer: place, resource });
    }
  };
  search(body, []);
  return found;
}

/**
 * Returns a resource that a member names in another operation, unless it is the one of this operation, whose own key the
 * member then is: `barcode` names a copy in a loan, and is the key of a new copy.
 */
const otherThan = (own: string | undefined, found: string | undefined): string | undefined =>
  found === own ? undefined : found;

/**
 * Returns the members of a body that name records by their form, but of an unknown resource: `leader_id`. What
 * another operation's member of the same name refers to is no knowledge of this one.
 */
export function unknownReferences(
  api: VerifiedApi,
  operation: VerifiedOperation,
  body: unknown,
  learned: LearnedReferences,
): readonly string[] {
  if (!isObject(body)) return [];
  const references = namedIn(api, operation, body, (name) => learned.of(operation, name));
  const known = references.map(({ pointer }) => pointer[0]);
  const own = effectOf(api, operation)?.resource;
  return Object.entries(body).flatMap(([name, value]) => {
    const isKey = typeof value === "string" || typeof value === "number";
    const isCalled = /[a-z\d](_id|Id|ID|_uuid|Uuid)$/.test(name) || isKeyElsewhere(api, name, own);
    return isKey && isCalled && !known.includes(name) ? [name] : [];
  });
}

/** True for the name of the key of another resource whose records have no path: a loan's `barcode` is that of a copy. */
const isKeyElsewhere = ({ description }: VerifiedApi, name: string, own?: string): boolean =>
  Object.entries(description.mock.state?.resources ?? {}).some(
    ([resource, { key, keyParameter }]) =>
      resource !== own &&
      keyParameter === undefined &&
      key !== undefined &&
      !generic.has(lettersOf(key)) &&
      lettersOf(key) === lettersOf(name),
  );

/**
 * Returns the one resource whose records a name refers to: `sku` if `/articles/{sku}` names them by it, or
 * `articleSku`; not the resource of the operation itself.
 */
export function resourceNamed(
  api: VerifiedApi,
  name: string,
  own: string | undefined,
): string | undefined {
  const plain = lettersOf(name);
  if (generic.has(plain)) return undefined;
  const { byName, byParameter } = resourcesByLetters(api);
  const others = (found: ReadonlyMap<string, readonly string[]>): string[] =>
    (found.get(plain) ?? []).filter((resource) => resource !== own);
  const called = others(byName);
  const all = [...new Set([...called, ...others(byParameter)])];
  // Entries of a list may have the key of what they are about: `/watchlist/{filmId}` beside `/films/{filmId}`.
  const [only, ...more] = all.length > 1 ? called : all;
  return more.length === 0 ? only : undefined;
}

/** The resources by the letters of what names them: of their own name with that of their key, and of the path parameter. */
const resourcesByLetters = oncePerApi(({ description }) => {
  const byName = new Map<string, string[]>();
  const byParameter = new Map<string, string[]>();
  const add = (found: Map<string, string[]>, letters: string, resource: string): void =>
    void found.set(letters, [...(found.get(letters) ?? []), resource]);
  for (const [resource, { key = "id", keyParameter = "" }] of Object.entries(
    description.mock.state?.resources ?? {},
  )) {
    const names = [`${resource}${key}`, `${resource}id`].map(lettersOf);
    for (const letters of new Set(names)) add(byName, letters, resource);
    add(byParameter, lettersOf(keyParameter), resource);
  }
  return { byName, byParameter };
});

/** Names of members that say nothing about what they name. */
const generic = new Set(
  "id uuid guid key name slug number code type path ref sha identifier version tag date value title email login user username owner label status language country currency".split(
    " ",
  ),
);
