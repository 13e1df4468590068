import { createMock } from "@openapi-packages/mock";
import { verifyServer, type VerifyReport } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { verifiedApi } from "../../src/description/verified-api.ts";
import { validProblems } from "../../src/server/judge/accepts-valid.ts";
import type { Exchange } from "../../src/wire/exchange.ts";
import { describe as read, pets } from "../support.ts";

type Handler = (request: Request) => Response | Promise<Response>;

async function verified(yaml: string, around: (mock: Handler) => Handler): Promise<VerifyReport> {
  const description = await read(yaml);
  const mock = createMock(description.mock);
  return verifyServer({ description, server: { fetch: around((request) => mock.fetch(request)) } });
}

const found = ({ failures }: VerifyReport): string[] =>
  failures.map(({ id, message }) => `${id}: ${message}`);

test("that a credential is asked for is documented by the security, and said to be missing", async () => {
  const secured = `${pets}  securitySchemes: { token: { type: http, scheme: bearer } }\nsecurity: [{ token: [] }]\n`;
  const refuse: Handler = () =>
    new Response(null, { status: 401, headers: { "www-authenticate": "Bearer" } });
  const report = await verified(secured, () => refuse);
  expect(found(report)).toEqual([]);
  for (const { missing } of report.coverage)
    expect(missing).toContainEqual({
      what: "a credential that it accepts: it answers 401",
      how: "credentials",
    });
});

test("a path that a template stands for too may have the methods of the template", async () => {
  const yaml = pets.replace(
    "components:\n",
    `  /pets/latest:
    post:
      operationId: MarkLatest
      responses: { "204": { description: Marked. } }
components:
`,
  );
  const report = await verified(yaml, (mock) => async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname !== "/pets/latest" || request.method === "POST") return mock(request);
    // The routes of pets take it for a pet that is called so.
    return request.method === "GET"
      ? Response.json({ id: "latest", name: "Latest" })
      : mock(request);
  });
  expect(found(report)).toEqual([]);
});

test("a refusal of all types that are accepted has one that is not accepted, whatever errors are", async () => {
  const yaml = pets.replaceAll('"404": {', "default: {").replaceAll('"400": {', "default: {");
  const report = await verified(
    yaml,
    (mock) => (request) =>
      request.headers.get("accept") === "application/x-undocumented"
        ? new Response("Not Acceptable", { status: 406, headers: { "content-type": "text/plain" } })
        : mock(request),
  );
  expect(found(report)).toEqual([]);
});

test("an identifier that a list shows may be none by the schema of the path", async () => {
  const yaml = pets.replace(
    "schema: { type: string, minLength: 1 } }",
    'schema: { type: string, pattern: "^[a-f0-9]{24}$" } }',
  );
  const report = await verified(yaml, () => (request) => {
    const { pathname } = new URL(request.url);
    if (request.method !== "GET") return Response.json({ message: "refused" }, { status: 400 });
    if (pathname === "/pets") return Response.json({ pets: [{ id: "Rex", name: "Rex" }] });
    const message = 'petId must match pattern "^[a-f0-9]{24}$"';
    return Response.json({ message }, { status: 400 });
  });
  expect(report.failures.filter(({ check }) => check === "accepts-valid")).toEqual([]);
});

test.each([
  ["1970-01-01", []],
  ["2026-03-01", ["accepts-valid"]],
])("a service may have no use for times of another century: %s", async (day, checks) => {
  const yaml = pets.replace(
    "age: { type: integer",
    "bornOn: { type: string, format: date }\n        age: { type: integer",
  );
  expect(yaml).not.toBe(pets);
  const api = verifiedApi(await read(yaml));
  const create = api.operations.find(({ model }) => model.method === "POST");
  if (create === undefined) throw new Error("there is no creation");
  const value = { message: 'bornOn must match format "date"' };
  const response = { status: 400, headers: [], body: new Uint8Array() };
  const exchange = { response, value, problems: [] } as unknown as Exchange;
  const input = { body: { name: "Rex", bornOn: day }, contentType: "application/json" };
  const problems = validProblems(api, create, input, exchange);
  expect(problems.map(({ check }) => check)).toEqual(checks);
});

test.each<[said: string, message: string, checks: string[]]>([
  ["Its `age` must not be lower than that of its parent.", "age must be at least 7", []],
  [
    "Its `age` is in years. A lower one than that of its parent is refused.",
    "age must be greater than 6",
    [],
  ],
  [
    "Its `age` must not be lower than that of its parent.",
    "age must be at least 0",
    ["accepts-valid"],
  ],
  [
    "Its `age` is in years. No name may be longer than 9.",
    "age must be at least 7",
    ["accepts-valid"],
  ],
])("a number may be compared with one elsewhere: %s (%s)", async (said, message, checks) => {
  const yaml = pets
    .replace("age: { type: integer", "age: { type: integer, minimum: 0")
    .replace(
      "operationId: CreatePet",
      `operationId: CreatePet\n      description: ${JSON.stringify(said)}`,
    );
  const api = verifiedApi(await read(yaml));
  const create = api.operations.find(({ model }) => model.method === "POST");
  if (create === undefined) throw new Error("there is no creation");
  expect(create.model.description).toBe(said);
  const response = { status: 422, headers: [], body: new Uint8Array() };
  const exchange = { response, value: { message }, problems: [] } as unknown as Exchange;
  const input = { body: { name: "Rex", age: 3 }, contentType: "application/json" };
  expect(validProblems(api, create, input, exchange).map(({ check }) => check)).toEqual(checks);
});
