import { createMock } from "@openapi-packages/mock";
import { verifyServer, type VerifyReport } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read, pets } from "../support.ts";

const found = ({ failures }: VerifyReport): string[] =>
  failures.map(({ id, message }) => `${id}: ${message}`);

async function verifiedMock(yaml: string): Promise<string[]> {
  const description = await read(yaml);
  return found(await verifyServer({ description, server: createMock(description.mock) }));
}

test("what is not found after it was deleted need not be documented, where no refusal of values is", async () => {
  const silent = pets.replaceAll(/ {8}"40[04]": .*\n/g, "");
  expect(silent).not.toContain('"404"');
  expect(await verifiedMock(silent)).toEqual([]);
});

test("a value that the answer's schema does not allow need not be shown", async () => {
  const yaml = pets.replace(
    "kind: { type: string, enum: [cat, dog] }",
    "kind: { type: string, example: horse }",
  );
  const description = await read(yaml);
  const mock = createMock(description.mock);
  // What is neither a cat nor a dog is taken for a cat.
  const fetch = async (request: Request): Promise<Response> => {
    const text = await request.clone().text();
    const body = text.replace(/"kind":"(?!cat|dog)[^"]*"/, '"kind":"cat"');
    const hasBody = request.method === "POST" && body !== text;
    return mock.fetch(hasBody ? new Request(request, { method: "POST", body }) : request);
  };
  const report = await verifyServer({ description, server: { fetch } });
  expect(found(report).filter((one) => one.includes("/kind was written"))).toEqual([]);
});

/** Customers, of which a deletion tells in another shape than reading them; reading may show either. */
const customers = `openapi: 3.1.0
info: { title: Customers, version: 1.0.0 }
paths:
  /customers:
    post:
      operationId: CreateCustomer
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } } } }
      responses:
        "200": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Customer" } } } }
        "400": { description: Refused. }
  /customers/{customerId}:
    parameters: [{ name: customerId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: GetCustomer
      responses:
        "200": { description: It., content: { application/json: { schema: { anyOf: [{ $ref: "#/components/schemas/Customer" }, { $ref: "#/components/schemas/DeletedCustomer" }] } } } }
        "404": { description: None. }
    delete:
      operationId: DeleteCustomer
      responses:
        "200": { description: Gone., content: { application/json: { schema: { $ref: "#/components/schemas/DeletedCustomer" } } } }
        "404": { description: None. }
components:
  schemas:
    Customer:
      type: object
      required: [id, created]
      properties: { id: { type: string }, created: { type: integer }, name: { type: string } }
    DeletedCustomer:
      type: object
      required: [id, deleted]
      properties: { id: { type: string }, deleted: { type: boolean, enum: [true] } }
`;

test("our mock tells of a deletion as it is described", async () => {
  expect(await verifiedMock(customers)).toEqual([]);
});

const sent = (schema: string): string =>
  `{ description: It., content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } } }`;

/** Messages, whose kinds are told by a value, and not by the names of schemas. */
const messages = `openapi: 3.1.0
info: { title: Messages, version: 1.0.0 }
paths:
  /messages:
    post:
      operationId: CreateMessage
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewMessage" } } } }
      responses: { "201": ${sent("Message")}, "400": { description: Refused. } }
  /messages/{messageId}:
    get:
      operationId: GetMessage
      parameters: [{ name: messageId, in: path, required: true, schema: { type: string } }]
      responses: { "200": ${sent("Message")}, "404": { description: None. } }
components:
  schemas:
    NewMessage:
      type: object
      required: [type]
      properties: { type: { type: string, enum: [text, picture] }, text: { type: string }, url: { type: string } }
    Message:
      oneOf: [{ $ref: "#/components/schemas/Text" }, { $ref: "#/components/schemas/Picture" }]
      discriminator: { propertyName: type }
    Text:
      type: object
      required: [id, type, text]
      properties: { id: { type: string }, type: { type: string, enum: [text] }, text: { type: string } }
    Picture:
      type: object
      required: [id, type, url]
      properties: { id: { type: string }, type: { type: string, enum: [picture] }, url: { type: string } }
`;

test("our mock takes the kinds that schemas allow, where a discriminator maps none", async () => {
  const mock = createMock((await read(messages)).mock);
  const body = JSON.stringify({ type: "text", text: "Hello" });
  const headers = { "content-type": "application/json" };
  const request = new Request("http://localhost/messages", { method: "POST", headers, body });
  const response = await mock.fetch(request);
  expect(response.status).toBe(201);
  expect(await response.json()).toMatchObject({ type: "text", text: "Hello" });
  expect(await verifiedMock(messages)).toEqual([]);
});

test("our mock refuses a page that cannot be as the list documents", async () => {
  const yaml = pets
    .replace("schema: { type: integer, minimum: 1, maximum: 100 }", "schema: { type: integer }")
    .replace('"400": { $ref', '"422": { $ref');
  const mock = createMock((await read(yaml)).mock);
  const response = await mock.fetch(new Request("http://localhost/pets?limit=-4"));
  expect(response.status).toBe(422);
});
