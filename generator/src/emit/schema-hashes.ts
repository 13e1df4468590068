import { objectMember } from "../json.ts";
import type { ApiModel } from "../model/api-model.ts";
import { schemaText } from "../model/schema-text.ts";
import { reachableNames } from "../model/variants/directions.ts";
import { sha256 } from "../write/text-cache.ts";

/** Tells by hashes whether schemas, and what they refer to, are what they were. */
export interface SchemaHashes {
  /** Changes when any schema of the description does. */
  readonly all: string;
  /** Changes when a schema does that one of these is or refers to, at whatever remove. */
  reachedFrom(names: Iterable<string>): string;
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
  const own = objectMember(objectMember(document, "components"), "schemas") ?? {};
  for (const [name, schema] of Object.entries(own)) {
    const text = schemaText(schema);
    hashes.set(name, text.hash);
    references.set(name, text.names);
    hasIdentifiers ||= text.hasIdentifiers;
  }
  const named = schemas.map(({ name, typeName, view }) => [name, typeName, view]);
  const all = sha256(JSON.stringify([[...hashes], named]));
  // What has an anchor or an identifier may be meant from anywhere.
  const everything = hasIdentifiers ? all : "";
  const folded = new Map<string, string>();
  const fold = (name: string): string => {
    const reached = [...reachableNames([name], references)];
    return sha256(reached.map((one) => `${one} ${hashes.get(one) ?? ""}`).join("\n"));
  };
  return {
    all,
    reachedFrom(names) {
      const texts = [...names].map((name) => {
        const hash = folded.get(name) ?? fold(name);
        folded.set(name, hash);
        return `${name} ${hash}`;
      });
      return [everything, ...texts].join("\n");
    },
  };
}
