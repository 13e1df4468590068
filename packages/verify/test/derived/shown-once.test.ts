import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const clients = (said: string): string => `openapi: 3.1.0
info: { title: Clients, version: "1" }
paths:
  /clients:
    get:
      operationId: listClients
      responses:
        "200":
          description: All.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Client" } } } }
    post:
      operationId: addClient
      description: ${JSON.stringify(said)}
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } } }
      responses:
        "201":
          description: Made.
          content:
            application/json:
              schema:
                allOf:
                  - { $ref: "#/components/schemas/Client" }
                  - { type: object, required: [secret], properties: { secret: { type: string } } }
components:
  schemas:
    Client: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }
`;

interface Client {
  readonly id: string;
  readonly name: string;
  readonly secret: string;
}

const found = async (said: string, shown: (client: Client) => object): Promise<string[]> => {
  const known: Client[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    if (request.method === "GET") return Response.json(known.map(shown));
    const { name } = (await request.json()) as Client;
    const made = { id: `c-${known.length}`, name, secret: `sk-4f9a81c07d52-${known.length}` };
    known.push(made);
    return Response.json(made, { status: 201 });
  };
  const { failures, errors } = await verifyServer({
    description: await read(clients(said)),
    server: { fetch },
    replay: ["addClient/example", "listClients/example"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ operationId, message }) => `${operationId}: ${message}`);
};

const withHint = ({ secret, ...rest }: Client): object => ({ ...rest, hint: secret.slice(-4) });

test.each(["The secret is shown in this answer only.", "The secret is returned only once."])(
  "a value that is shown again is found: %s",
  async (said) => {
    expect(await found(said, (client) => client)).toEqual([
      `listClients: has the \`secret\` that addClient answered with, and its description says ${JSON.stringify(said)}`,
    ]);
    expect(await found(said, withHint)).toEqual([]);
  },
);

test.each(["The secret is shown in this answer.", "The name is shown only once."])(
  "others may be shown again: %s",
  async (said) => {
    expect(await found(said, (client) => client)).toEqual([]);
  },
);

/** Serves clients with a member that a list shows. */
const shownTwice = async (said: string, member: string): Promise<string[]> => {
  const known: object[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    if (request.method === "GET") return Response.json(known);
    const { name } = (await request.json()) as Client;
    const made = { id: `c-${known.length}`, name, [member]: `2026-000000-${known.length}` };
    known.push(made);
    return Response.json({ ...made, secret: `sk-4f9a81c07d52-${known.length}` }, { status: 201 });
  };
  const yaml = clients(said).replace(
    "required: [secret], properties: {",
    `required: [secret], properties: { ${member}: { type: string },`,
  );
  const { failures } = await verifyServer({
    description: await read(yaml),
    server: { fetch },
    replay: ["addClient/example", "listClients/example"],
  });
  return failures.map(({ message }) => message);
};

test.each([
  ["The number is given only once.", "number"],
  ["A number is never given again.", "number"],
  ["A mail with the link is sent only once.", "link"],
  ["The secret of the key is shown in this answer only.", "key"],
])("others than secrets may be shown again, too: %s", async (said, member) => {
  expect(await shownTwice(said, member)).toEqual([]);
});
