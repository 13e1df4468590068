import { join } from "node:path";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { isObject, member, objectMember } from "../../../src/json/json.ts";
import { loadDocument } from "../../../src/load/load-document.ts";
import { temporaryFolder, writeTree } from "../../../../../generator/test/support.ts";

const owner = {
  type: "object",
  properties: {
    name: { type: "string" },
    home: { type: "object", properties: { city: { type: "string" } } },
    size: { enum: ["small", "large"] },
  },
};

const body = {
  type: "object",
  properties: {
    owner,
    toys: { type: "array", items: { type: "object", properties: { color: { type: "string" } } } },
    prices: {
      type: "object",
      additionalProperties: { type: "object", properties: { sum: { type: "number" } } },
    },
    food: {
      oneOf: [
        { title: "Dry food", type: "object", properties: { bag: { type: "string" } } },
        { type: "object", properties: { can: { type: "string" } } },
      ],
    },
    vet: { type: "object", "x-name": "Doctor", properties: { name: { type: "string" } } },
    tags: { type: "array", items: { type: "string" } },
  },
  allOf: [{ type: "object", properties: { chip: { type: "object", properties: { id: {} } } } }],
};

/** The names of the schemas of a description whose one body is given, beside others that are named. */
async function named(schema: object, others: object = {}, inlineSchemas?: "named" | "inline") {
  const folder = temporaryFolder();
  const content = { "application/json": { schema } };
  const description = {
    openapi: "3.1.1",
    info: { title: "Members", version: "1.0.0" },
    paths: {
      "/pets": {
        post: {
          operationId: "CreatePet",
          requestBody: { content },
          responses: { 204: { description: "" } },
        },
      },
    },
    components: { schemas: others },
  };
  writeTree(folder, { "openapi.yaml": stringify(description, { aliasDuplicateObjects: false }) });
  const document = await loadDocument(join(folder, "openapi.yaml"), {
    ...(inlineSchemas && { inlineSchemas }),
  });
  const schemas = objectMember(objectMember(document.value, "components"), "schemas") ?? {};
  return { document, schemas, names: Object.keys(schemas) };
}

const all = [
  "CreatePetBody",
  "CreatePetBodyOwner",
  "CreatePetBodyToysItem",
  "CreatePetBodyPricesValue",
  "CreatePetBodyFood",
  "Doctor",
  "CreatePetBodyChip",
  "CreatePetBodyOwnerHome",
  "CreatePetBodyOwnerSize",
  "CreatePetBodyFoodDryFood",
];

test("what is written within schemas is named after its place", async () => {
  const { names, schemas } = await named(body, {}, "named");
  expect(names).toEqual(all);
  const properties = member(schemas["CreatePetBody"], "properties");
  expect(member(properties, "owner")).toEqual({ $ref: "#/components/schemas/CreatePetBodyOwner" });
  expect(member(properties, "tags")).toEqual(body.properties.tags);
});

test("it stays where it is unless that is asked for", async () => {
  expect((await named(body)).names).toEqual(["CreatePetBody"]);
  expect((await named(body, {}, "inline")).names).toEqual(["CreatePetBody"]);
});

test("an edit elsewhere changes no name, and a name that is taken is left", async () => {
  const others = { Owner: owner, CreatePetBodyFood: { type: "string" }, Zoo: { type: "string" } };
  const { names, schemas } = await named(body, others, "named");
  const kept = all.filter((name) => !name.startsWith("CreatePetBodyFood"));
  expect(names).toEqual(expect.arrayContaining([...kept, "OwnerHome", "OwnerSize"]));
  const food = member(member(schemas["CreatePetBody"], "properties"), "food");
  expect(isObject(food) && "oneOf" in food).toBe(true);
});

test("what is named has its place in the source", async () => {
  const { document } = await named(body, {}, "named");
  const { line: home } = document.locate("/components/schemas/CreatePetBodyOwnerHome");
  const { line: whole } = document.locate("/components/schemas/CreatePetBody");
  expect(home).toBeGreaterThan(whole);
});
