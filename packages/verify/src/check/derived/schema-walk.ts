import { member as memberOf, type Json, type JsonObject } from "@openapi-packages/description";
import { oncePerApi } from "../../description/once-per-api.ts";
import type { VerifiedApi, VerifiedOperation } from "../../description/verified-api.ts";
import { applicableSchemas, memberNames, memberSchemas } from "../../schema/members.ts";

/** The depth to which the schemas of an answer are searched. */
const deepest = 4;

/** A schema within an answer, and its place there; `*` is each item of a list. */
export interface PlacedSchema {
  readonly schema: Json;
  readonly place: readonly string[];
}

/** What a search finds in a schema, and the place of that in an answer. */
export interface PlacedRule<Rule> {
  readonly place: readonly string[];
  readonly rule: Rule;
}

/** Walks through the schemas of answers, each once for an operation, the outermost first. */
export class SchemaWalk {
  readonly #document: JsonObject;
  readonly #operations: readonly VerifiedOperation[];
  readonly #placed = new Map<VerifiedOperation, readonly PlacedSchema[]>();
  /** What each schema has inside, which many operations share. */
  readonly #inside = new Map<Json, readonly (readonly [token: string, schema: Json])[]>();

  constructor({ description, operations }: VerifiedApi) {
    this.#document = description.model.document;
    this.#operations = operations;
  }

  /** Returns the schemas in the successful answers of an operation. */
  of(operation: VerifiedOperation): readonly PlacedSchema[] {
    const placed = this.#placed.get(operation) ?? this.#search(operation);
    this.#placed.set(operation, placed);
    return placed;
  }

  /** Returns what a search finds in the answers of each operation, by its identifier. It sees each schema once. */
  rules<Rule>(
    search: (schema: Json) => readonly Rule[],
  ): ReadonlyMap<string, readonly PlacedRule<Rule>[]> {
    const known = new Map<Json, readonly Rule[]>();
    const rulesIn = (schema: Json): readonly Rule[] => {
      const rules = known.get(schema) ?? search(schema);
      known.set(schema, rules);
      return rules;
    };
    return new Map(
      this.#operations.map((one) => [
        one.id,
        this.of(one).flatMap(({ schema, place }) =>
          rulesIn(schema).map((rule) => ({ place, rule })),
        ),
      ]),
    );
  }

  #search({ model }: VerifiedOperation): readonly PlacedSchema[] {
    const seen = new Set<Json>();
    const found: PlacedSchema[] = [];
    const add = (schema: Json | undefined, place: readonly string[]): void => {
      if (schema === undefined || seen.has(schema)) return;
      seen.add(schema);
      found.push({ schema, place });
    };
    for (const { status, content } of model.responses)
      if (status.startsWith("2")) for (const { schema } of content) add(schema?.json, []);
    for (const { schema, place } of found)
      if (place.length < deepest)
        for (const [token, inner] of this.#within(schema)) add(inner, [...place, token]);
    return found;
  }

  #within(schema: Json): readonly (readonly [token: string, schema: Json])[] {
    const known = this.#inside.get(schema);
    if (known !== undefined) return known;
    const members = memberNames(this.#document, schema).flatMap((name) =>
      memberSchemas(this.#document, schema, name).map((one) => [name, one] as const),
    );
    const items = applicableSchemas(this.#document, schema).flatMap((one) => {
      const item = memberOf(one, "items");
      return item === undefined ? [] : [["*", item] as const];
    });
    const inside = [...members, ...items];
    this.#inside.set(schema, inside);
    return inside;
  }
}

/** Returns the walk through a description, which all that looks for rules shares. */
export const schemaWalkOf = oncePerApi((api) => new SchemaWalk(api));
