import { describe, expect, it } from "vitest";
import { objectMember, type Json, type JsonObject } from "../../../src/json/json.ts";
import { liftHierarchies } from "../../../src/model/unions/lift-hierarchies.ts";

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

const parent = (property: string, more: JsonObject = {}): JsonObject => ({
  type: "object",
  required: [property],
  properties: { [property]: { type: "string" } },
  discriminator: { propertyName: property },
  ...more,
});

/** What becomes of schemas; those whose names begin with `Get` were named after their place. */
function lifted(schemas: JsonObject): JsonObject {
  const before = JSON.stringify(schemas);
  const result = liftHierarchies(schemas, (name) => !name.startsWith("Get"));
  expect(JSON.stringify(schemas)).toBe(before);
  return result;
}

const alternatives = (schema: Json | undefined): Json | undefined =>
  objectMember({ schema }, "schema")?.["anyOf"];

describe("a parent with a discriminator", () => {
  it("becomes the union of those that inherit from it", () => {
    const schemas = lifted({
      Pet: parent("type", { description: "A pet." }),
      Cat: { allOf: [ref("Pet")] },
      Dog: { allOf: [{ allOf: [ref("Pet")] }, { properties: { bark: {} } }] },
    });
    const { discriminator, ...base } = parent("type", { description: "A pet." });
    expect(schemas).toEqual({
      Pet: { description: "A pet.", anyOf: [ref("Cat"), ref("Dog")], discriminator },
      PetBase: base,
      Cat: { allOf: [ref("PetBase")] },
      Dog: { allOf: [{ allOf: [ref("PetBase")] }, { properties: { bark: {} } }] },
    });
  });

  it("is as it was without children", () => {
    const schemas = { Pet: parent("type"), Home: { properties: { pet: ref("Pet") } } };
    expect(lifted(schemas)).toEqual(schemas);
  });

  it("has no child in what uses it in a body", () => {
    const schemas = { Pet: parent("type"), GetPetResponse: { allOf: [ref("Pet")] } };
    expect(lifted(schemas)).toEqual(schemas);
  });

  it("is a union to what uses it in a body, beside children", () => {
    const schemas = lifted({
      Pet: parent("type"),
      Cat: { allOf: [ref("Pet")] },
      GetPetResponse: { allOf: [ref("Pet")] },
    });
    expect(alternatives(schemas["Pet"])).toEqual([ref("Cat")]);
    expect(schemas["GetPetResponse"]).toEqual({ allOf: [ref("Pet")] });
  });

  it("has values of its own where its mapping names it", () => {
    const mapping = { pet: "Pet", cat: "#/components/schemas/Cat" };
    const schemas = lifted({
      Pet: parent("type", { discriminator: { propertyName: "type", mapping } }),
      Cat: { allOf: [ref("Pet")] },
    });
    const own = {
      allOf: [ref("PetBase")],
      type: "object",
      required: ["type"],
      properties: { type: { const: "pet" } },
    };
    expect(alternatives(schemas["Pet"])).toEqual([own, ref("Cat")]);
    expect(objectMember(schemas, "Pet")?.["discriminator"]).toEqual({
      propertyName: "type",
      mapping: { pet: "#/components/schemas/Pet", cat: "#/components/schemas/Cat" },
    });
  });

  it("may be null where it said so", () => {
    const schemas = lifted({
      Pet: parent("type", { type: ["object", "null"] }),
      Cat: { allOf: [ref("Pet")] },
    });
    expect(alternatives(schemas["Pet"])).toEqual([ref("Cat"), { type: "null" }]);
    expect(objectMember(schemas, "PetBase")?.["type"]).toBe("object");
  });

  it("is found by way of an alias", () => {
    const schemas = lifted({
      Pet: parent("type"),
      Alias: ref("Pet"),
      Cat: { allOf: [ref("Alias")] },
    });
    expect(alternatives(schemas["Pet"])).toEqual([ref("Cat")]);
    expect(schemas["Alias"]).toEqual(ref("Pet"));
    expect(schemas["Cat"]).toEqual({ allOf: [ref("PetBase")] });
  });

  it("leaves names that are taken to those that have them", () => {
    const schemas = lifted({
      Pet: parent("type"),
      petBase: { type: "string" },
      Cat: { allOf: [ref("Pet")] },
    });
    expect(Object.keys(schemas)).toEqual(["Pet", "PetBaseSchema", "petBase", "Cat"]);
  });

  it("stays as it is when it inherits from itself", () => {
    const schemas = { A: parent("a", { allOf: [ref("B")] }), B: { allOf: [ref("A")] } };
    expect(lifted(schemas)).toEqual(schemas);
  });

  it("has children that inherit from each other for what they are", () => {
    const schemas = lifted({
      Pet: parent("type"),
      A: { allOf: [ref("Pet"), ref("B")] },
      B: { allOf: [ref("A")] },
      C: { allOf: [ref("Pet")] },
    });
    expect(alternatives(schemas["Pet"])).toEqual([ref("A"), ref("C")]);
    expect(schemas["A"]).toEqual({ allOf: [ref("PetBase"), ref("B")] });
    expect(schemas["B"]).toEqual({ allOf: [ref("A")] });
  });

  it("is what is its own where it is listed beside its children", () => {
    const schemas = lifted({
      Pet: parent("type"),
      Cat: { allOf: [ref("Pet")] },
      Listed: { oneOf: [ref("Pet"), ref("Cat")] },
      Other: { oneOf: [ref("Pet"), { type: "string" }] },
    });
    const own = { allOf: [ref("PetBase")], properties: { type: { const: "Pet" } } };
    expect(schemas["Listed"]).toEqual({ oneOf: [expect.objectContaining(own), ref("Cat")] });
    expect(schemas["Other"]).toEqual({ oneOf: [ref("Pet"), { type: "string" }] });
  });
});

describe("a child that has children", () => {
  it("is a union too, of them and its own", () => {
    const mapping = { dog: "Dog", puppy: "Puppy", cat: "Cat" };
    const schemas = lifted({
      Pet: parent("type", { discriminator: { propertyName: "type", mapping } }),
      Cat: { allOf: [ref("Pet")] },
      Dog: { allOf: [ref("Pet")] },
      Puppy: { allOf: [ref("Dog")] },
    });
    expect(alternatives(schemas["Pet"])).toEqual([ref("Cat"), ref("Dog")]);
    expect(alternatives(schemas["Dog"])).toEqual([
      expect.objectContaining({ properties: { type: { const: "dog" } } }),
      ref("Puppy"),
    ]);
    expect(objectMember(schemas, "Dog")?.["discriminator"]).toEqual({
      propertyName: "type",
      mapping: { dog: "#/components/schemas/Dog", puppy: "#/components/schemas/Puppy" },
    });
    expect(schemas["Puppy"]).toEqual({ allOf: [ref("DogBase")] });
  });

  it("keeps its tag where its children are told apart by another member", () => {
    const schemas = lifted({
      Pet: parent("type"),
      Dog: parent("breed", { allOf: [ref("Pet")] }),
      Poodle: { allOf: [ref("Dog")] },
    });
    expect(alternatives(schemas["Dog"])).toEqual([ref("Poodle")]);
    expect(schemas["DogBase"]).toEqual({
      type: "object",
      required: ["breed", "type"],
      properties: { breed: { type: "string" }, type: { const: "Dog" } },
      allOf: [ref("PetBase")],
    });
  });
});
