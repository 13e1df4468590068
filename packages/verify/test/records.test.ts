import { createMock } from "@openapi-packages/mock";
import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "./support.ts";

/** Teams have names that are unique, and members that are named by numbers. */
const teams = `openapi: 3.1.0
info: { title: Teams, version: 1.0.0 }
paths:
  /members:
    post:
      operationId: CreateMember
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [name], properties: { name: { type: string } } }
      responses:
        "201":
          description: Created.
          content: { application/json: { schema: { $ref: "#/components/schemas/Member" } } }
  /members/{member_id}:
    get:
      operationId: GetMember
      parameters: [{ name: member_id, in: path, required: true, schema: { type: integer } }]
      responses:
        "200":
          description: The member.
          content: { application/json: { schema: { $ref: "#/components/schemas/Member" } } }
  /teams:
    post:
      operationId: CreateTeam
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [name]
              properties:
                name: { type: string, pattern: "^[a-z-]{3,12}$", examples: [blue-team] }
                member_ids: { type: array, items: { type: integer }, examples: [[7]] }
            example: { name: blue-team, member_ids: [7] }
      responses:
        "201":
          description: Created.
          content: { application/json: { schema: { $ref: "#/components/schemas/Team" } } }
        "409": { description: There is one with that name. }
components:
  schemas:
    Member:
      type: object
      required: [id, name]
      properties: { id: { type: integer }, name: { type: string } }
    Team:
      type: object
      required: [id, name]
      properties:
        id: { type: integer }
        name: { type: string }
        member_ids: { type: array, items: { type: integer } }
`;

test("a creation that conflicts is tried again with another text that its schema takes", async () => {
  const description = await read(teams);
  const names: string[] = [];
  const mock = createMock(description.mock);
  const fetch = async (request: Request): Promise<Response> => {
    if (!request.url.endsWith("/teams")) return mock.fetch(request);
    const { name } = (await request.clone().json()) as { name: string };
    names.push(name);
    return name === "blue-team" ? new Response(null, { status: 409 }) : mock.fetch(request);
  };
  const replay = ["CreateTeam/example"];
  const report = await verifyServer({ description, server: { fetch }, replay });
  expect(report.failures).toEqual([]);
  expect(report.coverage.find(({ operationId }) => operationId === "CreateTeam")).toMatchObject({
    statuses: { 201: 1, 409: 1 },
  });
  expect(names[1]).toMatch(/^[a-z-]{3,12}$/);
});

test("a member of a body that names a record keeps its type", async () => {
  const description = await read(teams);
  const bodies: unknown[] = [];
  const mock = createMock(description.mock);
  const fetch = async (request: Request): Promise<Response> => {
    if (request.url.endsWith("/teams")) bodies.push(await request.clone().json());
    return mock.fetch(request);
  };
  await verifyServer({ description, server: { fetch }, replay: ["CreateTeam/example"] });
  expect(bodies).toEqual([expect.objectContaining({ member_ids: [expect.any(Number)] })]);
});

const keys = `openapi: 3.1.0
info: { title: Keys, version: 1.0.0 }
paths:
  /keys/{keyId}:
    parameters: [{ name: keyId, in: path, required: true, schema: { type: string } }]
    put:
      operationId: PutKey
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Key" } } }
      responses:
        "204": { description: Stored. }
    get:
      operationId: GetKey
      responses:
        "200":
          description: The key.
          content: { application/json: { schema: { $ref: "#/components/schemas/Key" } } }
        "404": { description: There is none. }
components:
  schemas:
    Key:
      type: object
      required: [id]
      properties: { id: { type: integer }, isActive: { type: boolean } }
`;

test("a key that is a text in the path and a number in the body stops no case", async () => {
  const description = await read(keys);
  const sent: unknown[] = [];
  const { errors } = await verifyServer({
    description,
    operations: ["PutKey", "GetKey"],
    server: {
      async fetch(request) {
        if (request.method !== "PUT") return new Response(null, { status: 404 });
        sent.push(await request.text());
        return new Response(null, { status: 204 });
      },
    },
  });
  expect(errors).toEqual([]);
  expect(sent).not.toEqual([]);
});
