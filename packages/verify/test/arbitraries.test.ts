import * as fc from "fast-check";
import { expect, test } from "vitest";
import { operationInput } from "../src/arbitraries/operation-input.ts";
import { SchemaArbitraries } from "../src/arbitraries/schema-arbitraries.ts";
import { verifiedApi } from "../src/description/verified-api.ts";
import { RequestChecker } from "../src/server/checker/request-checker.ts";
import { writeRequest } from "../src/wire/write-request.ts";
import { describe as read, pets } from "./support.ts";
import type { Json, JsonObject } from "@openapi-packages/description";

/** A value that has to be there. */
function given<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("nothing was found");
  return value;
}

const schemas: [what: string, schema: Json][] = [
  ["texts within bounds", { type: "string", minLength: 3, maxLength: 5 }],
  ["long texts", { type: "string", minLength: 300 }],
  ["patterns", { type: "string", pattern: "^[A-Z]{2}-\\d{3,5}$" }],
  ["patterns that look ahead", { type: "string", pattern: "^(?=.*\\d)[a-z\\d]{4,8}$" }],
  ["formats", { type: "string", format: "date-time" }],
  ["whole numbers", { type: "integer", minimum: -3, exclusiveMaximum: 9 }],
  ["multiples", { type: "number", multipleOf: 0.01, minimum: 1, maximum: 2 }],
  ["choices", { enum: ["a", 1, null, { b: [2] }] }],
  ["constants", { const: { a: 1 } }],
  [
    "lists without equal items",
    { type: "array", uniqueItems: true, minItems: 2, maxItems: 4, items: { type: "boolean" } },
  ],
  [
    "tuples",
    {
      type: "array",
      prefixItems: [{ type: "integer" }, { type: "string" }],
      minItems: 2,
      items: false,
    },
  ],
  [
    "lists that contain something",
    { type: "array", contains: { const: 7 }, items: { type: "integer" } },
  ],
  [
    "members that depend on others",
    {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      dependentRequired: { a: ["b"] },
    },
  ],
  [
    "further members",
    {
      type: "object",
      additionalProperties: { type: "integer" },
      minProperties: 1,
      maxProperties: 3,
    },
  ],
  [
    "members by pattern",
    {
      type: "object",
      patternProperties: { "^x-": { type: "integer" } },
      additionalProperties: false,
    },
  ],
  [
    "names by rule",
    {
      type: "object",
      propertyNames: { enum: ["u", "v"] },
      additionalProperties: { type: "boolean" },
    },
  ],
  [
    "members that nothing looks at",
    {
      allOf: [{ properties: { a: { type: "string" } } }],
      type: "object",
      required: ["a"],
      unevaluatedProperties: false,
    },
  ],
  [
    "one of several",
    {
      oneOf: [
        { type: "string", maxLength: 2 },
        { type: "integer" },
        { type: "object", required: ["k"], properties: { k: { type: "boolean" } } },
      ],
    },
  ],
  [
    "conditions",
    {
      type: "object",
      required: ["kind"],
      properties: { kind: { enum: ["x", "y"] }, n: { type: "integer" } },
      if: { properties: { kind: { const: "x" } } },
      // oxlint-disable-next-line unicorn/no-thenable
      then: { required: ["n"] },
    },
  ],
  ["what is not to be", { type: "integer", minimum: 0, maximum: 3, not: { const: 2 } }],
  ["nullable ones", { type: ["string", "null"], maxLength: 2 }],
  ["what leads back to itself", { $ref: "#/components/schemas/Tree" }],
];

const trees = `openapi: 3.1.0
info: { title: Trees, version: 1.0.0 }
paths: {}
components:
  schemas:
    Cat: { type: object, required: [kind], properties: { kind: { enum: [a cat] } } }
    Dog: { type: object, required: [kind], properties: { kind: { type: string, maxLength: 3 } } }
    Pet:
      oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }]
      discriminator: { propertyName: kind }
    Tree:
      type: object
      required: [name]
      properties:
        name: { type: string, minLength: 1 }
        children: { type: array, items: { $ref: "#/components/schemas/Tree" } }
`;

test.each(schemas)(
  "makes %s as the schema wants them, and more than one where there are several",
  async (_, schema) => {
    const description = await read(trees);
    const values = new SchemaArbitraries(description, "json").of(schema);
    const made = fc.sample(given(values), { numRuns: 60, seed: 7 });
    for (const value of made)
      expect([value, description.holds(schema, value)]).toEqual([value, true]);
    const distinct = new Set(made.map((value) => JSON.stringify(value)));
    expect(distinct.size).toBeGreaterThan(JSON.stringify(schema).startsWith('{"const"') ? 0 : 1);
  },
);

test.each([
  ["int32", -(2n ** 31n), 2n ** 31n],
  ["int64", -(2n ** 63n), 2n ** 63n],
  ["uint32", 0n, 2n ** 32n],
  ["uint64", 0n, 2n ** 64n],
])("makes digits for texts with the format %s, within its range", async (format, least, end) => {
  const arbitraries = new SchemaArbitraries(await read(trees), "json");
  const made = (more: JsonObject): string[] =>
    fc.sample(given(arbitraries.of({ type: "string", format, ...more })), {
      numRuns: 60,
      seed: 7,
    }) as string[];
  for (const text of made({})) {
    expect(text).toMatch(/^-?\d+$/);
    expect(BigInt(text) >= least && BigInt(text) < end).toBe(true);
  }
  for (const text of made({ minLength: 3, maxLength: 4 })) expect(text).toMatch(/^\d{3,4}$/);
  for (const text of made({ pattern: "^x\\d$" })) expect(text).toMatch(/^x\d$/);
});

test("makes each alternative of a discriminator, by its own value or its name", async () => {
  const pet = { $ref: "#/components/schemas/Pet" };
  const values = new SchemaArbitraries(await read(trees), "json").of(pet);
  const made = fc.sample(given(values), { numRuns: 40, seed: 1 });
  expect(new Set(made.map((value) => JSON.stringify(value)))).toEqual(
    new Set(['{"kind":"a cat"}', '{"kind":"Dog"}']),
  );
});

test.each([
  ["a text", { type: "string", minLength: 3 }, (value: Json) => String(value).length > 4, "aaaaa"],
  ["a number", { type: "integer" }, (value: Json) => Number(value) >= 17, 17],
  [
    "an object",
    {
      type: "object",
      required: ["a"],
      properties: {
        a: { type: "integer" },
        b: { type: "string" },
        c: { type: "array", items: { type: "integer" } },
      },
    },
    (value: Json) => Array.isArray((value as { c?: Json }).c),
    { a: 0, c: [] },
  ],
] as const)(
  "shrinks %s to a small value that still conforms",
  async (_, schema, isBad, expected) => {
    const description = await read(trees);
    const values = new SchemaArbitraries(description, "json").of(schema as unknown as Json);
    const { counterexample } = fc.check(
      fc.property(given(values), (value) => !isBad(value)),
      { seed: 3, numRuns: 500 },
    );
    expect(counterexample).toEqual([expected]);
  },
);

test("ends where hardly any value conforms, with one that is made as for mocks", async () => {
  const description = await read(trees);
  const schema: Json = {
    type: "integer",
    minimum: 0,
    maximum: 1e9,
    not: { not: { const: 123_456_789 } },
    examples: [123_456_789],
  };
  const values = new SchemaArbitraries(description, "json").of(schema);
  expect(fc.sample(given(values), { numRuns: 3, seed: 0 })).toEqual([
    123_456_789, 123_456_789, 123_456_789,
  ]);
});

const styles = `openapi: 3.1.0
info: { title: Styles, version: 1.0.0 }
paths:
  /of/{plain}/{matrix}/{label}:
    post:
      operationId: Send
      parameters:
        - { name: plain, in: path, required: true, schema: { type: string } }
        - { name: matrix, in: path, required: true, style: matrix, schema: { type: array, minItems: 1, items: { type: integer } } }
        - { name: label, in: path, required: true, style: label, explode: true, schema: { type: integer } }
        - { name: form, in: query, explode: false, schema: { type: array, minItems: 1, items: { enum: [a, b] } } }
        - { name: deep, in: query, style: deepObject, schema: { type: object, properties: { low: { type: integer }, high: { type: integer } } } }
        - { name: json, in: query, content: { application/json: { schema: { type: object, properties: { a: { type: string } } } } } }
        - { name: X-Number, in: header, schema: { type: number } }
        - { name: X-Words, in: header, schema: { type: array, minItems: 1, items: { type: string, minLength: 1 } } }
        - { name: session, in: cookie, required: true, schema: { type: string, minLength: 1 } }
      requestBody:
        required: true
        content:
          application/json: { schema: { type: object, properties: { text: { type: string }, number: { type: number } } } }
          application/x-www-form-urlencoded: { schema: { type: object, required: [a], properties: { a: { type: string, minLength: 1 }, b: { type: array, items: { type: integer } } } } }
          multipart/form-data: { schema: { type: object, required: [file], properties: { file: { type: string, format: binary }, note: { type: string, minLength: 1 } } } }
          text/plain: { schema: { type: string } }
          application/octet-stream: { schema: { type: string, format: binary } }
          application/jsonl: { itemSchema: { type: object, required: [n], properties: { n: { type: integer } } } }
      responses: { "204": { description: Taken. } }
`;

test.each([
  ["pets", pets],
  ["all styles and content types", styles],
])("makes inputs that are as described once they are written: %s", async (_, yaml) => {
  const api = verifiedApi(await read(yaml));
  const checker = new RequestChecker(api);
  for (const operation of api.operations) {
    const inputs = fc.sample(given(operationInput(api, operation)), { numRuns: 60, seed: 5 });
    const sent = new Set<string | undefined>();
    for (const input of inputs) {
      const request = await writeRequest(api.description.mock.api, operation.mock.operation, input);
      const verdict = await checker.check(operation, given(request));
      expect({ ...verdict, input, target: request?.target }).toMatchObject({ isTaken: true });
      sent.add(input.contentType);
    }
    const { content = [] } = operation.model.requestBody ?? {};
    expect([...sent]).toHaveLength(Math.max(1, content.length));
  }
});
