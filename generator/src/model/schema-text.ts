import type { Json } from "../json.ts";
import { schemaName } from "../subschemas.ts";
import { sha256 } from "../write/text-cache.ts";

/** What is known of a schema by its text. */
export interface SchemaText {
  readonly hash: string;
  /** The names of the schemas that it refers to. */
  readonly names: ReadonlySet<string>;
  /** Whether it may be meant from anywhere, or mean what is elsewhere, by an identifier. */
  readonly hasIdentifiers: boolean;
}

const known = new WeakMap<object, SchemaText>();

/** Looks at the text of a schema, once for a schema: nobody may change it any more. */
export function schemaText(schema: Json): SchemaText {
  if (typeof schema !== "object" || schema === null) return read(schema);
  const found = known.get(schema) ?? read(schema);
  known.set(schema, found);
  return found;
}

function read(schema: Json): SchemaText {
  const text = JSON.stringify(schema);
  const hasIdentifiers = /"\$(?:anchor|dynamicAnchor|dynamicRef|id)":/.test(text);
  return { hash: sha256(text), names: schemaNamesIn(text), hasIdentifiers };
}

/** The names of all schemas that a text refers to in any way, as a discriminator's mapping does too. */
export function schemaNamesIn(text: string): Set<string> {
  const names = new Set<string>();
  for (const [reference] of text.matchAll(/"#\/components\/schemas\/(?:[^"\\]|\\.)*"/g)) {
    const name = schemaName(JSON.parse(reference) as string);
    if (name !== undefined) names.add(name);
  }
  return names;
}
