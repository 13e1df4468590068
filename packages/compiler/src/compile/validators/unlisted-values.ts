import {
  arrayMember,
  isObject,
  member,
  objectMember,
  type Json,
  type JsonObject,
} from "@openapi-packages/description/json/json";
import {
  mayGetValues,
  type EnumOpenness,
} from "@openapi-packages/description/model/schema/open-values";
import { constantsOf } from "@openapi-packages/description/model/schema/build-schema";
import { literalSchema } from "@openapi-packages/description/model/schema/literal-values";
import { schemaName } from "@openapi-packages/description/json/subschemas";
import { schemaParts } from "@openapi-packages/description/model/schema-references";
import { discriminatorOf } from "@openapi-packages/description/model/unions/discriminator";
import { fallbackOf } from "@openapi-packages/description/model/unions/union-choice";
import type { NamedSchemas } from "../named-schemas.ts";
import { referenceOf } from "../schema-reader.ts";
import { ReachingSchemas } from "./reaching-schemas.ts";

/** The values of the property by which a union with a discriminator chooses. */
export interface ListedTags {
  readonly property: string;
  readonly values: readonly string[];
}

const unionKeywords = ["oneOf", "anyOf"] as const;
type UnionKeyword = (typeof unionKeywords)[number];

/**
 * Finds where a later version of the description may list more values: open enums, and unions with a discriminator. The
 * open types of the client are at the same places, so that answers of their types are valid.
 */
export class UnlistedValues {
  readonly #schemas: NamedSchemas;
  readonly #enums: EnumOpenness;
  readonly #reaching: ReachingSchemas;
  /** The schemas of the members that select an alternative: these list all of its values. */
  #choosing: ReadonlySet<Json> | undefined;

  /** @param enums applies to unions, and to enums that do not declare their openness */
  constructor(schemas: NamedSchemas, enums: EnumOpenness) {
    this.#schemas = schemas;
    this.#enums = enums;
    this.#reaching = new ReachingSchemas(
      schemas,
      (part) =>
        this.isOpenEnum(part) ||
        unionKeywords.some(
          (keyword) => this.tagsOf(part, keyword) ?? this.openConstants(part, keyword),
        ),
    );
  }

  /** True if an unlisted value may pass a schema, at any depth. */
  mayPass(schema: Json): boolean {
    return this.#reaching.has(schema);
  }

  /** True for an enum that may get more values. */
  isOpenEnum(schema: JsonObject): boolean {
    return schema["enum"] !== undefined && this.#isOpen(schema, schema);
  }

  #isOpen(values: JsonObject, place: JsonObject): boolean {
    const literal = literalSchema(values);
    if (literal === undefined || !mayGetValues(literal, values, this.#enums)) return false;
    this.#choosing ??= this.#choosingMembers();
    return !this.#choosing.has(place);
  }

  /** Returns the values of alternatives that together are an open enum, each once; `undefined` if they are none. */
  openConstants(schema: JsonObject, keyword: UnionKeyword): readonly Json[] | undefined {
    const values = constantsOf(arrayMember(schema, keyword)) ?? [];
    const isDistinct = new Set(values).size === values.length;
    return isDistinct && values.length > 0 && this.#isOpen({ enum: values }, schema)
      ? values
      : undefined;
  }

  /**
   * Returns the tags of a union that may get more alternatives: one with a discriminator, of whose objects each has a tag
   * of some texts, and none stands for all other tags.
   */
  tagsOf(schema: JsonObject, keyword: UnionKeyword): ListedTags | undefined {
    if (this.#enums === "closed") return undefined;
    const property = discriminatorOf(schema)?.property;
    const alternatives = arrayMember(schema, keyword);
    if (property === undefined || fallbackOf(alternatives, property) !== undefined)
      return undefined;
    const { traits } = this.#schemas;
    const objects = alternatives.filter((one) => traits.of(one).kinds.has("object"));
    const listed = objects.map((one) => traits.values(one, property));
    const values = listed.flatMap((own) => own ?? []).filter((value) => typeof value === "string");
    const isTagged =
      values.length > 0 &&
      listed.every((own) => own?.every((value) => typeof value === "string") === true);
    return isTagged ? { property, values: [...new Set(values)] } : undefined;
  }

  /** True if an object may fit a schema though a member that tells it from others has none of the listed values. */
  mayHaveOtherTag(schema: Json, property: string): boolean {
    return this.#applied(schema).some(
      (part) =>
        unionKeywords.some((keyword) => this.tagsOf(part, keyword)) ||
        this.#applied(member(objectMember(part, "properties"), property)).some(
          (own) =>
            this.isOpenEnum(own) ||
            unionKeywords.some((keyword) => this.openConstants(own, keyword)),
        ),
    );
  }

  /** Returns the schemas that apply to the same value: a schema, those it refers to, and its alternatives. */
  #applied(schema: Json | undefined, found = new Set<JsonObject>()): readonly JsonObject[] {
    if (!isObject(schema ?? null) || found.has(schema as JsonObject)) return [...found];
    const part = schema as JsonObject;
    found.add(part);
    const reference = referenceOf(part);
    if (reference !== undefined) this.#applied(this.#schemas.target(reference), found);
    for (const keyword of ["allOf", ...unionKeywords])
      for (const below of arrayMember(part, keyword)) this.#applied(below, found);
    return [...found];
  }

  #choosingMembers(): ReadonlySet<Json> {
    const found = new Set<Json>();
    for (const { json } of this.#schemas.all)
      for (const part of schemaParts(json)) {
        const { property, defaultMapping } = discriminatorOf(part) ?? {};
        if (property === undefined) continue;
        for (const one of unionKeywords.flatMap((keyword) => arrayMember(part, keyword))) {
          const reference = isObject(one) ? referenceOf(one) : undefined;
          if (reference === undefined) continue;
          const target = this.#schemas.named(reference);
          if (target === undefined || schemaName(reference) === defaultMapping) continue;
          for (const own of [...schemaParts(one), ...schemaParts(target.json)]) {
            const tag = member(objectMember(own, "properties"), property);
            if (tag !== undefined) found.add(tag);
          }
        }
      }
    return found;
  }
}
