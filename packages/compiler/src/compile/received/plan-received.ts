import {
  arrayMember,
  isObject,
  member,
  stringMember,
  type Json,
} from "@openapi-packages/description/json/json";
import type { ApiModel, Operation } from "@openapi-packages/description/model/api-model";
import { isAbsentMember } from "@openapi-packages/description/model/variants/derive-variants";
import { allowedTypes } from "@openapi-packages/description/model/applied/keyword-values";
import {
  mergedSchema,
  type MergedSchema,
} from "@openapi-packages/description/model/applied/merged-schema";
import { NamedSchemas } from "../named-schemas.ts";

/** The defaults that a server adds to a request body before a handler gets it. */
export interface ReceivedPlan {
  /** Maps the name of an absent member to its default. */
  readonly defaults: ReadonlyMap<string, Json>;
  readonly members: ReadonlyMap<string, ReceivedPart>;
  readonly items: ReceivedPart | undefined;
}

/** A plan, or the name of the schema whose plan applies. */
export type ReceivedPart = ReceivedPlan | { readonly name: string };

/**
 * Plans the defaults that are added to request bodies: an absent member gets its `default`.
 * Alternatives (`oneOf`, `anyOf`) add no defaults, since the value does not tell which one applies.
 */
export class ReceivedPlanner {
  readonly #schemas: NamedSchemas;
  /** The plans of named schemas, including empty ones; a schema may refer to itself. */
  readonly #plans = new Map<string, ReceivedPlan>();
  readonly #started = new Set<string>();
  readonly #needed = new Map<string, boolean>();

  constructor(model: ApiModel) {
    this.#schemas = NamedSchemas.of(model);
  }

  /** The plans of the named schemas in use, by type name. */
  get named(): ReadonlyMap<string, ReceivedPlan> {
    return this.#plans;
  }

  /** Returns the plans of an operation's bodies by media type; empty if no body has defaults. */
  of({ requestBody }: Operation): ReadonlyMap<string, ReceivedPart> {
    const found = (requestBody?.content ?? []).flatMap(({ mediaType, kind, stream, schema }) => {
      const isRead =
        stream === undefined &&
        (kind === "json" || kind === "form" || kind === "multipart" || kind === "parts");
      const part = isRead && schema !== undefined ? this.#part(schema.schema) : undefined;
      return part === undefined ? [] : [[mediaType, part] as const];
    });
    return new Map(found);
  }

  /** @param depth the number of unnamed schemas around it */
  #part(schema: Json, depth = 0): ReceivedPart | undefined {
    const reference = referenceIn(schema);
    const named = reference === undefined ? undefined : this.#schemas.named(reference);
    if (named === undefined) return this.#plan(schema, depth);
    const { name } = named;
    if (!this.#isNeeded(name, named.schema)) return undefined;
    if (!this.#started.has(name)) {
      this.#started.add(name);
      this.#plans.set(name, this.#plan(named.schema, 0) ?? nothing);
    }
    return { name };
  }

  #plan(schema: Json, depth: number): ReceivedPlan | undefined {
    const merged = depth > deepest ? undefined : this.#merged(schema);
    if (merged === undefined) return undefined;
    const plan = this.#ownPlan(merged, depth + 1);
    return isEmpty(plan) ? undefined : plan;
  }

  #ownPlan(merged: MergedSchema, depth: number): ReceivedPlan {
    const defaults = new Map<string, Json>();
    const members = new Map<string, ReceivedPart>();
    for (const [name, property] of merged.properties) {
      if (isAbsentMember(property)) continue;
      const value = this.#default(property);
      if (value !== undefined) defaults.set(name, value);
      const part = this.#part(property, depth);
      if (part !== undefined) members.set(name, part);
    }
    const items = member(merged.keywords, "items");
    const isList = items !== undefined && member(merged.keywords, "prefixItems") === undefined;
    return { defaults, members, items: isList ? this.#part(items, depth) : undefined };
  }

  /** Returns the default of a member, if its type allows the value. */
  #default(property: Json): Json | undefined {
    const merged = this.#merged(property);
    const value = member(merged?.keywords, "default");
    if (merged === undefined || value === undefined) return undefined;
    const types = allowedTypes(merged.schemas);
    const isPermitted = types === undefined || typeNames(value).some((one) => types.has(one));
    return isPermitted ? value : undefined;
  }

  #merged(schema: Json): MergedSchema | undefined {
    return mergedSchema((reference) => this.#schemas.target(reference), schema);
  }

  #isNeeded(name: string, schema: Json): boolean {
    const known = this.#needed.get(name);
    if (known !== undefined) return known;
    const isNeeded = this.#does(schema, new Set());
    this.#needed.set(name, isNeeded);
    return isNeeded;
  }

  /** True if a schema adds defaults to its values, at any depth. */
  #does(schema: Json, seen: Set<Json>, depth = 0): boolean {
    if (!isObject(schema) || seen.has(schema) || depth > deepest) return false;
    seen.add(schema);
    const merged = this.#merged(schema);
    if (merged === undefined) return false;
    for (const property of merged.properties.values()) {
      if (isAbsentMember(property)) continue;
      if (this.#default(property) !== undefined) return true;
      if (this.#does(property, seen, depth + 1)) return true;
    }
    const items = member(merged.keywords, "items");
    return items !== undefined && this.#does(items, seen, depth + 1);
  }
}

/** The limit of nested unnamed schemas. */
const deepest = 12;

const nothing: ReceivedPlan = {
  defaults: new Map(),
  members: new Map(),
  items: undefined,
};

/** Keywords beside a reference that do not affect members. */
const annotations = new Set(
  "$ref allOf title description default deprecated example examples readOnly writeOnly externalDocs xml".split(
    " ",
  ),
);

/** Returns the reference of a schema that consists of one reference and annotations. */
function referenceIn(schema: Json): string | undefined {
  if (!isObject(schema)) return undefined;
  if (!Object.keys(schema).every((name) => annotations.has(name) || name.startsWith("x-")))
    return undefined;
  const reference = stringMember(schema, "$ref");
  const [only, another] = arrayMember(schema, "allOf");
  if (reference !== undefined) return only === undefined ? reference : undefined;
  return only !== undefined && another === undefined ? referenceIn(only) : undefined;
}

function typeNames(value: Json): string[] {
  if (value === null) return ["null"];
  if (Array.isArray(value)) return ["array"];
  if (typeof value === "number")
    return Number.isInteger(value) ? ["integer", "number"] : ["number"];
  return [typeof value];
}

const isEmpty = ({ defaults, members, items }: ReceivedPlan): boolean =>
  defaults.size === 0 && members.size === 0 && items === undefined;
