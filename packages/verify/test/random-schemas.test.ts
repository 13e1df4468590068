import * as fc from "fast-check";
import { expect, it } from "vitest";
import { ExampleInputs } from "../../compiler/src/mock/answers/example-input.ts";
import { modelOfSchemas } from "../../description/test/model-of-schemas.ts";
import { compiled, interpreted } from "../../compiler/test/other-validators.ts";
import { schemas } from "../../description/test/random-schemas.ts";
import { schemaPlaces } from "../../description/test/schema-places.ts";
import { SchemaArbitraries, type SchemaSource } from "../src/arbitraries/schema-arbitraries.ts";
import { RepresentativeValues } from "../src/skew/representative-values.ts";
import type { Json, JsonObject } from "@openapi-packages/description";

const reference = { $ref: "#/components/schemas/A" };

/** What descriptions do for values, of components alone. */
function sourceOf(components: JsonObject): SchemaSource {
  const model = modelOfSchemas(components);
  const inputs = new ExampleInputs(model);
  return {
    model,
    holds: (schema, value) => inputs.holds(schema, value),
    sample: (schema, name) => inputs.sample(schema, name),
    textsOf: (pattern) => inputs.textsOf(pattern),
  };
}

function arbitraryValues(source: SchemaSource, schema: Json): readonly Json[] {
  const values = new SchemaArbitraries(source, "json").of(schema);
  return values === undefined ? [] : fc.sample(values, { numRuns: 5, seed: 7 });
}

const makers = [
  ["arbitraries", arbitraryValues],
  [
    "representative values",
    (source: SchemaSource, schema: Json) =>
      new RepresentativeValues(source, "writeOnly").of(schema, ""),
  ],
] as const;

it.each(makers)("%s of any schema conform to it", (_, valuesOf) => {
  fc.assert(
    fc.property(schemas, (components) => {
      const [one, other] = [interpreted(components), compiled(components)];
      // Either of them is wrong about some schemas with `unevaluated…` or `contains`, but not both.
      const wrong = valuesOf(sourceOf(components), reference).filter(
        (value) => !other(value) && !one(value),
      );
      expect({ components, wrong }).toEqual({ components, wrong: [] });
    }),
    { numRuns: 50 },
  );
});

for (const [maker, valuesOf] of makers) {
  it.each(schemaPlaces)(`${maker} are made by what is under %s`, (_, schema) => {
    const values = valuesOf(sourceOf({ Marker: { const: "marker" } }), schema);
    expect(values.length).toBeGreaterThan(0);
    for (const value of values) expect(JSON.stringify(value)).toContain("marker");
  });
}
