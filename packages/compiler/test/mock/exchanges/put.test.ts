import { describe, expect, it } from "vitest";
import { mocked } from "./mocked.ts";

const note = "{ $ref: '#/components/schemas/Note' }";
const body = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const shown = `{ description: The note., ${body(note)} }`;
const empty = "{ description: Done. }";

/** Notes that are put, by an id in the path or in the body. */
const paths = (responses: string, keyType = "string", parameters = ""): string => `
/notes:
  get: { operationId: list, responses: { "200": { description: All., ${body(`{ type: array, items: ${note} }`)} } } }
  put:
    operationId: putInBody
    parameters: [${parameters}]
    requestBody: { required: true, ${body(note)} }
    responses: { ${responses} }
/notes/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: ${keyType} } }]
  get: { operationId: read, responses: { "200": ${shown}, "404": ${empty} } }
  put:
    operationId: put
    parameters: [${parameters}]
    requestBody: { required: true, ${body("{ type: object, required: [text], properties: { id: {}, text: { type: string } } }")} }
    responses: { ${responses} }
`;

const schemas = (keyType = "string"): string => `
Note: { type: object, required: [id, text], properties: { id: { type: ${keyType} }, text: { type: string } } }
`;

const both = `"200": ${shown}, "201": ${shown}`;

describe.each([
  ["in the path", (id: string) => `PUT /notes/${id}`],
  ["in the body", () => "PUT /notes"],
])("a PUT with the id %s", (_, line) => {
  const twice = async (responses: string): Promise<unknown[]> => {
    const { send } = mocked(paths(responses), schemas());
    const seen: unknown[] = [];
    for (const text of ["a", "b"]) {
      const { status, body: answered } = await send(line("n9"), { id: "n9", text });
      seen.push([status, answered]);
    }
    expect((await send("GET /notes/n9")).body).toEqual({ id: "n9", text: "b" });
    return seen;
  };
  const [first, second] = ["a", "b"].map((text) => ({ id: "n9", text }));

  it.each([
    [both, [201, first], [200, second]],
    [`"201": ${shown}, "204": ${empty}`, [201, first], [204, ""]],
    [`"200": ${shown}, "201": ${empty}`, [201, ""], [200, second]],
    [`"200": ${shown}`, [200, first], [200, second]],
    [`"201": ${shown}`, [201, first], [201, second]],
    [`"204": ${empty}`, [204, ""], [204, ""]],
  ])("creates, then replaces, as it is documented: %s", async (responses, ...expected) => {
    expect(await twice(responses)).toEqual(expected);
  });

  it("only replaces where a missing one is documented and none is created", async () => {
    const { mock, send } = mocked(paths(`"200": ${shown}, "404": ${empty}`), schemas());
    const before = mock.state.count("Note");
    expect((await send(line("n9"), { id: "n9", text: "a" })).status).toBe(404);
    expect(mock.state.count("Note")).toBe(before);
  });

  it("creates only with If-None-Match, and replaces only with If-Match", async () => {
    const parameters = "{ name: If-None-Match, in: header, schema: { type: string } }";
    const { send } = mocked(paths(`${both}, "412": ${empty}`, "string", parameters), schemas());
    const put = async (headers: Record<string, string>): Promise<number> =>
      (await send(line("n9"), { id: "n9", text: "a" }, headers)).status;
    expect(await put({ "if-match": "*" })).toBe(412);
    expect(await put({ "if-none-match": "*" })).toBe(201);
    expect(await put({ "if-none-match": "*" })).toBe(412);
    expect(await put({ "if-match": "*" })).toBe(200);
  });

  it("takes no notice of preconditions that are not described", async () => {
    const { send } = mocked(paths(both), schemas());
    for (const status of [201, 200]) {
      const headers = { "if-none-match": "*" };
      expect((await send(line("n9"), { id: "n9", text: "a" }, headers)).status).toBe(status);
    }
  });
});

describe("a PUT that creates", () => {
  it("has the id of the path in the type of the member", async () => {
    const { send } = mocked(paths(both, "integer"), schemas("integer"));
    expect(await send("PUT /notes/77", { text: "a" })).toMatchObject({
      status: 201,
      body: { id: 77, text: "a" },
    });
    expect((await send("GET /notes/77")).status).toBe(200);
  });

  it("has the id of the path, whatever the body says", async () => {
    const { send } = mocked(paths(both), schemas());
    expect((await send("PUT /notes/n7", { id: "n8", text: "a" })).body).toMatchObject({ id: "n7" });
    expect((await send("GET /notes/n7")).status).toBe(200);
    expect((await send("GET /notes/n8")).status).toBe(404);
  });
});

it("finds the record by an id that is read-only", async () => {
  const members =
    "type: object, required: [text], properties: { id: { type: integer, readOnly: true }, text: { type: string } }";
  const { send } = mocked(paths(`"200": ${shown}`, "integer"), `Note: { ${members} }`);
  const { body: created } = await send("PUT /notes/7", { id: 7, text: "one" });
  expect(created).toMatchObject({ text: "one" });
  await send("PUT /notes", { id: 7, text: "two" });
  expect((await send("GET /notes/7")).body).toMatchObject({ id: 7, text: "two" });
});
