import { describe, expect, it } from "vitest";
import type { DocumentedAnswer } from "../../src/mock/answers/mock-answer.ts";
import { componentAnswers, componentExamples, type MockPlan } from "../../src/mock/plan-mock.ts";
import type { ApiModel } from "../../../description/src/model/api-model.ts";
import { modelOf, planOf } from "./state/described.ts";

function answersOf(model: ApiModel, id: string): readonly DocumentedAnswer[] {
  return [...planOf(model).answers].find(([operation]) => operation.id === id)?.[1] ?? [];
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
    expect(planOf(model).refused).toMatchObject([
      { pointer: "/paths/~1a/get/responses/200/content/application~1json/examples/wrong/value" },
    ]);
  });

  it("is a whole body of each media type, and a stream beside them where one is described", () => {
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
      "application/vnd.a+json",
      "text/event-stream",
    ]);
    expect(brief(answers)).toEqual([
      ["200", 200, undefined, "made", { n: 1 }],
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

describe("an error that a component describes", () => {
  const failing = (id: string, more = ""): string => `
/${id}:
  get:
    operationId: ${id}
    responses:
      "204": { description: Done. }
      "404": { $ref: "#/components/responses/NotFound" }
      "410": { description: Gone., content: { application/json: { schema: { $ref: "#/components/schemas/Failure" } } } }
      default: { $ref: "#/components/responses/NotFound" }
      ${more}
`;
  const components = {
    schemas: {
      Failure: { type: "object", required: ["id"], properties: { id: { format: "uuid" } } },
    },
    responses: {
      NotFound: {
        description: "Not there.",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } },
      },
    },
  };
  const planned = (paths: string): MockPlan => planOf(modelOf(paths, components));

  it("is the same for all operations, and said once, by the component and the status", () => {
    const plan = planned(`${failing("GetA")}${failing("GetB", `"500": { description: Broken. }`)}`);
    const [first, second] = [...plan.answers.values()];
    expect(first?.slice(1, 3)).toEqual(second?.slice(1, 3));
    expect([...componentAnswers(plan).keys()]).toEqual([
      "responses/NotFound 404",
      "schemas/Failure 410",
      "responses/NotFound default 500",
      "responses/NotFound default 400",
    ]);
  });

  it("stays what it is when other operations come and go", () => {
    const alone = componentAnswers(planned(failing("GetB")));
    const among = componentAnswers(planned(`${failing("GetA")}${failing("GetB")}`));
    expect(among).toEqual(alone);
  });

  it("is the operation's own where the operation gives an example of it, or it is success", () => {
    const reference = `schema: { $ref: "#/components/schemas/Failure" }`;
    const plan = planned(`
/a:
  get:
    operationId: GetA
    responses:
      "200": { $ref: "#/components/responses/NotFound" }
      "404": { description: Gone., content: { application/json: { ${reference}, example: { id: a } } } }
/b:
  get:
    operationId: GetB
    responses: { default: { $ref: "#/components/responses/NotFound" } }
`);
    expect([...componentAnswers(plan).keys()]).toEqual([]);
  });
});

it("names an example that stands among components, where the answer is the whole of it", () => {
  const reference = `{ $ref: "#/components/examples/Rex" }`;
  const plan = planOf(
    modelOf(
      `
/a:
  get:
    operationId: GetA
    responses:
      "200":
        description: One.
        content: { application/json: { schema: ${schema}, examples: { rex: ${reference} } } }
      "201": { description: Other., content: { application/json: { schema: ${schema}, example: { n: 2 } } } }
`,
      { examples: { Rex: { value: { n: 1 } }, Tom: { value: { n: 3 } } } },
    ),
  );
  expect([...componentExamples(plan)]).toEqual([["Rex", { n: 1 }]]);
});
