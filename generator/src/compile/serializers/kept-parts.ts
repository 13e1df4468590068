import {
  arrayMember,
  isObject,
  member,
  stringMember,
  type Json,
  type JsonObject,
} from "../../json.ts";
import { absentMember } from "../../model/variants/derive-variants.ts";
import { isSchema, patternEntries, schemaEntries, schemaList } from "../validators/subschemas.ts";

/** What schemas for the same value declare of the members of objects. */
export interface KeptMembers {
  /** Name → schema; `false` for one that never leaves. */
  readonly named: ReadonlyMap<string, Json>;
  /** Pattern of names → schema. */
  readonly patterns: ReadonlyMap<string, Json>;
  /** The schema of members by other names. Left out: these are not declared. */
  readonly rest: Json | undefined;
  /** Names that are demanded: where members are listed, they are among them. */
  readonly required: ReadonlySet<string>;
  /** Whether nothing is said of members in all that holds, or in one of the alternatives. */
  readonly isOpen: boolean;
}

/** What schemas for the same value declare of the items of lists. */
export interface KeptItems {
  readonly prefix: readonly Json[];
  readonly rest: Json;
}

/** What schemas for the same value declare; `undefined` where values of the type are not declared. */
export interface KeptParts {
  readonly members: KeptMembers | undefined;
  readonly items: KeptItems | undefined;
}

/** What a reference leads to. */
export type Target = (reference: string) => Json;

const silentMembers: KeptMembers = {
  named: new Map(),
  patterns: new Map(),
  rest: undefined,
  required: new Set(),
  isOpen: true,
};

const silentItems: KeptItems = { prefix: [], rest: true };

/** What nothing is said of. */
export const anything: KeptParts = { members: silentMembers, items: silentItems };

/**
 * Reads what a schema declares of a value, whatever else it asks of it. Schemas that hold together
 * declare together, and one that lists members closes those that list none; of alternatives one that
 * lists none leaves the others open.
 */
export class KeptReader {
  readonly #target: Target;
  readonly #known = new Map<string, KeptParts>();

  constructor(target: Target) {
    this.#target = target;
  }

  of(schema: Json): KeptParts {
    if (schema === false) return { members: undefined, items: undefined };
    if (!isObject(schema)) return anything;
    const parts = [ownParts(schema), ...schemaList(schema, "allOf").map((one) => this.of(one))];
    const reference = stringMember(schema, "$ref");
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

  #referenced(reference: string): KeptParts {
    const known = this.#known.get(reference);
    if (known !== undefined) return known;
    // What says of itself that it is itself says nothing.
    this.#known.set(reference, anything);
    const parts = this.of(this.#target(reference));
    this.#known.set(reference, parts);
    return parts;
  }
}

/** Schemas that hold under a condition. */
function conditional(schema: Json): Json[] {
  const named = ["if", "then", "else"].map((keyword) => member(schema, keyword));
  const dependent = isObject(schema) ? schemaEntries(schema, "dependentSchemas") : [];
  return [...named.filter(isSchema), ...dependent.map(([, one]) => one)];
}

type Mode = "allOf" | "anyOf";

function joined(parts: readonly KeptParts[], mode: Mode): KeptParts {
  const members = parts.map((part) => part.members).filter((one) => one !== undefined);
  const items = parts.map((part) => part.items).filter((one) => one !== undefined);
  const isLost = (found: readonly unknown[]): boolean =>
    mode === "allOf" ? found.length < parts.length : found.length === 0;
  return {
    members: isLost(members) ? undefined : joinedMembers(members, mode),
    items: isLost(items) ? undefined : joinedItems(items, mode),
  };
}

function joinedMembers(members: readonly KeptMembers[], mode: Mode): KeptMembers {
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

const speaks = ({ named, patterns, rest }: KeptMembers): boolean =>
  named.size + patterns.size > 0 || rest !== undefined;

function joinedMaps(maps: readonly ReadonlyMap<string, Json>[], mode: Mode): Map<string, Json> {
  const found = new Map<string, Json[]>();
  for (const [name, schema] of maps.flatMap((map) => [...map]))
    found.set(name, [...(found.get(name) ?? []), schema]);
  return new Map([...found].map(([name, schemas]) => [name, joinedSchema(schemas, mode)]));
}

function joinedItems(items: readonly KeptItems[], mode: Mode): KeptItems {
  const length = Math.max(...items.map(({ prefix }) => prefix.length));
  const at = (index: number): Json =>
    joinedSchema(
      items.map(({ prefix, rest }) => prefix[index] ?? rest),
      mode,
    );
  return { prefix: Array.from({ length }, (_, index) => at(index)), rest: at(length) };
}

/** From how deep on nested combinations become alternatives, so that there is an end to them. */
const deepest = 6;

/** Schemas for one value as one; what never leaves by one of them never leaves. */
function joinedSchema(schemas: readonly Json[], mode: Mode): Json {
  if (schemas.includes(false)) return false;
  const flat = schemas.flatMap((schema) => branchesOf(schema, mode) ?? [schema]);
  const unique = distinct(flat);
  const schema = unique.length === 1 ? (unique[0] as Json) : { [mode]: unique };
  return depthOf(schema) > deepest ? { anyOf: distinct(leavesOf(schema)) } : schema;
}

const distinct = (schemas: readonly Json[]): Json[] => [
  ...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values(),
];

/** The parts of a schema that is nothing but a combination of others. */
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

/** What the keywords of a schema say that are about members and items themselves. */
function ownParts(schema: JsonObject): KeptParts {
  const types = typesOf(schema);
  return {
    members: types.includes("object") || isFile(schema) ? ownMembers(schema) : undefined,
    items: types.includes("array") || isFile(schema) ? ownItems(schema) : undefined,
  };
}

/** The types that a schema names, or that its values have. */
function typesOf(schema: JsonObject): readonly Json[] {
  const type = member(schema, "type");
  if (type !== undefined) return [type].flat();
  const constant = member(schema, "const");
  const values = constant === undefined ? member(schema, "enum") : [constant];
  const isPlain = (value: Json): boolean => typeof value !== "object" || value === null;
  return Array.isArray(values) && values.every(isPlain) ? [] : ["object", "array"];
}

/** `writeOnly` (JSON Schema 2020-12 validation, section 9.4), as it is written or as the view of answers has it. */
const neverLeaves = (schema: Json): boolean =>
  member(schema, "writeOnly") === true || member(schema, absentMember) === true;

/** Files are objects in a form, and have no members that are sent. */
const isFile = (schema: Json): boolean => member(schema, "format") === "binary";

function ownMembers(schema: JsonObject): KeptMembers {
  const named = new Map(
    schemaEntries(schema, "properties").map(([name, own]): [string, Json] => [
      name,
      neverLeaves(own) ? false : own,
    ]),
  );
  const patterns = new Map(patternEntries(schema));
  const unread = schemaEntries(schema, "patternProperties").length > patterns.size;
  const others = [member(schema, "additionalProperties"), member(schema, "unevaluatedProperties")];
  const rest = unread ? true : others.find((one) => isSchema(one) && one !== false);
  const says = named.size + patterns.size > 0 || rest !== undefined;
  const isClosed = others.includes(false);
  const required = new Set(arrayMember(schema, "required").map(String));
  return { named, patterns, rest, required, isOpen: !says && !isClosed };
}

function ownItems(schema: JsonObject): KeptItems {
  const items = member(schema, "items") ?? member(schema, "unevaluatedItems");
  return {
    prefix: schemaList(schema, "prefixItems"),
    rest: isSchema(items) && items !== false ? items : true,
  };
}
