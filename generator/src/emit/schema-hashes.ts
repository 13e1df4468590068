import { objectMember } from "../load/json.ts";
import { schemaName } from "../load/subschemas.ts";
import type { ApiModel } from "../model/api-model.ts";
import { reachableNames } from "../model/views/directions.ts";
import { sha256 } from "../write/text-cache.ts";

/** Tells by hashes whether schemas, and what they refer to, are what they were. */
export interface SchemaHashes {
  /** Changes when any schema of the description does. */
  readonly all: string;
  /** Changes when a schema does that a JSON text refers to, at whatever remove. */
  reachedFrom(text: string): string;
}

const known = new WeakMap<ApiModel, SchemaHashes>();

/** The hashes of a model's schemas, worked out once for the model. */
export function schemaHashes(model: ApiModel): SchemaHashes {
  const hashes = known.get(model) ?? hashSchemas(model);
  known.set(model, hashes);
  return hashes;
}

function hashSchemas({ document, schemas }: ApiModel): SchemaHashes {
  const hashes = new Map<string, string>();
  const references = new Map<string, ReadonlySet<string>>();
  let hasIdentifiers = false;
  const named = objectMember(objectMember(document, "components"), "schemas") ?? {};
  for (const [name, schema] of Object.entries(named)) {
    const text = JSON.stringify(schema);
    hashes.set(name, sha256(text));
    references.set(name, namesIn(text));
    hasIdentifiers ||= /"\$(?:anchor|dynamicAnchor|dynamicRef|id)":/.test(text);
  }
  const names = schemas.map(({ name, typeName, view }) => [name, typeName, view]);
  const all = sha256(JSON.stringify([[...hashes], names]));
  // What has an anchor or an identifier may be meant from anywhere.
  const everything = hasIdentifiers ? all : "";
  return {
    all,
    reachedFrom(text) {
      const reached = [...reachableNames(namesIn(text), references)];
      return [everything, ...reached.map((name) => `${name} ${hashes.get(name) ?? ""}`)].join("\n");
    },
  };
}

/** The names of all schemas that a text refers to in any way, as a discriminator's mapping does too. */
function namesIn(text: string): Set<string> {
  const names = new Set<string>();
  for (const [reference] of text.matchAll(/"#\/components\/schemas\/(?:[^"\\]|\\.)*"/g)) {
    const name = schemaName(JSON.parse(reference) as string);
    if (name !== undefined) names.add(name);
  }
  return names;
}
