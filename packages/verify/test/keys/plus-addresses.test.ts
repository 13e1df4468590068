import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

/** Subscribers by their addresses, which nothing reads. */
const subscribers = (email: string, text = "Subscribes."): string => `openapi: 3.1.0
info: { title: Subscribers, version: "1" }
paths:
  /subscribers/{email}:
    parameters: [{ name: email, in: path, required: true, schema: ${email} }]
    put:
      operationId: subscribe
      description: ${JSON.stringify(text)}
      responses:
        "200": { description: Subscribed., content: { application/json: { schema: { type: object, properties: { address: { type: string } } } } } }
        "400": { description: Wrong. }
    delete:
      operationId: unsubscribe
      responses:
        "204": { description: Done. }
        "400": { description: Wrong. }
        "404": { description: None. }
`;

interface Ways {
  /** Returns what the service takes for the address in the path. */
  readonly decode?: (segment: string) => string;
  readonly allowed?: RegExp;
}

function subscriberService({ decode = decodeURIComponent, allowed = /^[^@\s]+@[^@\s]+$/ }: Ways) {
  const all = new Set<string>();
  return (request: Request): Response => {
    const address = decode(new URL(request.url).pathname.split("/").at(-1) ?? "");
    if (!allowed.test(address)) return new Response(null, { status: 400 });
    if (request.method !== "PUT")
      return new Response(null, { status: all.delete(address) ? 204 : 404 });
    all.add(address);
    return Response.json({ address });
  };
}

const byPattern = `{ type: string, pattern: '^[^@\\s]+@[^@\\s]+$' }`;

async function said(schema: string, ways: Ways, text?: string): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: await read(subscribers(schema, text)),
    server: { fetch: subscriberService(ways) },
    operations: ["subscribe", "unsubscribe"],
  });
  expect(errors).toEqual([]);
  return failures
    .filter(({ id }) => id.includes("/keys/plus"))
    .map(({ check, operationId, message }) => `${check} ${operationId}: ${message}`);
}

const asSpace = (segment: string): string => decodeURIComponent(segment).replaceAll("+", " ");
const address = "verify[+-]\\w+@example\\.com";

test.each([byPattern, "{ type: string, format: email }"])(
  "takes a plus sign of an address as it is: %s",
  async (schema) => {
    expect(await said(schema, {})).toEqual([]);
    expect(await said(schema, { decode: asSpace })).toEqual([
      expect.stringMatching(
        `^accepts-valid subscribe: refuses "${address}" as \`email\` of the path, which its schema allows: it answers 400, and 200 to "${address}"$`,
      ),
      expect.stringMatching(
        `^accepts-valid unsubscribe: refuses "${address}" as .*: it answers 400, and 404 to "${address}"$`,
      ),
    ]);
  },
);

test("finds a plus sign that is stored as a space", async () => {
  expect(await said(byPattern, { decode: asSpace, allowed: /@/ })).toEqual([
    expect.stringMatching(/^read-after-create subscribe: shows "verify \w+@example\.com" for /),
  ]);
});

test.each<[string, string, Ways, string?]>([
  ["refuses addresses of others", byPattern, { allowed: /@own\.test$/ }],
  ["says so", byPattern, { decode: asSpace }, "Addresses with a plus sign are refused."],
  ["names no addresses", "{ type: string, minLength: 1 }", { decode: asSpace }],
  ["allows none", `{ type: string, pattern: '^[a-z0-9-]+@[a-z.]+$' }`, { decode: asSpace }],
])("says nothing of a service that %s", async (_, schema, ways, text) => {
  expect(await said(schema, ways, text)).toEqual([]);
});
