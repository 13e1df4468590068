import { expect, test } from "vitest";
import { mocked } from "./mocked.ts";

const user = '{ $ref: "#/components/schemas/User" }';
const body = (schema: string, more = ""): string =>
  `content: { application/json: { schema: ${schema}${more} } }`;

test.each([
  [
    "of examples",
    `, example: [{ id: 1, name: Ada }, { id: 2, name: Ada }, { id: 3, name: Ada }]`,
    3,
  ],
  ["made from schemas", "", 1],
])(
  "records from the start keep to what creations are refused for: %s",
  async (_what, example, least) => {
    const { send } = mocked(
      `
/users:
  get: { operationId: ListUsers, responses: { "200": { description: D., ${body(`{ type: array, minItems: 3, items: ${user} }`, example)} } } }
  post:
    operationId: CreateUser
    requestBody: { ${body("{ type: object, required: [name], properties: { name: { type: string } } }")} }
    responses: { "201": { description: D., ${body(user)} }, "409": { description: The name is taken already. } }
/users/{id}:
  get:
    operationId: GetUser
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    responses: { "200": { description: D., ${body(user)} } }
`,
      `{ User: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string, maxLength: 20 } } } }`,
    );
    const listed = (await send("GET /users")).body as { id: number; name: string }[];
    const names = listed.map(({ name }) => name);
    expect(listed.length).toBeGreaterThanOrEqual(least);
    expect(new Set(names).size).toBe(names.length);
    for (const one of listed) expect((await send(`GET /users/${one.id}`)).body).toEqual(one);
    for (const name of names) expect((await send("POST /users", { name })).status).toBe(409);
  },
);
