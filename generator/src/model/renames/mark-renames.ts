import type { DiagnosticCode } from "../../diagnostic-codes.ts";
import {
  isObject,
  objectMember,
  stringMember,
  toPointer,
  type Json,
  type JsonObject,
} from "../../json.ts";
import type { OpenApiDocument } from "../../load/load-document.ts";
import { rootCursor, walkObjects, type Cursor } from "../../load/openapi/openapi-objects.ts";
import { setAt } from "../variants/set-at.ts";
import { compatibleVersion, isOver } from "./alias-age.ts";
import { entriesOf, entryOf, renamedFromKeyword, type RenamedFrom } from "./renamed-from.ts";

/** The key of a mark that no author can write, and that nothing prints. */
const standing: unique symbol = Symbol("earlier names that stand");

/** Something that may have been renamed. */
interface Marked {
  readonly [standing]?: readonly StandingName[];
}

/** An entry of `x-renamed-from` whose alias stands. */
export interface StandingName extends RenamedFrom {
  /** What was called so. */
  readonly of: Renamed;
  /** Where it is written, from the keyword on: empty, or `/0`. */
  readonly at: string;
  /** Where it is written. */
  readonly pointer: string;
}

/** What is wrong with an `x-renamed-from`. */
export interface RenameProblem {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly pointer: string;
  readonly hint: string;
}

/** A document with marks at all that has earlier names. */
export interface MarkedRenames {
  readonly document: JsonObject;
  /** True if any property has a mark. */
  readonly hasProperties: boolean;
  readonly problems: readonly RenameProblem[];
}

/**
 * Marks the operations, parameters, schemas, properties and tags whose earlier names are still to be accepted: those
 * of `x-renamed-from` whose major version is not over. The document is left as it is.
 *
 * @param document what is marked: the document that was loaded, or one made of it
 */
export function markRenames(
  { sources }: Pick<OpenApiDocument, "sources">,
  document: JsonObject,
): MarkedRenames {
  // Most descriptions have none, and a walk through all objects takes time.
  if (!sources.some(({ text }) => text.includes(renamedFromKeyword)))
    return { document, hasProperties: false, problems: [] };
  const version = stringMember(objectMember(document, "info"), "version") ?? "";
  const problems: RenameProblem[] = [];
  const root = { ...document };
  const copied = new Set<object>([root]);
  let hasProperties = false;
  walkObjects(rootCursor(document, "OpenApi"), (cursor) => {
    const { node } = cursor;
    if (!isObject(node) || node[renamedFromKeyword] === undefined) return;
    const path = pathOf(cursor);
    const reader = new EntryReader(cursor, toPointer(path), version);
    const names = entriesOf(node[renamedFromKeyword]).flatMap((entry, index) =>
      reader.read(entry, Array.isArray(node[renamedFromKeyword]) ? `/${index}` : ""),
    );
    problems.push(...reader.problems);
    if (names.length === 0) return;
    hasProperties ||= reader.renamed === "property";
    const mark: Marked = { [standing]: names };
    setAt(root, path, { ...node, ...mark } as JsonObject, copied);
  });
  return { document: root, hasProperties, problems };
}

/** The earlier names of something that are still to be accepted. */
export function standingNames(node: Json | undefined): readonly StandingName[] {
  return isObject(node) ? ((node as Marked)[standing] ?? []) : [];
}

/** A name that a property had. */
export interface EarlierProperty {
  readonly name: string;
  /** Where it is written. */
  readonly pointer: string;
}

/** The earlier names that a schema says a property has; those of a component schema are none. */
export const standingProperties = (schema: Json | undefined): readonly EarlierProperty[] =>
  standingNames(schema).flatMap(({ of, name, pointer }) =>
    of === "property" && name !== undefined ? [{ name, pointer }] : [],
  );

/** A schema with the mark of another. */
export function withMarkOf(from: Json, to: JsonObject): JsonObject {
  const names = standingNames(from);
  const mark: Marked = { [standing]: names };
  return names.length === 0 ? to : ({ ...to, ...mark } as JsonObject);
}

/** What something may be that has earlier names. */
export type Renamed = "operation" | "parameter" | "schema" | "property" | "tag";

function renamedAt({ name, parent, path }: Cursor): Renamed | undefined {
  if (name === "Operation") return "operation";
  if (name === "Parameter") return "parameter";
  if (name === "Tag") return "tag";
  if (name !== "Schema") return undefined;
  if (parent?.name === "Components") return "schema";
  return path[0] === "properties" ? "property" : undefined;
}

/** Reads the entries of one `x-renamed-from`. */
class EntryReader {
  readonly problems: RenameProblem[] = [];
  readonly #cursor: Cursor;
  readonly renamed: Renamed | undefined;
  readonly #pointer: string;
  readonly #version: string;

  constructor(cursor: Cursor, pointer: string, version: string) {
    this.#cursor = cursor;
    this.renamed = renamedAt(cursor);
    this.#pointer = pointer;
    this.#version = version;
  }

  /** An entry whose alias stands; none where it is over, or says nothing. */
  read(entry: Json, at: string): StandingName[] {
    const found = entryOf(entry);
    const { renamed } = this;
    if (found === undefined || renamed === undefined || !this.#isOfKind(found, renamed))
      return this.#reportUnread(at);
    if (found.since !== undefined && compatibleVersion(found.since) === undefined)
      return this.#report("renamed-from-unread", at, {
        message: `since is no version: ${JSON.stringify(found.since)}`,
        hint: "write the info.version that renamed it, such as 2.1.0, or leave since out",
      });
    const said = found.name ?? `${found.method ?? ""} ${found.path ?? ""}`.trim();
    if (isOver(found.since, this.#version))
      return this.#report("renamed-from-expired", at, {
        message: `the alias ${JSON.stringify(said)} is gone: it was renamed in ${found.since}, and this is version ${this.#version}`,
        hint: "remove this entry of x-renamed-from",
      });
    if (found.name !== undefined && this.#isTaken(found.name))
      return this.#report("renamed-from-taken", at, {
        message: `there is a ${renamed} ${JSON.stringify(found.name)} still, so no alias has its name`,
        hint: "remove this entry of x-renamed-from, or what has the name",
      });
    return [{ ...found, of: renamed, at, pointer: this.#placeOf(at) }];
  }

  /** Only operations have methods and paths. */
  #isOfKind({ name, method, path }: RenamedFrom, renamed: Renamed): boolean {
    return renamed === "operation" || (name !== undefined && method === undefined && !path);
  }

  /** True if something has the name where it would be an alias; of operations and parameters more has to be known. */
  #isTaken(name: string): boolean {
    const { holder } = this.#cursor;
    if (this.renamed === "property" || this.renamed === "schema")
      return isObject(holder) && Object.hasOwn(holder, name);
    return (
      this.renamed === "tag" &&
      Array.isArray(holder) &&
      holder.some((tag) => stringMember(tag, "name") === name)
    );
  }

  #reportUnread(at: string): StandingName[] {
    if (this.renamed === undefined)
      return this.#report("renamed-from-unread", at, {
        message: "x-renamed-from says nothing here",
        hint: "it is for operations, parameters, properties, component schemas and tags",
      });
    const place = this.renamed === "operation" ? ", method or path" : "";
    return this.#report("renamed-from-unread", at, {
      message: `this entry of x-renamed-from says no earlier name of the ${this.renamed}`,
      hint: `write a name, a list of names, or objects with name${place}, and since: the version that renamed it`,
    });
  }

  #report(
    code: DiagnosticCode,
    at: string,
    said: Pick<RenameProblem, "message" | "hint">,
  ): StandingName[] {
    this.problems.push({ code, pointer: this.#placeOf(at), ...said });
    return [];
  }

  #placeOf(at: string): string {
    return `${this.#pointer}/${renamedFromKeyword}${at}`;
  }
}

function pathOf(cursor: Cursor): (string | number)[] {
  const path: (string | number)[] = [];
  for (let at: Cursor | undefined = cursor; at !== undefined; at = at.parent)
    path.unshift(...at.path);
  return path;
}
