import { objectMember, type JsonObject } from "../../json/json.ts";
import { SchemaBuilder, type Conversions } from "../schema/schema-builder.ts";
import { mapMembers, schemaName, schemaReference } from "../../json/subschemas.ts";
import type { VariantDocument } from "../variants/derive-variants.ts";
import { directedSchemas } from "../variants/directions.ts";
import { setAt } from "../variants/set-at.ts";
import { breakCycles } from "./break-cycles.ts";
import { BranchTags } from "../unions/branch-tags.ts";
import { repeatedChecks } from "./repeated-checks.ts";
import { withoutRepeatedParts } from "./repeated-parts.ts";
import { SchemaLookup } from "./schema-lookup.ts";

/** A document prepared for validators and types. */
export interface TypedDocument {
  /**
   * The document, in which unions tell which tag selects each branch and no schema contains itself
   * in place.
   */
  readonly document: JsonObject;
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

/**
 * Prepares the schemas of a document for the model and the validators. The given document is not
 * changed.
 */
export function typeDocument(derived: VariantDocument, conversions: Conversions): TypedDocument {
  const { document, variants } = derived;
  const components = objectMember(document, "components");
  const { schemas: acyclic, cut } = breakCycles(objectMember(components, "schemas") ?? {});
  const discriminators = new BranchTags(new SchemaLookup(acyclic), variants);
  const directed = directedSchemas(document);
  discriminators.collect([...Object.values(acyclic), ...directed.map(({ schema }) => schema)]);
  const schemas = mapMembers(acyclic, (schema) => discriminators.withTags(schema));
  const checked = withoutRepeatedParts(schemas);
  const shared = new Set<object>();
  const result = { ...document };
  const tagged = directed.map((one) => ({ ...one, tagged: discriminators.withTags(one.schema) }));
  for (const { schema, path, tagged: own } of tagged)
    if (own !== schema) setAt(result, path, own, shared);
  if (components !== undefined && checked !== components["schemas"])
    setAt(result, ["components", "schemas"], checked, shared);
  const builder = new SchemaBuilder(schemas, variants, discriminators, conversions);
  return { document: result, circular: cut, overlapping: overlappingNames(checked), builder };
}

function overlappingNames(schemas: JsonObject): string[] {
  const byReference = Object.entries(schemas).map(
    ([name, schema]) => [schemaReference(name), schema] as const,
  );
  return repeatedChecks(new Map(byReference)).multiplying.flatMap(
    (reference) => schemaName(reference) ?? [],
  );
}
