import { arrayMember, isObject, member, stringMember, type Json } from "../../json.ts";
import type { ApiModel, Operation } from "../../model/api-model.ts";
import { isAbsentMember } from "../../model/variants/derive-variants.ts";
import { allowedTypes } from "../../model/applied/keyword-values.ts";
import { mergedSchema, type MergedSchema } from "../../model/applied/merged-schema.ts";
import { NamedSchemas } from "../named-schemas.ts";

/** The defaults that a server fills into a request's body before a handler sees it. */
export interface ReceivedPlan {
  /** Name → value of members that are left out. */
  readonly defaults: ReadonlyMap<string, Json>;
  readonly members: ReadonlyMap<string, ReceivedPart>;
  readonly items: ReceivedPart | undefined;
}

/** A plan by itself, or that of a schema with a name. */
export type ReceivedPart = ReceivedPlan | { readonly name: string };

/**
 * Plans what is filled into the bodies of requests: members with a `default` have it where they are left out.
 * Of alternatives (`oneOf`, `anyOf`) nothing is filled in, since the value alone does not say which of them it is.
 */
export class ReceivedPlanner {
  readonly #schemas: NamedSchemas;
  /** The plans of schemas with names, those that do nothing too; a schema may lead back to itself. */
  readonly #plans = new Map<string, ReceivedPlan>();
  readonly #started = new Set<string>();
  readonly #needed = new Map<string, boolean>();

  constructor(model: ApiModel) {
    this.#schemas = NamedSchemas.of(model);
  }

  /** The plans of schemas with names that others refer to, by the names of their types. */
  get named(): ReadonlyMap<string, ReceivedPlan> {
    return this.#plans;
  }

  /** The plans of an operation's bodies by media type; empty where nothing is to be done. */
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

  /** @param depth the number of schemas without a name around it */
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

  /** The value that stands for a member that is left out, where it is of a type that the member permits. */
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

  /** True if anything is filled into values of a schema, or into what lies in them. */
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

/** The schemas without a name in each other that are looked into. */
const deepest = 12;

const nothing: ReceivedPlan = {
  defaults: new Map(),
  members: new Map(),
  items: undefined,
};

/** Keywords beside a reference that say nothing of members. */
const annotations = new Set(
  "$ref allOf title description default deprecated example examples readOnly writeOnly externalDocs xml".split(
    " ",
  ),
);

/** The reference that a schema consists of, but for annotations. */
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
