import {
  arrayMember,
  isObject,
  member,
  objectMember,
  type Json,
  type JsonObject,
} from "../json.ts";
import type { OperationResponse, Polling } from "./api-model.ts";
import { finalStatuses, lifecycleOf } from "./lifecycle.ts";
import type { ModelContext } from "./model-context.ts";
import { SchemaLookup } from "./types/schema-lookup.ts";

/**
 * How an operation is polled: one that reads a JSON object with a member whose schema has an `x-lifecycle`,
 * so that its description says where the status moves to. A union is polled by the member of all its branches.
 */
export function buildPolling(
  { schemas }: ModelContext,
  method: string,
  responses: readonly OperationResponse[],
): Polling | undefined {
  if (method !== "GET") return undefined;
  const successes = responses.filter(({ status }) => status.startsWith("2"));
  const [media, ...others] = successes.flatMap(({ content }) => content);
  if (media?.kind !== "json" || media.stream !== undefined || others.length > 0) return undefined;
  return new StatusReader(schemas).of(media.schema?.schema);
}

/** Finds the member with the status of schemas, of each once. */
class StatusReader {
  readonly #lookup: SchemaLookup;
  readonly #known = new Map<JsonObject, Polling | undefined>();

  constructor(schemas: JsonObject) {
    this.#lookup = new SchemaLookup(schemas);
  }

  of(given: Json | undefined): Polling | undefined {
    const schema = this.#lookup.follow(given);
    if (schema === undefined) return undefined;
    if (!this.#known.has(schema)) {
      // What a schema says of itself by way of others says nothing.
      this.#known.set(schema, undefined);
      this.#known.set(schema, this.#read(this.#lookup.parts(schema)));
    }
    return this.#known.get(schema);
  }

  #read(parts: readonly JsonObject[]): Polling | undefined {
    for (const part of parts) {
      for (const [name, property] of Object.entries(objectMember(part, "properties") ?? {})) {
        const found = lifecycleOf(this.#lookup.parts(property));
        if (found === undefined) continue;
        const { lifecycle, values } = found;
        const final = finalStatuses(lifecycle, values);
        return { member: name, final, succeeded: lifecycle.steps.at(-1) ?? "" };
      }
    }
    const branches = parts.flatMap((part) =>
      ["oneOf", "anyOf"].flatMap((keyword) => arrayMember(part, keyword)),
    );
    const known = branches.filter((branch) => !isNull(branch));
    const [first, ...rest] = known.map((branch) => this.of(branch));
    return rest.every((one) => JSON.stringify(one) === JSON.stringify(first)) ? first : undefined;
  }
}

const isNull = (schema: Json): boolean => isObject(schema) && member(schema, "type") === "null";
