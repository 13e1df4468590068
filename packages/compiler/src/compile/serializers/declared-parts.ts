import {
  arrayMember,
  isObject,
  member,
  type Json,
  type JsonObject,
} from "@openapi-packages/description/json/json";
import { isAnnotation } from "@openapi-packages/description/json/annotation-keywords";
import { absentMember } from "@openapi-packages/description/model/variants/derive-variants";
import {
  isSchema,
  patternEntries,
  referenceOf,
  schemaEntries,
  schemaList,
  type Target,
} from "../schema-reader.ts";

/** The object members that the schemas of a value declare. */
export interface DeclaredMembers {
  /** Maps a name to its schema; `false` for a member that is never sent. */
  readonly named: ReadonlyMap<string, Json>;
  /** Maps a pattern of names to its schema. */
  readonly patterns: ReadonlyMap<string, Json>;
  /**
   * The schema of all other members; `false` if they are never sent, `undefined` if none are
   * declared.
   */
  readonly rest: Json | undefined;
  /** The required names. They are sent if members are listed, even without a schema. */
  readonly required: ReadonlySet<string>;
  /**
   * True if other members are sent too: all schemas of an `allOf`, or at least one alternative,
   * list no members.
   */
  readonly isOpen: boolean;
}

/** The list items that the schemas of a value declare. */
export interface DeclaredItems {
  readonly prefix: readonly Json[];
  readonly rest: Json;
}

/** The parts of a value that schemas declare; `undefined` if the type itself is not declared. */
export interface Declared {
  readonly members: DeclaredMembers | undefined;
  readonly items: DeclaredItems | undefined;
}

const silentMembers: DeclaredMembers = {
  named: new Map(),
  patterns: new Map(),
  rest: undefined,
  required: new Set(),
  isOpen: true,
};

const silentItems: DeclaredItems = { prefix: [], rest: true };

/** The parts of a value without any schema. */
const anything: Declared = { members: silentMembers, items: silentItems };

/** True if values are sent unchanged. */
export function declaresAll({ members, items }: Declared): boolean {
  if (members === undefined || items === undefined) return false;
  const { named, patterns, rest, isOpen } = members;
  const isFree =
    named.size + patterns.size === 0 && (rest === undefined ? isOpen : isAnything(rest));
  return isFree && items.prefix.length === 0 && isAnything(items.rest);
}

function isAnything(schema: Json | undefined): boolean {
  if (schema === true) return true;
  return isObject(schema ?? null) && Object.keys(schema as JsonObject).every(isAnnotation);
}

/** True if an object is sent with all of its members. */
export function isSentWhole({ named, patterns, rest, isOpen }: DeclaredMembers): boolean {
  return isOpen && named.size + patterns.size === 0 && rest === undefined;
}

/** Returns the members by name, with the required members that have no schema. */
export function namedMembers(members: DeclaredMembers): ReadonlyMap<string, Json> {
  const { named, patterns, rest, required } = members;
  const others = patterns.size > 0 || rest !== undefined ? [] : [...required];
  const unnamed = others.filter((name) => !named.has(name));
  return new Map([...named, ...unnamed.map((name): [string, Json] => [name, true])]);
}

/**
 * Reads the parts that a schema declares. Schemas of an `allOf` declare members together; one that
 * lists members closes those that list none. Of alternatives, one that lists no members leaves the
 * others open.
 */
export class DeclaredReader {
  readonly #target: Target;
  readonly #known = new Map<string, Declared>();

  constructor(target: Target) {
    this.#target = target;
  }

  of(schema: Json): Declared {
    if (schema === false) return { members: undefined, items: undefined };
    if (!isObject(schema)) return anything;
    const parts = [ownParts(schema), ...schemaList(schema, "allOf").map((one) => this.of(one))];
    const reference = referenceOf(schema);
    if (reference !== undefined) parts.push(this.#referenced(reference));
    for (const keyword of ["anyOf", "oneOf"]) {
      const branches = schemaList(schema, keyword).map((one) => this.of(one));
      if (branches.length > 0) parts.push(joined(branches, "anyOf"));
    }
    for (const one of conditional(schema)) {
      const { members = silentMembers, items = silentItems } = this.of(one);
      parts.push({ members, items });
    }
    return joined(parts, "allOf");
  }

  #referenced(reference: string): Declared {
    const known = this.#known.get(reference);
    if (known !== undefined) return known;
    // A schema that only refers to itself declares nothing.
    this.#known.set(reference, anything);
    const parts = this.of(this.#target(reference));
    this.#known.set(reference, parts);
    return parts;
  }
}

/** Returns the conditional subschemas. */
function conditional(schema: Json): Json[] {
  const named = ["if", "then", "else"].map((keyword) => member(schema, keyword));
  const dependent = isObject(schema) ? schemaEntries(schema, "dependentSchemas") : [];
  return [...named.filter(isSchema), ...dependent.map(([, one]) => one)];
}

type Mode = "allOf" | "anyOf";

function joined(parts: readonly Declared[], mode: Mode): Declared {
  const [only, ...others] = parts;
  if (only !== undefined && others.length === 0)
    return { members: only.members, items: only.items && joinedItems([only.items], mode) };
  const members = parts.map((part) => part.members).filter((one) => one !== undefined);
  const items = parts.map((part) => part.items).filter((one) => one !== undefined);
  const isLost = (found: readonly unknown[]): boolean =>
    mode === "allOf" ? found.length < parts.length : found.length === 0;
  return {
    members: isLost(members) ? undefined : joinedMembers(members, mode),
    items: isLost(items) ? undefined : joinedItems(items, mode),
  };
}

function joinedMembers(members: readonly DeclaredMembers[], mode: Mode): DeclaredMembers {
  const [first, ...more] = members.filter(speaks);
  const isOpen =
    mode === "allOf" ? members.every((one) => one.isOpen) : members.some((one) => one.isOpen);
  const required = new Set(members.flatMap((one) => [...one.required]));
  if (first === undefined) return { ...silentMembers, required, isOpen };
  if (more.length === 0) return { ...first, required, isOpen };
  const speaking = [first, ...more];
  const rests = speaking.map(({ rest }) => rest).filter((rest) => rest !== undefined);
  return {
    named: joinedMaps(
      speaking.map(({ named }) => named),
      mode,
    ),
    patterns: joinedMaps(
      speaking.map(({ patterns }) => patterns),
      mode,
    ),
    rest: rests.length === 0 ? undefined : joinedSchema(rests, mode),
    required,
    isOpen,
  };
}

const speaks = ({ named, patterns, rest }: DeclaredMembers): boolean =>
  named.size + patterns.size > 0 || rest !== undefined;

function joinedMaps(maps: readonly ReadonlyMap<string, Json>[], mode: Mode): Map<string, Json> {
  const found = new Map<string, Json[]>();
  for (const [name, schema] of maps.flatMap((map) => [...map]))
    found.set(name, [...(found.get(name) ?? []), schema]);
  return new Map([...found].map(([name, schemas]) => [name, joinedSchema(schemas, mode)]));
}

function joinedItems(items: readonly DeclaredItems[], mode: Mode): DeclaredItems {
  const length = Math.max(...items.map(({ prefix }) => prefix.length));
  const at = (index: number): Json =>
    joinedSchema(
      items.map(({ prefix, rest }) => prefix[index] ?? rest),
      mode,
    );
  return { prefix: Array.from({ length }, (_, index) => at(index)), rest: at(length) };
}

/**
 * The deepest nesting of combinations; deeper ones are flattened to alternatives, so that the
 * recursion ends.
 */
const deepest = 6;

/** Joins the schemas of one value. A value that one of them never sends is never sent. */
function joinedSchema(schemas: readonly Json[], mode: Mode): Json {
  if (schemas.includes(false)) return false;
  const flat = schemas.flatMap((schema) => branchesOf(schema, mode) ?? [schema]);
  const unique = distinct(flat);
  const schema = unique.length === 1 ? (unique[0] as Json) : { [mode]: unique };
  return depthOf(schema) > deepest ? { anyOf: distinct(leavesOf(schema)) } : schema;
}

const distinct = (schemas: readonly Json[]): readonly Json[] =>
  schemas.length <= 1
    ? schemas
    : [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];

/** Returns the parts of a schema that consists of one combination. */
function branchesOf(schema: Json, mode: Mode): readonly Json[] | undefined {
  if (!isObject(schema) || Object.keys(schema).length !== 1) return undefined;
  const branches = arrayMember(schema, mode);
  return branches.length === 0 ? undefined : branches;
}

const partsOf = (schema: Json): readonly Json[] =>
  branchesOf(schema, "allOf") ?? branchesOf(schema, "anyOf") ?? [];

const depthOf = (schema: Json): number =>
  1 + Math.max(-1, ...partsOf(schema).map((part) => depthOf(part)));

function leavesOf(schema: Json): Json[] {
  const parts = partsOf(schema);
  return parts.length === 0 ? [schema] : parts.flatMap(leavesOf);
}

/** Returns the parts that a schema's own keywords declare. */
function ownParts(schema: JsonObject): Declared {
  const types = typesOf(schema);
  return {
    members: types.includes("object") || isFile(schema) ? ownMembers(schema) : undefined,
    items: types.includes("array") || isFile(schema) ? ownItems(schema) : undefined,
  };
}

/** Returns the types of a schema, by `type` or by its values. */
function typesOf(schema: JsonObject): readonly Json[] {
  const type = member(schema, "type");
  if (type !== undefined) return [type].flat();
  const constant = member(schema, "const");
  const values = constant === undefined ? member(schema, "enum") : [constant];
  const isPlain = (value: Json): boolean => typeof value !== "object" || value === null;
  return Array.isArray(values) && values.every(isPlain) ? [] : ["object", "array"];
}

/**
 * True if a schema is `writeOnly` (JSON Schema 2020-12 validation, section 9.4), directly or by the
 * mark of the response variant.
 */
const isWriteOnly = (schema: Json): boolean =>
  member(schema, "writeOnly") === true || member(schema, absentMember) === true;

/** True for a file: an object in a form, without members of its own. */
const isFile = (schema: Json): boolean => member(schema, "format") === "binary";

function ownMembers(schema: JsonObject): DeclaredMembers {
  const named = new Map(
    schemaEntries(schema, "properties").map(([name, own]): [string, Json] => [
      name,
      isWriteOnly(own) ? false : own,
    ]),
  );
  const patterns = new Map(
    patternEntries(schema).map(([pattern, own]): [string, Json] => [
      pattern,
      isWriteOnly(own) ? false : own,
    ]),
  );
  const unread = schemaEntries(schema, "patternProperties").length > patterns.size;
  const others = [member(schema, "additionalProperties"), member(schema, "unevaluatedProperties")];
  const isSecret = others.some((one) => one !== undefined && isWriteOnly(one));
  const rest = unread ? true : others.find((one) => isSchema(one) && one !== false);
  const says = named.size + patterns.size > 0 || rest !== undefined;
  const isClosed = others.includes(false);
  const required = new Set(arrayMember(schema, "required").map(String));
  return { named, patterns, rest: isSecret ? false : rest, required, isOpen: !says && !isClosed };
}

function ownItems(schema: JsonObject): DeclaredItems {
  const items = member(schema, "items") ?? member(schema, "unevaluatedItems");
  const own = isSchema(items) && items !== false ? items : true;
  const contained = member(schema, "contains");
  // The schema of `contains` may apply to any item.
  const all = (item: Json): Json =>
    isObject(contained ?? null) ? joinedSchema([item, contained as Json], "anyOf") : item;
  return { prefix: schemaList(schema, "prefixItems").map(all), rest: all(own) };
}
