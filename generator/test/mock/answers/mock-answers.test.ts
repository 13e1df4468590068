import { describe, expect, it } from "vitest";
import type { DocumentedAnswer } from "../../../src/mock/answers/mock-answer.ts";
import { mockAnswers, refusedExamples } from "../../../src/mock/answers/mock-answers.ts";
import { sharedAnswers } from "../../../src/mock/answers/shared-answers.ts";
import type { ApiModel } from "../../../src/model/api-model.ts";
import { modelOf } from "../state/described.ts";

function answersOf(model: ApiModel, id: string): readonly DocumentedAnswer[] {
  const { documented } = mockAnswers(model);
  return [...documented].find(([operation]) => operation.id === id)?.[1] ?? [];
}

/** Status, name and body of each answer. */
const brief = (answers: readonly DocumentedAnswer[]): unknown =>
  answers.map(({ status, name, answer: { status: code, isExample, body } }) => [
    status,
    code,
    name,
    isExample ? "given" : "made",
    body?.kind === "value" ? body.value : body?.kind === "stream" ? body.items : undefined,
  ]);

const schema = "{ type: object, required: [n], properties: { n: { type: integer } } }";

describe("what an operation may answer", () => {
  it("is each example of each status, success first, or a value that is made", () => {
    const model = modelOf(`
/a:
  get:
    operationId: GetA
    responses:
      "404": { description: Gone., content: { application/json: { schema: ${schema} } } }
      "200":
        description: Done.
        content:
          application/json:
            schema: ${schema}
            examples:
              one: { value: { n: 1 } }
              wrong: { value: { n: many } }
              two: { value: { n: 2 } }
      "204": { description: Nothing. }
`);
    expect(brief(answersOf(model, "GetA"))).toEqual([
      ["200", 200, "one", "given", { n: 1 }],
      ["200", 200, "two", "given", { n: 2 }],
      ["204", 204, undefined, "made", undefined],
      ["404", 404, undefined, "made", { n: expect.any(Number) }],
    ]);
    expect(mockAnswers(model).answers.values().next().value?.body).toMatchObject({
      value: { n: 1 },
    });
    expect(refusedExamples(model)).toMatchObject([
      { pointer: "/paths/~1a/get/responses/200/content/application~1json/examples/wrong/value" },
    ]);
  });

  it("is a whole body, and a stream beside it where one is described", () => {
    const made = "{ type: object, required: [n], properties: { n: { const: 1 } } }";
    const model = modelOf(`
/a:
  get:
    operationId: GetA
    responses:
      "200":
        description: Done.
        content:
          text/event-stream: { schema: ${made} }
          application/json: { schema: ${made} }
          application/vnd.a+json: { schema: ${made} }
`);
    const answers = answersOf(model, "GetA");
    expect(answers.map(({ answer }) => answer.contentType)).toEqual([
      "application/json",
      "text/event-stream",
    ]);
    expect(brief(answers)).toEqual([
      ["200", 200, undefined, "made", { n: 1 }],
      ["200", 200, undefined, "made", [{ n: 1 }, { n: 1 }]],
    ]);
  });

  it("has a status of its own for a range and for default", () => {
    const body = `content: { application/json: { schema: ${schema} } }`;
    const model = modelOf(`
/a:
  get:
    operationId: GetA
    responses:
      "200": { description: Done., ${body} }
      "400": { description: A., ${body} }
      4XX: { description: B., ${body} }
      "500": { description: C., ${body} }
      default: { description: D., ${body} }
/b:
  get:
    operationId: GetB
    responses:
      default: { description: Whatever., ${body} }
`);
    const codes = (id: string): unknown =>
      answersOf(model, id).map(({ status, answer }) => `${status} ${answer.status}`);
    expect(codes("GetA")).toEqual(["200 200", "400 400", "500 500", "4XX 401", "default 503"]);
    expect(codes("GetB")).toEqual(["default 200"]);
  });

  it("is, of a stream, its named examples one after the other, and each by itself", () => {
    const model = modelOf(`
/a:
  get:
    operationId: Follow
    responses:
      "200":
        description: Events.
        content:
          text/event-stream:
            schema: ${schema}
            examples: { first: { value: { n: 1 } }, second: { value: { n: 2 } } }
`);
    expect(brief(answersOf(model, "Follow"))).toEqual([
      ["200", 200, undefined, "given", [{ n: 1 }, { n: 2 }]],
      ["200", 200, "first", "given", [{ n: 1 }]],
      ["200", 200, "second", "given", [{ n: 2 }]],
    ]);
  });
});

describe("an answer that is made", () => {
  const path = (id: string): string => `
/${id}:
  get:
    operationId: ${id}
    responses:
      "200": { description: Done., content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
      "404": { description: Gone., content: { application/json: { schema: { type: string, format: uuid } } } }
`;
  const schemas = `
Pet: { type: object, properties: { id: { type: string, format: uuid }, name: { type: string }, next: { $ref: "#/components/schemas/Pet" } } }
`;

  it("stays what it is when other operations come and go", () => {
    const alone = answersOf(modelOf(path("GetB"), schemas), "GetB");
    const among = modelOf(`${path("GetA")}${path("GetB")}${path("GetC")}`, schemas);
    expect(answersOf(among, "GetB")).toEqual(alone);
  });

  it("differs from one operation to the other where the schema has no name", () => {
    const model = modelOf(`${path("GetA")}${path("GetB")}`, schemas);
    const [, gone] = answersOf(model, "GetA");
    const [, other] = answersOf(model, "GetB");
    expect(gone?.answer.body).not.toEqual(other?.answer.body);
  });
});

it("says once what several operations answer alike, but for what each answers by itself", () => {
  const failing = (id: string): string => `
/${id}:
  get:
    operationId: ${id}
    responses:
      "204": { description: Done. }
      "400": { description: Wrong., content: { application/json: { example: { type: Wrong } } } }
      "500": { description: Broken., content: { application/json: { example: { id: ${id} } } } }
`;
  const model = modelOf(`${failing("GetA")}${failing("GetB")}`);
  const { answers, usedBy } = sharedAnswers(model);
  expect(answers.map(({ name }) => name)).toEqual(["answer400"]);
  for (const { operations } of model.groups)
    expect(operations.map(usedBy)).toEqual([["answer400"], ["answer400"]]);
});
