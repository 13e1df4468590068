import { isObject, member, stringMember, type Json, type JsonObject } from "../../json.ts";
import { schemaEntries, schemaList } from "../validators/subschemas.ts";
import { tagValues } from "../validators/tagged-checks.ts";
import type { KeptParts, Target } from "./kept-parts.ts";
import { withoutAnnotations } from "./said-schema.ts";

/** A schema whose alternatives are told apart by a member. */
export interface TaggedUnion {
  readonly property: string;
  readonly branches: readonly {
    readonly values: readonly string[];
    /** What holds of a value that has one of the values. */
    readonly chosen: Json;
  }[];
}

/**
 * The union that a schema is, or that it refers to, where its discriminator tells the alternatives
 * apart (OpenAPI 3.1, section 4.8.25).
 */
export function taggedUnion(
  schema: Json,
  target: Target,
  parts: (schema: Json) => KeptParts,
): TaggedUnion | undefined {
  if (!isObject(schema)) return undefined;
  const reference = stringMember(schema, "$ref");
  if (reference !== undefined)
    return Object.keys(schema).length === 1
      ? taggedUnion(withoutAnnotations(target(reference)), target, parts)
      : undefined;
  const property = stringMember(member(schema, "discriminator"), "propertyName");
  const keyword = ["oneOf", "anyOf"].find((name) => schemaList(schema, name).length > 0);
  if (property === undefined || keyword === undefined) return undefined;
  const branches = schemaList(schema, keyword).filter((one) => parts(one).members !== undefined);
  const values = tagValues(property, branches, { target });
  if (values === undefined) return undefined;
  const { discriminator: _, [keyword]: __, ...own } = schema;
  return {
    property,
    branches: branches.map((branch, index) => {
      const one = withoutTag(branch, property, parts);
      const isAlone = Object.keys(own).every((name) => name === "type");
      const chosen = isAlone ? one : { allOf: [own, one] };
      return { values: values[index] ?? [], chosen };
    }),
  };
}

/** A reference that says its tag beside it is what it refers to, where that has the tag itself. */
function withoutTag(branch: Json, property: string, parts: (schema: Json) => KeptParts): Json {
  const reference = stringMember(branch, "$ref");
  if (reference === undefined) return branch;
  const names = schemaEntries(branch as JsonObject, "properties").map(([name]) => name);
  const others = Object.keys(branch as JsonObject).filter((name) => !tagging.has(name));
  const isTag = others.length === 0 && names.every((name) => name === property);
  const plain = { $ref: reference };
  return isTag && parts(plain).members?.named.has(property) === true ? plain : branch;
}

const tagging = new Set(["$ref", "properties", "required", "type"]);
