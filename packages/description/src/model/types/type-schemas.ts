import type { JsonObject } from "../../json/json.ts";
import { SchemaBuilder, type Conversions } from "../schema/schema-builder.ts";
import { mapMembers, schemaName } from "../../json/subschemas.ts";
import type { JsonSchemas } from "../json-schemas.ts";
import type { VariantSchemas } from "../variants/derive-variants.ts";
import { breakCycles } from "./break-cycles.ts";
import { BranchTags } from "../unions/branch-tags.ts";
import { repeatedComponentChecks } from "./repeated-checks.ts";
import { withoutRepeatedParts } from "./repeated-parts.ts";
import { SchemaLookup } from "./schema-lookup.ts";

/** Schemas prepared for validators and types. */
export interface TypedSchemas {
  /**
   * The schemas, in which unions tell which tag selects each branch and none contains itself in
   * place.
   */
  readonly schemas: JsonSchemas;
  /** The names of schemas that included themselves. */
  readonly circular: readonly string[];
  /**
   * The names of schemas that validate one value in several ways, so that the work multiplies with
   * each level.
   */
  readonly overlapping: readonly string[];
  /** Builds the type model of the schemas. */
  readonly builder: SchemaBuilder;
}

/** Prepares schemas for the model and the validators. */
export function typeSchemas(
  { named, placed, variants }: VariantSchemas,
  conversions: Conversions,
): TypedSchemas {
  const { schemas: acyclic, cut } = breakCycles(named);
  const discriminators = new BranchTags(new SchemaLookup(acyclic), variants);
  discriminators.collect([...Object.values(acyclic), ...placed.map(({ schema }) => schema)]);
  const tagged = mapMembers(acyclic, (schema) => discriminators.withTags(schema));
  const checked = withoutRepeatedParts(tagged);
  const schemas = {
    named: checked,
    placed: placed.map((one) => ({ ...one, schema: discriminators.withTags(one.schema) })),
  };
  const builder = new SchemaBuilder(tagged, variants, discriminators, conversions);
  return { schemas, circular: cut, overlapping: overlappingNames(checked), builder };
}

function overlappingNames(schemas: JsonObject): string[] {
  return repeatedComponentChecks(schemas).multiplying.flatMap(
    (reference) => schemaName(reference) ?? [],
  );
}
