import {
  arrayMember,
  isObject,
  member,
  objectMember,
  type Json,
  type JsonObject,
} from "../json/json.ts";
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
 * Tells how to poll an operation; `undefined` if it cannot be polled. A pollable operation is a GET
 * that returns a JSON object with a status whose schema has an `x-lifecycle`.
 * The status is a member of the object, or at the place that the object's own `x-lifecycle` names.
 * If the object only wraps another one, the status is searched for in that one. A union has a
 * status if all branches have the same.
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
  const status = new StatusReader(schemas).of(media.schema?.json);
  if (status === undefined) return undefined;
  const { lifecycle, values } = status;
  return {
    member: placeText(status.place),
    final: finalStatuses(lifecycle, values),
    succeeded: lifecycle.steps.at(-1) ?? "",
  };
}

/** The status of an object and where it is. */
interface Status {
  /** The reference tokens of the status in the object, as of a JSON pointer. */
  readonly place: readonly string[];
  readonly lifecycle: Lifecycle;
  readonly values: readonly string[];
}

/** Finds the status of a schema, and remembers it. */
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
      // A schema that contains itself finds nothing in the inner occurrence.
      this.#known.set(schema, undefined);
      this.#known.set(schema, this.#read(this.#lookup.parts(schema)));
    }
    return this.#known.get(schema);
  }

  #read(parts: readonly JsonObject[]): Status | undefined {
    return this.#declared(parts) ?? this.#own(parts) ?? this.#alike(parts) ?? this.#inside(parts);
  }

  /** Returns the status at the place that the object's `x-lifecycle` names. */
  #declared(parts: readonly JsonObject[]): Status | undefined {
    const place = parts.map((part) => declaredPlace(member(part, "x-lifecycle"))).find(Boolean);
    if (place === undefined) return undefined;
    const found = place.reduce<readonly Json[]>(
      (schemas, name) => schemas.flatMap((one) => this.#properties(one, name)),
      parts,
    );
    return this.#at(place, found);
  }

  /** Returns the schemas of a member, from all alternatives. */
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

  /** Returns the status that all branches of a union share. */
  #alike(parts: readonly JsonObject[]): Status | undefined {
    const [first, ...rest] = alternatives(parts).map((branch) => this.of(branch));
    return rest.every((one) => JSON.stringify(one) === JSON.stringify(first)) ? first : undefined;
  }

  /**
   * Returns the status inside an envelope: an object with exactly one required object, while its
   * other members are scalars and none is a key such as `id`.
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

/** Members that identify a record: an object that has one is not an envelope. */
const keyNames = new Set(["id", "uuid", "guid", "key", "name"]);

/** Returns the alternatives of a schema's parts, without `null`. */
const alternatives = (parts: readonly JsonObject[]): Json[] =>
  parts
    .flatMap((part) => ["oneOf", "anyOf"].flatMap((keyword) => arrayMember(part, keyword)))
    .filter((one) => !isNull(one));

const isNull = (schema: Json): boolean => isObject(schema) && member(schema, "type") === "null";
