import {
  arrayMember,
  isObject,
  member,
  stringMember,
  type Json,
  type JsonObject,
} from "../json.ts";

/** Gives the schema that a reference leads to. */
export type Target = (reference: string) => Json;

/** A schema with what it refers to and its `allOf` in one; alternatives stand beside. */
export interface FlatSchema {
  /** The keywords beside properties, the first that says something counts. */
  readonly keywords: JsonObject;
  readonly properties: ReadonlyMap<string, Json>;
  readonly required: ReadonlySet<string>;
  /** Each list of which one, or some, have to hold: `oneOf`, `anyOf`. */
  readonly alternatives: readonly (readonly Json[])[];
}

/** Reads a schema with all that holds of the same value; `undefined` for one that nothing conforms to. */
export function flatSchema(schema: Json, target: Target): FlatSchema | undefined {
  const keywords = new Map<string, Json>();
  const properties = new Map<string, Json>();
  const required = new Set<string>();
  const alternatives: (readonly Json[])[] = [];
  const seen = new Set<Json>();
  let isPossible = true;
  const add = (part: Json): void => {
    if (part === false) isPossible = false;
    if (!isObject(part) || seen.has(part)) return;
    seen.add(part);
    for (const [keyword, value] of Object.entries(part))
      if (!keywords.has(keyword)) keywords.set(keyword, value);
    for (const name of arrayMember(part, "required")) required.add(String(name));
    const own = member(part, "properties");
    for (const [name, property] of Object.entries(isObject(own) ? own : {})) {
      const known = properties.get(name);
      properties.set(name, known === undefined ? property : { allOf: [known, property] });
    }
    for (const keyword of ["oneOf", "anyOf"]) {
      const list = arrayMember(part, keyword);
      if (list.length > 0) alternatives.push(list);
    }
    const reference = stringMember(part, "$ref");
    if (reference !== undefined) add(target(reference));
    arrayMember(part, "allOf").forEach(add);
  };
  add(schema);
  return isPossible
    ? { keywords: Object.fromEntries(keywords), properties, required, alternatives }
    : undefined;
}

/** The types that a schema permits; empty where it permits all. */
export function typesOf({ keywords, properties }: FlatSchema): ReadonlySet<string> {
  const type = member(keywords, "type");
  if (typeof type === "string") return new Set([type]);
  if (Array.isArray(type)) return new Set(type.map(String));
  if (properties.size > 0) return new Set(["object"]);
  return new Set(member(keywords, "items") === undefined ? [] : ["array"]);
}
