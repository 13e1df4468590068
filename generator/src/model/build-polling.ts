import {
  arrayMember,
  isObject,
  member,
  objectMember,
  type Json,
  type JsonObject,
} from "../json.ts";
import type { OperationResponse, Polling } from "./api-model.ts";
import {
  declaredPlace,
  finalStatuses,
  lifecycleOf,
  placeText,
  type Lifecycle,
} from "./lifecycle.ts";
import type { ModelContext } from "./model-context.ts";
import { SchemaLookup } from "./types/schema-lookup.ts";

/**
 * How an operation is polled: one that reads a JSON object with a status whose schema has an `x-lifecycle`,
 * so that its description says where the status moves to. The status is a member of the object, or where the
 * object's own `x-lifecycle` says; of an object that is but the envelope of another, it is that one's. A union is
 * polled by the place that all its branches have.
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
  const status = new StatusReader(schemas).of(media.schema?.schema);
  if (status === undefined) return undefined;
  const { lifecycle, values } = status;
  return {
    member: placeText(status.place),
    final: finalStatuses(lifecycle, values),
    succeeded: lifecycle.steps.at(-1) ?? "",
  };
}

/** The status of an object. */
interface Status {
  /** The reference tokens of its place. */
  readonly place: readonly string[];
  readonly lifecycle: Lifecycle;
  readonly values: readonly string[];
}

/** Finds the status of schemas, of each once. */
class StatusReader {
  readonly #lookup: SchemaLookup;
  readonly #known = new Map<JsonObject, Status | undefined>();

  constructor(schemas: JsonObject) {
    this.#lookup = new SchemaLookup(schemas);
  }

  of(given: Json | undefined): Status | undefined {
    const schema = this.#lookup.follow(given);
    if (schema === undefined) return undefined;
    if (!this.#known.has(schema)) {
      // What a schema says of itself by way of others says nothing.
      this.#known.set(schema, undefined);
      this.#known.set(schema, this.#read(this.#lookup.parts(schema)));
    }
    return this.#known.get(schema);
  }

  #read(parts: readonly JsonObject[]): Status | undefined {
    return this.#declared(parts) ?? this.#own(parts) ?? this.#alike(parts) ?? this.#inside(parts);
  }

  /** The status at the place that the object names. */
  #declared(parts: readonly JsonObject[]): Status | undefined {
    const place = parts.map((part) => declaredPlace(member(part, "x-lifecycle"))).find(Boolean);
    if (place === undefined) return undefined;
    const found = place.reduce<readonly Json[]>(
      (schemas, name) => schemas.flatMap((one) => this.#properties(one, name)),
      parts,
    );
    return this.#at(place, found);
  }

  /** The schemas of a member, in whichever alternative. */
  #properties(schema: Json, name: string): Json[] {
    return [
      ...this.#lookup.property(schema, name),
      ...alternatives(this.#lookup.parts(schema)).flatMap((one) => this.#properties(one, name)),
    ];
  }

  #own(parts: readonly JsonObject[]): Status | undefined {
    for (const part of parts) {
      for (const [name, property] of Object.entries(objectMember(part, "properties") ?? {})) {
        const found = this.#at([name], [property]);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  #at(place: readonly string[], schemas: readonly Json[]): Status | undefined {
    const found = lifecycleOf(
      schemas.flatMap((one) => {
        const parts = this.#lookup.parts(one);
        const [only, ...others] = alternatives(parts);
        return others.length > 0 ? parts : [...parts, ...this.#lookup.parts(only)];
      }),
    );
    return found && { place, ...found };
  }

  /** The status that all branches of a union have. */
  #alike(parts: readonly JsonObject[]): Status | undefined {
    const [first, ...rest] = alternatives(parts).map((branch) => this.of(branch));
    return rest.every((one) => JSON.stringify(one) === JSON.stringify(first)) ? first : undefined;
  }

  /**
   * The status of what an envelope holds: the one object that it always has, where nothing else in it is an object, a list
   * or a key of its own.
   */
  #inside(parts: readonly JsonObject[]): Status | undefined {
    const properties = parts.flatMap((part) =>
      Object.entries(objectMember(part, "properties") ?? {}),
    );
    const [first, ...others] = properties.filter(([, property]) => !this.#isScalar(property));
    if (first === undefined || others.length > 0) return undefined;
    const [name, held] = first;
    const isAlways = parts.some((part) => arrayMember(part, "required").includes(name));
    if (!isAlways || properties.some(([own]) => keyNames.has(own.toLowerCase()))) return undefined;
    const status = this.of(held);
    return status && { ...status, place: [name, ...status.place] };
  }

  #isScalar(schema: Json): boolean {
    const types = this.#lookup.parts(schema).flatMap((part) => member(part, "type") ?? []);
    return types.length > 0 && types.flat().every((type) => type !== "object" && type !== "array");
  }
}

/** Members that name a record: an object that has one is no envelope. */
const keyNames = new Set(["id", "uuid", "guid", "key", "name"]);

/** The alternatives of a schema's parts that are more than `null`. */
const alternatives = (parts: readonly JsonObject[]): Json[] =>
  parts
    .flatMap((part) => ["oneOf", "anyOf"].flatMap((keyword) => arrayMember(part, keyword)))
    .filter((one) => !isNull(one));

const isNull = (schema: Json): boolean => isObject(schema) && member(schema, "type") === "null";
