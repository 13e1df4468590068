import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { validation } from "@openapi-packages/runtime/client/validation";
import { toFetch } from "@openapi-packages/runtime/server";
import { printPackages } from "../../../generator/test/support.ts";
import { prepareWorkspace } from "../../descriptions/install.ts";

const description = `
openapi: 3.1.0
info: { title: Events, version: 1.0.0 }
paths:
  /events:
    get:
      operationId: listEvents
      tags: [events]
      responses:
        "200":
          description: All.
          content:
            application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Event" } } }
    post:
      operationId: sendEvent
      tags: [events]
      requestBody:
        required: true
        content:
          application/json: { schema: { $ref: "#/components/schemas/Event" } }
      responses: { "204": { description: Done. } }
components:
  schemas:
    Event:
      oneOf: [{ $ref: "#/components/schemas/Opened" }, { $ref: "#/components/schemas/Closed" }]
      discriminator: { propertyName: kind }
    Opened:
      type: object
      required: [kind, at, number]
      properties:
        kind: { const: opened }
        at: { type: string, format: date-time }
        number: { type: integer, format: int64 }
        cause: { type: string, enum: [call, letter] }
    Closed:
      type: object
      required: [kind]
      properties: { kind: { const: closed } }
`;

// oxlint-disable-next-line typescript/no-explicit-any
type Untyped = any;

const workspace = mkdtempSync(join(tmpdir(), "unlisted-"));

/** The packages by whether clients take what is not listed. */
const packages: { [enums: string]: Readonly<Record<"client" | "server" | "contract", Untyped>> } =
  {};

beforeAll(async () => {
  prepareWorkspace(workspace);
  const spec = join(workspace, "description.yaml");
  writeFileSync(spec, description);
  for (const enums of ["open", "closed"] as const) {
    const options = { dates: "Date", int64: "bigint", enums } as const;
    for (const { path, text } of await printPackages(spec, `@${enums}`, options)) {
      const file = join(workspace, enums, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    const modules = join(workspace, "node_modules", `@${enums}`);
    mkdirSync(modules);
    for (const name of ["contract", "client", "server"])
      symlinkSync(join("..", "..", enums, name), join(modules, name), "dir");
    const load = (path: string): Promise<unknown> =>
      import(/* @vite-ignore */ join(workspace, enums, path));
    packages[enums] = {
      client: await load("client/src/index.ts"),
      server: await load("server/src/index.ts"),
      contract: await load("contract/src/validators.ts"),
    };
  }
});

afterAll(() => rmSync(workspace, { recursive: true, force: true }));

/** A client that validates strictly, and gets one answer. */
function clientOf(enums: "open" | "closed", answer: unknown): Untyped {
  const { client, contract } = packages[enums] ?? {};
  return client.createClient({
    baseUrl: "https://events.example.com",
    fetch: async () =>
      new Response(JSON.stringify(answer), { headers: { "content-type": "application/json" } }),
    retries: 0,
    validate: validation(contract.validators, { responses: "strict" }),
  }).events;
}

const at = "2026-05-06T07:08:09.123Z";
const opened = { kind: "opened", at, number: 7, cause: "call" };
const merged = { kind: "merged", at, number: 9, into: [{ at }] };

test("a client takes an event that its description does not have, as it was sent", async () => {
  const events = await clientOf("open", [opened, merged]).listEvents();
  expect(events).toEqual([{ ...opened, at: new Date(at), number: 7n }, merged]);
});

test("a client takes a value that an open enum does not have", async () => {
  const [event] = await clientOf("open", [{ ...opened, cause: "fax" }]).listEvents();
  expect(event.cause).toBe("fax");
});

test.each([
  ["an event of a listed kind that does not fit", "open", { kind: "opened", at }],
  ["an event without a kind", "open", { at }],
  ["an event that is not described, with closed enums", "closed", merged],
  ["a value that is not listed, with closed enums", "closed", { ...opened, cause: "fax" }],
] as const)("a client refuses %s", async (_, enums, event) => {
  const call = clientOf(enums, [event]).listEvents();
  await expect(call).rejects.toMatchObject({ name: "ResponseValidationError" });
});

test("only what is wrong is told of an answer", async () => {
  const call = clientOf("open", [merged, { ...opened, cause: 7 }]).listEvents();
  await expect(call).rejects.toMatchObject({ issues: [{ in: "body", pointer: "/1/cause" }] });
});

test("a client does not send what its description does not have", async () => {
  const call = clientOf("open", {}).sendEvent({ body: merged });
  await expect(call).rejects.toMatchObject({ name: "RequestValidationError" });
});

test("a server neither takes nor sends what its description does not have", async () => {
  const { server } = packages["open"] ?? {};
  const handlers = {
    listEvents: () => ({ status: 200, body: [{ kind: "merged" }] }),
    sendEvent: () => ({ status: 204 }),
  };
  const fetch = toFetch(
    server.createServer({ events: handlers }, { validateResponses: "strict", onError() {} }),
  );
  const url = "https://events.example.com/events";
  const headers = { "content-type": "application/json" };
  const sent = await fetch(
    new Request(url, { method: "POST", headers, body: JSON.stringify(merged) }),
  );
  expect([sent.status, (await fetch(new Request(url))).status]).toEqual([400, 500]);
});
