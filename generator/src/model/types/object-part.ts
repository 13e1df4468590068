import { arrayMember, isObject, member, type Json, type JsonObject } from "../../json.ts";
import { isAbsentMember } from "../variants/derive-variants.ts";
import type { ObjectPart, Rest } from "./parts.ts";
import { patternPrefix } from "./pattern-prefix.ts";
import type { TypeContext, TypePlace } from "./type-context.ts";
import { unionShape } from "./union-shape.ts";

/** Makes the types of what lies in a schema. */
export interface TypeMakers {
  /** With documentation. */
  typeSchema(context: TypeContext, schema: Json, place: TypePlace): Json;
  /** Without it. */
  typeShape(context: TypeContext, schema: Json, place: TypePlace): Json;
}

/**
 * The members of an object.
 *
 * @param makers make the types of its members
 * @param isExplicit whether `type` says that it is an object, where nothing else does
 */
export function objectPart(
  makers: TypeMakers,
  context: TypeContext,
  schema: JsonObject,
  place: TypePlace,
  isExplicit: boolean,
): ObjectPart {
  const properties = new Map<string, Json>();
  const required = new Set(
    arrayMember(schema, "required").filter((name) => typeof name === "string"),
  );
  const declared = membersOf(schema, "properties");
  for (const [name, property] of declared) {
    if (isAbsentMember(property)) continue;
    properties.set(name, makers.typeSchema(context, property, place.below("properties", name)));
  }
  addConditional(makers, context, schema, place, properties);
  const isClosed = ["additionalProperties", "unevaluatedProperties"].some((keyword) => {
    const others = member(schema, keyword);
    return others === false || (others !== undefined && isAbsentMember(others));
  });
  return {
    kind: "object",
    properties,
    required,
    rest: restOf(makers, context, schema, place, isClosed),
    isClosed,
    isExplicit,
    isHollow: declared.length > 0 && properties.size === 0,
  };
}

function membersOf(schema: Json | undefined, keyword: string): [string, Json][] {
  const found = member(schema, keyword);
  return isObject(found) ? Object.entries(found) : [];
}

/**
 * Members that only `then`, `else` or `dependentSchemas` know may be there: without them such a value
 * could not be written down.
 */
function addConditional(
  makers: TypeMakers,
  context: TypeContext,
  schema: JsonObject,
  place: TypePlace,
  properties: Map<string, Json>,
): void {
  const hasCondition = member(schema, "if") !== undefined;
  const branches = hasCondition ? ["then", "else"] : [];
  const sources: { schema: Json | undefined; place: TypePlace }[] = [
    ...branches.map((keyword) => ({
      schema: member(schema, keyword),
      place: place.below(keyword),
    })),
    ...membersOf(schema, "dependentSchemas").map(([name, dependent]) => ({
      schema: dependent,
      place: place.below("dependentSchemas", name),
    })),
  ];
  const found = new Map<string, Json[]>();
  for (const source of sources) {
    for (const part of context.lookup.parts(source.schema)) {
      for (const [name, property] of membersOf(part, "properties")) {
        if (context.lookup.property(schema, name).length > 0) continue;
        if (isAbsentMember(property)) continue;
        const shape = makers.typeShape(context, property, source.place.below("properties", name));
        found.set(name, [...(found.get(name) ?? []), shape]);
      }
    }
  }
  for (const [name, shapes] of found) properties.set(name, unionShape(shapes));
}

function restOf(
  makers: TypeMakers,
  context: TypeContext,
  schema: JsonObject,
  place: TypePlace,
  isClosed: boolean,
): Rest[] {
  const rest: Rest[] = [];
  const additional = member(schema, "additionalProperties");
  const keyword = additional === undefined ? "unevaluatedProperties" : "additionalProperties";
  const others = member(schema, keyword);
  const isThere = isObject(others) && !isAbsentMember(others);
  if (isThere || (others === true && keyword === "additionalProperties"))
    rest.push({ prefix: "", shape: makers.typeShape(context, others, place.below(keyword)) });
  for (const [pattern, value] of membersOf(schema, "patternProperties")) {
    if (isAbsentMember(value)) continue;
    const at = place.below("patternProperties", pattern);
    const shape = makers.typeShape(context, value, at);
    const prefix = patternPrefix(pattern);
    // An object without any rule for other names may have them; a type of all names must allow that.
    const isOpen = prefix === undefined && !isClosed && rest.length === 0;
    if (isOpen)
      context.widen(at, "patternProperties", "no type names the members that a pattern matches");
    rest.push({ prefix: prefix ?? "", shape: isOpen ? {} : shape });
  }
  return rest;
}
