import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { stringify } from "yaml";
import { generate } from "../../src/generate.ts";
import { readTree, temporaryFolder } from "../support.ts";

const schema = { $ref: "#/components/schemas/Order" };
const document = {
  openapi: "3.1.1",
  info: { title: "Orders", version: "1.0.0" },
  paths: {
    "/orders": {
      post: {
        operationId: "CreateOrder",
        requestBody: { content: { "application/json": { schema } } },
        responses: { "204": { description: "Done." } },
      },
    },
  },
  components: {
    schemas: {
      Order: {
        allOf: [{ $ref: "#/components/schemas/Entity" }],
        properties: { check: { $ref: "#/components/schemas/CheckOrder" } },
        unevaluatedProperties: false,
      },
      Entity: { type: "object", properties: { id: { type: "string" } } },
      CheckOrder: { type: "boolean" },
      OrderValidator: { type: "integer" },
    },
  },
};

/** The names and types of the validators of schemas, and the row of the README. */
async function validators(allSchemaValidators: boolean): Promise<string[]> {
  const folder = temporaryFolder();
  const spec = join(folder, "openapi.yaml");
  writeFileSync(spec, stringify(document));
  const out = join(folder, "packages");
  await generate({ spec, out, scope: "@case", allSchemaValidators });
  const files = readTree(out);
  const declared = files["contract/src/validators/schema-validators.d.ts"] ?? "";
  const [row = ""] =
    /^\| `@case\/contract\/schema-validators`.*$/m.exec(files["contract/README.md"] ?? "") ?? [];
  expect(files["contract/package.json"]).toContain('"./schema-validators"');
  return [...[...declared.matchAll(/^export const (.*);$/gm)].map(([, one = ""]) => one), row];
}

it("those that operations use have validators, also where only what they have seen is asked for", async () => {
  expect(await validators(false)).toEqual([
    "orderValidator: SchemaValidator<Order>",
    "entityValidator: SchemaValidator<Entity>",
    "checkOrderValidator: SchemaValidator<CheckOrder>",
    expect.stringContaining("every named schema that an operation uses; `allSchemaValidators`"),
  ]);
});

it("all have validators where that is asked for, whatever functions are called", async () => {
  expect(await validators(true)).toEqual([
    "orderValidator: SchemaValidator<Order>",
    "entityValidator: SchemaValidator<Entity>",
    "checkOrderValidator: SchemaValidator<CheckOrder>",
    "orderValidatorValidator: SchemaValidator<OrderValidator>",
    expect.stringMatching(/every named schema \|$/),
  ]);
});
