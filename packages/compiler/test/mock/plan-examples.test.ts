import { expect, test } from "vitest";
import type { JsonObject } from "../../../description/src/json/json.ts";
import { compileValidators } from "../../src/compile/compile-validators.ts";
import { planExamples, type PlannedExamples } from "../../src/mock/plan-examples.ts";
import { planMock } from "../../src/mock/plan-mock.ts";
import { modelOf } from "./state/described.ts";

function examplesOf(paths: string, components: JsonObject = {}): PlannedExamples {
  const model = modelOf(paths, components);
  const validators = compileValidators(model);
  return planExamples(model, validators, planMock(model, validators));
}

/** Name, file, and value or the name of the constant with the same value. */
const brief = ({ constants }: PlannedExamples): unknown =>
  constants.map(({ name, file, value, same }) => [name, file, same ? same.name : value]);

const pet = "{ $ref: '#/components/schemas/Pet' }";
const schemas: JsonObject = {
  Pet: {
    type: "object",
    required: ["name"],
    properties: { name: { type: "string" } },
    example: { name: "Rex" },
    examples: [{ name: "Tom" }, { name: 1 }],
  },
};

test("examples have names of their operation, status and name, and equal values stand once", () => {
  const paths = `
/pets:
  post:
    operationId: create-pet
    parameters: [{ name: X-Trace, in: header, schema: { type: string }, example: abc }]
    requestBody:
      content:
        application/json: { schema: ${pet}, examples: { "my rex": { value: { name: Rex } }, bad: { value: 1 } } }
        text/plain: { example: No JSON }
    responses:
      "201": { description: Done., content: { application/json: { schema: ${pet}, examples: { a: { value: { name: A } } } } } }
      "404": { $ref: '#/components/responses/Gone' }
  get:
    operationId: create_pet_request
    responses:
      "200": { description: Done., content: { application/json: { schema: ${pet}, example: { name: B } } } }
      "404": { $ref: '#/components/responses/Gone' }
`;
  const gone = {
    description: "Gone.",
    content: { "application/json": { schema: { type: "string" }, example: "gone" } },
  };
  const examples = examplesOf(paths, { schemas, responses: { Gone: gone } });
  expect(brief(examples)).toEqual([
    ["petExample", "schemas", { name: "Rex" }],
    ["petExample2", "schemas", { name: "Tom" }],
    ["createPetXTraceParameter", "operations/default", "abc"],
    ["createPetRequestMyRex", "operations/default", "petExample"],
    ["createPet201A", "operations/default", { name: "A" }],
    ["gone404", "components", "gone"],
    ["createPetRequest200", "operations/default", { name: "B" }],
  ]);
  expect(examples.refused.map(({ pointer, of }) => [pointer, of])).toEqual([
    ["/components/schemas/Pet/examples", "the schema Pet"],
    [
      "/paths/~1pets/post/requestBody/content/application~1json/examples/bad/value",
      "create-pet request application/json",
    ],
  ]);
});

test("names that would be equal have numbers", () => {
  const body = (name: string): string =>
    `{ content: { application/json: { schema: {}, examples: { ${name}: { value: ${name.length} } } } } }`;
  const paths = `
/a: { post: { operationId: a, requestBody: ${body("x")}, responses: { "204": { description: Done. } } } }
/b: { post: { operationId: aRequest, requestBody: ${body("yy")}, responses: { "200": { description: Done., content: { application/json: { schema: {}, examples: { "a b": { value: 1 }, aB: { value: 2 } } } } } } } }
`;
  expect(brief(examplesOf(paths))).toEqual([
    ["aRequestX", "operations/default", 1],
    ["aRequestRequestYy", "operations/default", 2],
    ["aRequest200AB", "operations/default", 1],
    ["aRequest200AB2", "operations/default", 2],
  ]);
});

test("answers and requests share examples of components and streams are lists of items", () => {
  const ref = "{ $ref: '#/components/examples/tom' }";
  const paths = `
/a:
  post:
    operationId: a
    requestBody: { content: { application/json: { schema: ${pet}, examples: { one: ${ref} } } } }
    responses:
      "200": { description: Done., content: { application/json: { schema: ${pet}, examples: { two: ${ref} } } } }
      "202": { description: Done., content: { application/jsonl: { itemSchema: ${pet}, x-event-sequence: [{ name: A }, { name: B }] } } }
`;
  const components = { schemas, examples: { tom: { value: { name: "Tim" } } } };
  const { constants, answers } = examplesOf(paths, components);
  expect(brief({ constants, answers, refused: [] })).toEqual([
    ["petExample", "schemas", { name: "Rex" }],
    ["petExample2", "schemas", { name: "Tom" }],
    ["tomExample", "components", { name: "Tim" }],
    ["aRequestOne", "operations/default", "tomExample"],
    ["a200Two", "operations/default", "tomExample"],
    ["a202", "operations/default", [{ name: "A" }, { name: "B" }]],
  ]);
  expect(constants.find(({ name }) => name === "a202")?.isStream).toBe(true);
  expect([...answers.values()].map(({ name }) => name)).toEqual(["a200Two", "a202"]);
});
