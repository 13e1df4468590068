import {
  arrayMember,
  isObject,
  member,
  stringMember,
  type Json,
  type JsonObject,
} from "../../json/json.ts";
import { typeName } from "../../names/names.ts";
import { schemaReference } from "../../json/subschemas.ts";
import type { Bundle } from "../bundle/bundle.ts";

/**
 * Names objects, unions and enums within named schemas, by moving them to `components.schemas`: `owner` of
 * `CreatePetBody` becomes `CreatePetBodyOwner`, the items of its list `toys` become `CreatePetBodyToysItem`.
 * The name is the `x-name`, or is made of the names on the path to it, so that an edit elsewhere changes
 * none. A schema whose name is taken stays inline. Branches of unions are named if they have a `title`.
 * Changes the document in place.
 */
export function nameMembers({ value, move }: Bundle): void {
  const schemas = member(member(value, "components"), "schemas");
  if (!isObject(schemas)) return;
  const taken = new Set(Object.keys(schemas).map(typeName));
  // Grows during the loop: each schema that is named may contain others.
  const left = Object.keys(schemas);
  for (let name = left.shift(); name !== undefined; name = left.shift()) {
    const above = ["components", "schemas", name];
    for (const place of placesOf(schemas[name], typeName(name))) {
      const { holder, key, schema, path } = place;
      const own = stringMember(schema, "x-name") ?? place.name;
      if (!isWorthNaming(schema) || taken.has(typeName(own))) continue;
      taken.add(typeName(own));
      left.push(own);
      schemas[own] = schema;
      holder[key] = { $ref: schemaReference(own) };
      const from = [...above, ...path].map(escaped).join("");
      move([{ from, to: ["components", "schemas", own].map(escaped).join("") }]);
    }
  }
}

/** A schema within a named one, with the name of its place. */
interface MemberPlace {
  readonly holder: Record<string | number, Json>;
  readonly key: string | number;
  readonly schema: JsonObject;
  readonly name: string;
  readonly path: readonly (string | number)[];
}

const escaped = (part: string | number): string =>
  `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`;

/** True if a schema deserves a type of its own: an object with members, a union or an enum. */
function isWorthNaming(schema: JsonObject): boolean {
  if (schema["$ref"] !== undefined) return false;
  const properties = member(schema, "properties");
  return (
    (isObject(properties) && Object.keys(properties).length > 0) ||
    arrayMember(schema, "enum").length > 1 ||
    ["oneOf", "anyOf", "allOf"].some((keyword) => arrayMember(schema, keyword).length > 1)
  );
}

/** Finds the schemas within a schema that could be named, not looking into those that deserve a name. */
function placesOf(schema: Json | undefined, name: string): MemberPlace[] {
  const found: MemberPlace[] = [];
  const visit = (node: Json | undefined, at: string, path: MemberPlace["path"]): void => {
    if (!isObject(node)) return;
    for (const { holder, key, suffix, way } of heldBy(node)) {
      const inner = holder[key];
      if (!isObject(inner)) continue;
      const own = `${at}${suffix}`;
      const further = [...path, ...way];
      // A part of `allOf` describes the same object as the whole.
      const isPart = suffix === "";
      if (!isPart) found.push({ holder, key, schema: inner, name: own, path: further });
      if (isPart || !isWorthNaming(inner)) visit(inner, own, further);
    }
  };
  visit(schema, name, []);
  return found;
}

interface Held {
  readonly holder: Record<string | number, Json>;
  readonly key: string | number;
  /** The text that its name adds to that of its holder. */
  readonly suffix: string;
  readonly way: readonly (string | number)[];
}

function heldBy(node: JsonObject): Held[] {
  const held: Held[] = [];
  const properties = member(node, "properties");
  for (const key of Object.keys(isObject(properties) ? properties : {})) {
    const holder = properties as Record<string, Json>;
    held.push({ holder, key, suffix: typeName(key), way: ["properties", key] });
  }
  const single = node as Record<string, Json>;
  for (const [key, suffix] of [
    ["items", "Item"],
    ["additionalProperties", "Value"],
  ] as const)
    held.push({ holder: single, key, suffix, way: [key] });
  for (const keyword of ["allOf", "oneOf", "anyOf"]) {
    const list = arrayMember(node, keyword) as unknown as Record<number, Json>;
    for (const [index, branch] of arrayMember(node, keyword).entries()) {
      const title = stringMember(branch, "title") ?? stringMember(branch, "x-name");
      if (keyword !== "allOf" && title === undefined) continue;
      const suffix = keyword === "allOf" ? "" : typeName(title ?? "");
      held.push({ holder: list, key: index, suffix, way: [keyword, index] });
    }
  }
  return held;
}
