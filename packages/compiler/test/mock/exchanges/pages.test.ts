import { describe, expect, test } from "vitest";
import { mocked, type Mocked } from "./mocked.ts";

const text = "{ type: string }";
const things = (
  page: string,
  answered = "{ type: array, items: { $ref: '#/components/schemas/Thing' } }",
): Mocked =>
  mocked(
    `
/things:
  get:
    operationId: ListThings
    parameters:
      - { name: page, in: query, ${page} }
      - { name: page_size, in: query, schema: { type: number } }
    responses:
      "200": { description: D., content: { application/json: { schema: ${answered} } } }
      "400": { description: D. }
  post:
    operationId: CreateThing
    requestBody: { content: { application/json: { schema: { type: object, properties: { name: ${text} } } } } }
    responses: { "201": { description: D., content: { application/json: { schema: { $ref: "#/components/schemas/Thing" } } } } }
`,
    `{ Thing: { type: object, required: [id, name], properties: { id: { type: string, format: uuid }, name: ${text} } } }`,
    { start: "empty" },
  );

const namesOn = async ({ send }: Mocked, query: string): Promise<unknown> => {
  const { status, body } = await send(`GET /things?${query}`);
  return status === 200 ? (body as { name: string }[]).map(({ name }) => name) : status;
};

const filled = async (page: string): Promise<Mocked> => {
  const mock = things(page);
  for (const name of ["a", "b", "c"]) await mock.send("POST /things", { name });
  return mock;
};

describe("pages", () => {
  test.each([
    "schema: { type: integer, default: 0 }",
    "schema: { type: integer, minimum: 0 }",
    "schema: { type: integer }, example: 0",
  ])("begin with 0 where the parameter says so: %s", async (page) => {
    const mock = await filled(page);
    expect(await namesOn(mock, "page_size=2")).toEqual(["a", "b"]);
    expect(await namesOn(mock, "page=0&page_size=2")).toEqual(["a", "b"]);
    expect(await namesOn(mock, "page=1&page_size=2")).toEqual(["c"]);
  });

  test.each(["schema: { type: number }", "schema: { type: number, default: 1, minimum: 0 }"])(
    "begin with 1 else, and what is no page is refused: %s",
    async (page) => {
      const mock = await filled(page);
      expect(await namesOn(mock, "page=1&page_size=2")).toEqual(["a", "b"]);
      for (const query of ["page=0", "page=-1", "page=1.5", "page_size=0", "page_size=-1"])
        expect(await namesOn(mock, query)).toBe(400);
      expect(await namesOn(mock, "page=9007199254740991&page_size=9007199254740991")).toEqual([]);
    },
  );
});
