import { isObject, type Json, type JsonObject } from "@openapi-packages/description/json/json";
import type { TraitReader } from "@openapi-packages/description/model/unions/trait-reader";
import type { TagValue } from "@openapi-packages/description/model/unions/traits";
import { unionTag } from "@openapi-packages/description/model/unions/union-choice";
import { aliasOf, referenceOf, schemaEntries, schemaList, type Target } from "../schema-reader.ts";
import type { DeclaredReader } from "./declared-parts.ts";
import { withoutAnnotations } from "@openapi-packages/description/json/annotation-keywords";

/** The alternatives of a schema, selected by the value of one member. */
export interface TagChoice {
  readonly property: string;
  readonly branches: readonly {
    readonly values: readonly TagValue[];
    /** The schema of an object whose member has one of the values. */
    readonly chosen: Json;
  }[];
  /** The schema of an object whose member has another value, if there is one. */
  readonly otherwise: Json | undefined;
}

/** The readers that finding a choice needs. */
interface TagContext {
  readonly target: Target;
  readonly traits: TraitReader;
  readonly reader: DeclaredReader;
}

/**
 * Returns the choice that a schema, or the schema it refers to, makes by a member; `undefined` if
 * no member tells the alternatives apart.
 */
export function tagChoice(schema: Json, context: TagContext): TagChoice | undefined {
  const { target, traits, reader } = context;
  if (!isObject(schema)) return undefined;
  const alias = aliasOf(schema);
  if (alias !== undefined) return tagChoice(withoutAnnotations(target(alias)), context);
  const keyword = (["oneOf", "anyOf"] as const).find((name) => schemaList(schema, name).length > 0);
  if (referenceOf(schema) !== undefined || keyword === undefined) return undefined;
  const tag = unionTag(schema, keyword, traits);
  if (tag === undefined) return undefined;
  const { discriminator: _, [keyword]: __, ...own } = schema;
  const isAlone = Object.keys(own).every((name) => name === "type");
  const chosen = schemaList(schema, keyword).map((branch): Json => {
    const one = withoutTag(branch, tag.property, reader);
    return isAlone ? one : { allOf: [own, one] };
  });
  const branches = chosen.map((one, index) => ({ values: tag.values[index] ?? [], chosen: one }));
  return {
    property: tag.property,
    branches: branches.filter(({ values }) => values.length > 0),
    otherwise: tag.fallback === undefined ? undefined : chosen[tag.fallback],
  };
}

const tagging = new Set(["$ref", "not", "properties", "required", "type"]);

/**
 * Reduces a branch to its reference if it only repeats the tag that the referenced schema declares.
 */
function withoutTag(branch: Json, property: string, reader: DeclaredReader): Json {
  const reference = referenceOf(branch);
  if (reference === undefined) return branch;
  const names = schemaEntries(branch as JsonObject, "properties").map(([name]) => name);
  const others = Object.keys(branch as JsonObject).filter((name) => !tagging.has(name));
  const isTag = others.length === 0 && names.every((name) => name === property);
  const plain = { $ref: reference };
  return isTag && reader.of(plain).members?.named.has(property) === true ? plain : branch;
}
