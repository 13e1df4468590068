import { arrayMember, isObject, member, type Json, type JsonObject } from "../../json/json.ts";
import { isAbsentMember } from "../variants/derive-variants.ts";
import type { ObjectPart, OtherMembers } from "./parts.ts";
import { patternPrefix } from "./pattern-prefix.ts";
import { unknown, type DocumentedSchema, type Property, type Schema } from "./schema.ts";
import type { SchemaContext, SchemaPath } from "./schema-context.ts";
import { unionOf } from "./union-of.ts";

/**
 * The functions that build nested schemas. They are passed as arguments because the files would
 * import each other otherwise.
 */
export interface SchemaBuilders {
  buildSchema(context: SchemaContext, json: Json, place: SchemaPath): Schema;
  buildDocumented(context: SchemaContext, json: Json, place: SchemaPath): DocumentedSchema;
}

/**
 * Builds the object part of a schema.
 * @param builders build the schemas of the members
 * @param isExplicit whether `type` says that the value is an object
 */
export function objectPart(
  builders: SchemaBuilders,
  context: SchemaContext,
  json: JsonObject,
  place: SchemaPath,
  isExplicit: boolean,
): ObjectPart {
  const properties = new Map<string, Omit<Property, "isRequired">>();
  const required = arrayMember(json, "required").filter((name) => typeof name === "string");
  const declared = membersOf(json, "properties");
  for (const [name, property] of declared) {
    if (isAbsentMember(property)) continue;
    const documented = builders.buildDocumented(context, property, place.below("properties", name));
    properties.set(name, { name, ...documented });
  }
  for (const [name, schema] of conditionalMembers(builders, context, json, place))
    properties.set(name, { name, schema, annotations: {} });
  const isClosed = ["additionalProperties", "unevaluatedProperties"].some((keyword) => {
    const others = member(json, keyword);
    return others === false || (others !== undefined && isAbsentMember(others));
  });
  return {
    kind: "members",
    properties,
    required: new Set(required),
    others: otherMembers(builders, context, json, place, isClosed),
    isClosed,
    isExplicit,
    isHidden: declared.length > 0 && properties.size === 0,
  };
}

function membersOf(json: Json | undefined, keyword: string): [string, Json][] {
  const found = member(json, keyword);
  return isObject(found) ? Object.entries(found) : [];
}

/**
 * Returns members that only `then`, `else` or `dependentSchemas` declare. Without them, TypeScript
 * would reject objects that have such members.
 */
function conditionalMembers(
  builders: SchemaBuilders,
  context: SchemaContext,
  json: JsonObject,
  place: SchemaPath,
): [string, Schema][] {
  const hasCondition = member(json, "if") !== undefined;
  const branches = hasCondition ? ["then", "else"] : [];
  const sources: { json: Json | undefined; place: SchemaPath }[] = [
    ...branches.map((keyword) => ({ json: member(json, keyword), place: place.below(keyword) })),
    ...membersOf(json, "dependentSchemas").map(([name, dependent]) => ({
      json: dependent,
      place: place.below("dependentSchemas", name),
    })),
  ];
  const found = new Map<string, Schema[]>();
  for (const source of sources) {
    for (const part of context.lookup.parts(source.json)) {
      for (const [name, property] of membersOf(part, "properties")) {
        if (context.lookup.property(json, name).length > 0) continue;
        if (isAbsentMember(property)) continue;
        const schema = builders.buildSchema(
          context,
          property,
          source.place.below("properties", name),
        );
        found.set(name, [...(found.get(name) ?? []), schema]);
      }
    }
  }
  return [...found].map(([name, schemas]) => [name, unionOf(schemas)]);
}

function otherMembers(
  builders: SchemaBuilders,
  context: SchemaContext,
  json: JsonObject,
  place: SchemaPath,
  isClosed: boolean,
): OtherMembers[] {
  const others: OtherMembers[] = [];
  const additional = member(json, "additionalProperties");
  const keyword = additional === undefined ? "unevaluatedProperties" : "additionalProperties";
  const unnamed = member(json, keyword);
  const isThere = isObject(unnamed) && !isAbsentMember(unnamed);
  if (isThere || (unnamed === true && keyword === "additionalProperties"))
    others.push({
      prefix: "",
      schema: builders.buildSchema(context, unnamed, place.below(keyword)),
    });
  for (const [pattern, value] of membersOf(json, "patternProperties")) {
    if (isAbsentMember(value)) continue;
    const at = place.below("patternProperties", pattern);
    const schema = builders.buildSchema(context, value, at);
    const prefix = patternPrefix(pattern);
    // Without a rule for other names, an object may have members of any name, so the index
    // signature must accept any value.
    const isOpen = prefix === undefined && !isClosed && others.length === 0;
    if (isOpen)
      context.widen(at, "patternProperties", "no type names the members that a pattern matches");
    others.push({ prefix: prefix ?? "", schema: isOpen ? unknown : schema });
  }
  return others;
}
