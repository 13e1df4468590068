import { expect, test } from "vitest";
import { mocked } from "./mocked.ts";

const connector = `{ type: object, required: [id, type, config], properties: {
  id: { type: string, format: uuid },
  type: { type: string, enum: [ftp, web, s3] },
  config: { oneOf: [
    { type: object, required: [s3], properties: { s3: { type: object, properties: { bucket: { type: string } } } } },
    { type: object, required: [web], properties: { web: { type: object, properties: { url: { type: string } } } } } ] } } }`;
const body = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const one = '{ $ref: "#/components/schemas/Connector" }';

test("a member that names the kind of another agrees with it", async () => {
  const { send } = mocked(
    `
/connectors:
  get: { operationId: ListConnectors, responses: { "200": { description: D., ${body(`{ type: array, items: ${one} }`)} } } }
  post:
    operationId: CreateConnector
    requestBody: { ${body("{ type: object, properties: { type: { type: string }, config: { type: object } } }")} }
    responses: { "201": { description: D., ${body(one)} }, "400": { description: D. } }
/connectors/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
  patch:
    operationId: UpdateConnector
    requestBody: { ${body("{ type: object, properties: { type: { type: string }, config: { type: object } } }")} }
    responses: { "200": { description: D., ${body(one)} }, "400": { description: D. } }
`,
    `{ Connector: ${connector} }`,
  );
  const listed = (await send("GET /connectors")).body as { type: string; config: object }[];
  expect(listed.length).toBeGreaterThan(0);
  for (const { type, config } of listed) expect(Object.keys(config)).toEqual([type]);

  const web = { web: { url: "https://a.example" } };
  const made = await send("POST /connectors", { config: web });
  expect(made).toMatchObject({ status: 201, body: { type: "web", config: web } });
  expect((await send("POST /connectors", { type: "s3", config: web })).status).toBe(400);

  const { id } = made.body as { id: string };
  expect((await send(`PATCH /connectors/${id}`, { type: "s3" })).status).toBe(400);
  const s3 = { s3: { bucket: "b" } };
  const changed = await send(`PATCH /connectors/${id}`, { config: s3 });
  expect(changed.body).toMatchObject({ type: "s3", config: s3 });
});
