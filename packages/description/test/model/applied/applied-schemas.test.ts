import { describe, expect, it } from "vitest";
import { SchemaValidators } from "../../../../compiler/src/compile/validators/schema-validators.ts";
import type { Json } from "../../../src/json/json.ts";
import { Sampler } from "../../../../compiler/src/mock/sample/sampler.ts";
import type { SchemaPlace } from "../../../src/model/api-model.ts";
import {
  appliedSchemas,
  itemPlaces,
  memberPlaces,
  placesOf,
  targetIn,
} from "../../../src/model/applied/applied-schemas.ts";
import { modelOfSchemas } from "../../model-of-schemas.ts";
import { schemaPlaces } from "../../schema-places.ts";

const model = modelOfSchemas({ Marker: { const: "marker" } });
const target = targetIn(model.document);
const context = { seed: "", name: "", detail: 2, variant: 0 };

/** The schemas of names and of what texts hold are about other values than those that are at a place. */
const ofOtherValues = ["propertyNames", "contentSchema"];

const readers = {
  "all that may hold": () => (): undefined => undefined,
  "those that hold": (value: Json) => (schema: Json) =>
    SchemaValidators.of(model).accepts(schema, value),
};

describe.each(Object.entries(readers))("of schemas at a place, %s are found", (_, holdsOf) => {
  const isFound = (places: readonly SchemaPlace[], value: Json): boolean => {
    const schemas = appliedSchemas(target, places, holdsOf(value));
    if (Array.isArray(value)) {
      const contained = placesOf(schemas, "contains");
      return (value as readonly Json[]).some((item, index) =>
        isFound([...itemPlaces(schemas, index), ...contained], item),
      );
    }
    if (typeof value === "object" && value !== null)
      return Object.entries(value).some(([name, one]) => isFound(memberPlaces(schemas, name), one));
    return value === "marker" && schemas.some(({ json: schema }) => schema["const"] === "marker");
  };

  it.each(schemaPlaces.filter(([keyword]) => !ofOtherValues.includes(keyword)))(
    "under %s",
    (_keyword, schema) => {
      const value = new Sampler(model).sample(schema, context);
      expect(isFound([{ json: schema, pointer: "" }], value ?? null)).toBe(true);
    },
  );
});
