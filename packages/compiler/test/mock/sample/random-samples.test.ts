import { array, assert, property } from "fast-check";
import { expect, it } from "vitest";
import { Sampler } from "../../../src/mock/sample/sampler.ts";
import { modelOfSchemas } from "../../../../description/test/model-of-schemas.ts";
import { compiled, interpreted } from "../../other-validators.ts";
import { schemas, value } from "../../../../description/test/random-schemas.ts";
import { schemaPlaces } from "../../../../description/test/schema-places.ts";

const context = { seed: "", name: "", detail: 2, variant: 0 };
const runs = 200;

it("a value made from any schema conforms to it, and nearly every schema with values has one", () => {
  let missed = 0;
  assert(
    property(schemas, array(value, { minLength: 10, maxLength: 20 }), (components, values) => {
      const sampler = new Sampler(modelOfSchemas(components));
      const sample = sampler.sample({ $ref: "#/components/schemas/A" }, context);
      const [one, other] = [interpreted(components), compiled(components)];
      missed += sample === undefined && values.some((own) => one(own) && other(own)) ? 1 : 0;
      // Either of them is wrong about some schemas with `unevaluated…` or `contains`, but not both.
      const isRight = sample === undefined || one(sample) || other(sample);
      expect({ components, sample, isRight }).toMatchObject({ isRight: true });
    }),
    { numRuns: runs },
  );
  expect(missed).toBeLessThan(runs / 50);
});

it.for(schemaPlaces)("a value is made by what is under %s", ([, schema]) => {
  const sampler = new Sampler(modelOfSchemas({ Marker: { const: "marker" } }));
  for (const variant of [0, 1, 2])
    expect(JSON.stringify(sampler.sample(schema, { ...context, variant }))).toContain("marker");
});
