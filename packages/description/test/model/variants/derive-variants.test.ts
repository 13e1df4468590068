import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/json/json.ts";
import { readJsonSchemas } from "../../../src/model/json-schemas.ts";
import { deriveVariants } from "../../../src/model/variants/derive-variants.ts";

const json = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/** A document with one operation that takes and gives schemas. */
function documentOf(schemas: JsonObject, taken: JsonObject, given: JsonObject): JsonObject {
  const post = {
    requestBody: json(taken),
    responses: { "200": { description: "", ...json(given) } },
  };
  return { openapi: "3.1.1", paths: { "/pets": { post } }, components: { schemas } };
}

function derived(schemas: JsonObject, taken: JsonObject, given: JsonObject) {
  const result = deriveVariants(readJsonSchemas(documentOf(schemas, taken, given)));
  const bodies = result.placed.map(({ schema }) => schema);
  return { bodies, variants: Object.fromEntries(result.variants), schemas: result.named };
}

const pet: JsonObject = {
  type: "object",
  required: ["id", "secret", "size"],
  properties: {
    id: { readOnly: true },
    secret: { writeOnly: true, format: "password" },
    size: { default: 1 },
    name: {},
  },
};

describe("a schema of requests and responses", () => {
  const { bodies, schemas, variants } = derived({ Pet: pet }, reference("Pet"), reference("Pet"));

  it("has its request variant beside it", () => {
    expect(variants).toEqual({
      Pet: { direction: "response", of: "Pet" },
      PetWritable: { direction: "request", of: "Pet" },
    });
  });

  it("does not demand what requests cannot have, or need not", () => {
    expect(schemas["PetWritable"]).toMatchObject({ required: ["secret"] });
    expect(schemas["Pet"]).toMatchObject({ required: ["id", "size"] });
  });

  it("lets a request have what is ignored, but no response what is secret", () => {
    const absent = "x-absent-from-variant";
    expect(schemas["PetWritable"]).toMatchObject({ properties: { id: { [absent]: true } } });
    expect(schemas["PetWritable"]).not.toMatchObject({ properties: { id: { not: {} } } });
    expect(schemas["Pet"]).toMatchObject({
      properties: { secret: { [absent]: true, "x-sensitive": true, not: {} } },
    });
  });

  it("is referred to by its variant", () => {
    expect(bodies).toEqual([reference("PetWritable"), reference("Pet")]);
  });
});

it("gives no variants to a schema whose members with a default nobody demands", () => {
  const size = { type: "object", required: ["unit"], properties: { unit: {}, of: { default: 1 } } };
  const { variants } = derived({ Size: size }, reference("Size"), reference("Size"));
  expect(variants).toEqual({});
});

it("gives variants to a schema that demands a member with the default of another part", () => {
  const schemas = {
    Size: { type: "object", properties: { of: { default: 1 } } },
    Whole: { allOf: [reference("Size"), { required: ["of"] }] },
  };
  const { variants } = derived(schemas, reference("Whole"), reference("Whole"));
  expect(Object.keys(variants)).toEqual(["Whole", "WholeWritable"]);
});

it("gives variants to what refers to a schema that has them", () => {
  const list = { type: "array", items: reference("Pet") };
  const { schemas } = derived({ Pet: pet, Pets: list }, reference("Pets"), reference("Pets"));
  expect(schemas["PetsWritable"]).toEqual({ type: "array", items: reference("PetWritable") });
  expect(schemas["Pets"]).toEqual(list);
});

it("keeps the name of a schema that is used in one direction", () => {
  const { schemas, variants } = derived({ Pet: pet }, reference("Pet"), {});
  expect(variants).toEqual({ Pet: { direction: "request", of: "Pet" } });
  expect(Object.keys(schemas)).toEqual(["Pet"]);
});

it("takes another name where a schema has that of the variant", () => {
  const { variants } = derived({ Pet: pet, PetWritable: {} }, reference("Pet"), reference("Pet"));
  expect(Object.keys(variants)).toEqual(["Pet", "PetWritableVariant"]);
});

it("leaves schemas alone that are the same in both directions", () => {
  const read = readJsonSchemas(documentOf({ Pet: {} }, reference("Pet"), reference("Pet")));
  const { named, placed } = deriveVariants(read);
  expect({ named, placed }).toEqual(read);
});

describe("a schema that demands what another part of the object leaves out", () => {
  const base: JsonObject = {
    type: "object",
    required: ["id", "secret", "name"],
    properties: { id: {}, secret: {}, name: {}, next: reference("Base") },
  };
  const thing: JsonObject = {
    allOf: [
      reference("Base"),
      { properties: { id: { readOnly: true }, secret: { writeOnly: true } } },
    ],
  };
  const { schemas, variants } = derived(
    { Base: base, Thing: thing },
    reference("Thing"),
    reference("Thing"),
  );

  it("has a variant in each direction that does not demand it there", () => {
    expect(variants).toMatchObject({
      BaseWritable: { direction: "request", of: "Base" },
      BaseReadable: { direction: "response", of: "Base" },
    });
    expect(schemas["ThingWritable"]).toMatchObject({ allOf: [reference("BaseWritable"), {}] });
    expect(schemas["Thing"]).toMatchObject({ allOf: [reference("BaseReadable"), {}] });
    expect(schemas["BaseWritable"]).toMatchObject({ required: ["secret", "name"] });
    expect(schemas["BaseReadable"]).toMatchObject({ required: ["id", "name"] });
  });

  it("demands it where it is referred to alone", () => {
    expect(schemas["Base"]).toEqual(base);
    expect(schemas["BaseWritable"]).toMatchObject({ properties: { next: reference("Base") } });
  });
});
