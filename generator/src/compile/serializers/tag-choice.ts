import { isObject, member, stringMember, type Json, type JsonObject } from "../../json.ts";
import { aliasOf, referenceOf, schemaEntries, schemaList, type Target } from "../schema-reader.ts";
import { tagValues } from "../../model/types/tagged-union.ts";
import type { DeclaredReader } from "./declared-parts.ts";
import { withoutAnnotations } from "./without-annotations.ts";

/** The alternatives of a schema, told apart by a member. */
export interface TagChoice {
  readonly property: string;
  readonly branches: readonly {
    readonly values: readonly string[];
    /** The schema of a value that has one of the values. */
    readonly chosen: Json;
  }[];
}

/**
 * The choice by its discriminator that a schema is, or that it refers to, where that tells the
 * alternatives apart (OpenAPI 3.1, section 4.8.25).
 */
export function tagChoice(
  schema: Json,
  target: Target,
  reader: DeclaredReader,
): TagChoice | undefined {
  if (!isObject(schema)) return undefined;
  const alias = aliasOf(schema);
  if (alias !== undefined) return tagChoice(withoutAnnotations(target(alias)), target, reader);
  const property = stringMember(member(schema, "discriminator"), "propertyName");
  const keyword = ["oneOf", "anyOf"].find((name) => schemaList(schema, name).length > 0);
  if (referenceOf(schema) !== undefined || property === undefined || keyword === undefined)
    return undefined;
  const branches = schemaList(schema, keyword).filter(
    (one) => reader.of(one).members !== undefined,
  );
  const values = tagValues(property, branches, target);
  if (values === undefined) return undefined;
  const { discriminator: _, [keyword]: __, ...own } = schema;
  const isAlone = Object.keys(own).every((name) => name === "type");
  return {
    property,
    branches: branches.map((branch, index) => {
      const one = withoutTag(branch, property, reader);
      return { values: values[index] ?? [], chosen: isAlone ? one : { allOf: [own, one] } };
    }),
  };
}

const tagging = new Set(["$ref", "properties", "required", "type"]);

/** A reference that says its tag beside it is what it refers to, where that has the tag itself. */
function withoutTag(branch: Json, property: string, reader: DeclaredReader): Json {
  const reference = referenceOf(branch);
  if (reference === undefined) return branch;
  const names = schemaEntries(branch as JsonObject, "properties").map(([name]) => name);
  const others = Object.keys(branch as JsonObject).filter((name) => !tagging.has(name));
  const isTag = others.length === 0 && names.every((name) => name === property);
  const plain = { $ref: reference };
  return isTag && reader.of(plain).members?.named.has(property) === true ? plain : branch;
}
