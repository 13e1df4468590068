import { expect, test } from "vitest";
import { renderReport, verifyTraffic, type Har, type HarEntry } from "@openapi-packages/verify";
import type { VerifyTrafficOptions } from "../src/traffic/traffic-run.ts";
import { describe } from "./support.ts";

const accounts = `openapi: 3.1.0
info: { title: Accounts, version: 1.0.0 }
servers: [{ url: https://api.example.com/v1 }]
security: [{ key: [] }]
paths:
  /accounts:
    post:
      operationId: CreateAccount
      requestBody:
        required: true
        content:
          application/json: { schema: { $ref: "#/components/schemas/NewAccount" } }
          application/x-www-form-urlencoded: { schema: { $ref: "#/components/schemas/NewAccount" } }
          multipart/form-data: { schema: { $ref: "#/components/schemas/NewAccount" } }
      responses:
        "201":
          description: Created.
          content: { application/json: { schema: { $ref: "#/components/schemas/Account" } } }
  /accounts/{accountId}:
    get:
      operationId: GetAccount
      parameters:
        - { name: accountId, in: path, required: true, schema: { type: integer } }
        - { name: session, in: cookie, required: true, schema: { type: string, minLength: 9 } }
      responses:
        "200":
          description: The account.
          content: { application/json: { schema: { $ref: "#/components/schemas/Account" } } }
        "404": { description: There is none. }
  /avatar:
    put:
      operationId: PutAvatar
      requestBody: { required: true, content: { image/png: {} } }
      responses: { "204": { description: Stored. } }
components:
  securitySchemes: { key: { type: apiKey, in: query, name: k } }
  schemas:
    NewAccount:
      type: object
      required: [name]
      properties:
        name: { type: string, minLength: 2 }
        password: { type: string, format: password, minLength: 12 }
    Account:
      type: object
      required: [id]
      properties: { id: { type: integer }, name: { type: string }, pin: { type: string, x-sensitive: true } }
`;

const json = { name: "Content-Type", value: "application/json" };

const whole = (text: string) => ({
  content: { size: text.length, mimeType: "application/json", text },
});

const entry = (
  request: Partial<HarEntry["request"]>,
  response: Partial<HarEntry["response"]>,
): HarEntry => ({
  startedDateTime: "2026-11-22T10:00:00.000Z",
  request: {
    method: "GET",
    url: "https://api.example.com/v1/accounts/7?k=kkkk-secret",
    ...request,
  },
  response: { status: 200, headers: [json], ...whole('{"id":7}'), ...response },
});

const create = (postData: HarEntry["request"]["postData"], type: string): HarEntry =>
  entry(
    {
      method: "POST",
      url: "https://api.example.com/v1/accounts",
      headers: [
        { name: ":authority", value: "api.example.com" },
        { name: "content-type", value: type },
        { name: "content-length", value: "31" },
      ],
      ...(postData && { postData }),
    },
    { status: 201 },
  );

async function verified(entries: readonly HarEntry[], options: Partial<VerifyTrafficOptions> = {}) {
  const har: Har = { log: { version: "1.2", entries } };
  return verifyTraffic({ description: await describe(accounts), har, ...options });
}

test("takes what browsers record of requests as described", async () => {
  const text = '{"name":"Ann"}';
  const params = [{ name: "name", value: "Ann" }];
  const { failures, coverage, cases, leftOut } = await verified([
    entry({ headers: [{ name: "Cookie", value: "session=123456789" }] }, {}),
    // Chrome leaves cookies out.
    entry({}, {}),
    create({ mimeType: "application/json", text }, "application/json"),
    // Chrome and Firefox have fields beside the text, Safari the fields alone.
    create(
      { mimeType: "application/x-www-form-urlencoded", text: "name=Ann", params },
      "application/x-www-form-urlencoded",
    ),
    create(
      { mimeType: "application/x-www-form-urlencoded", params },
      "application/x-www-form-urlencoded",
    ),
    create(
      { mimeType: "multipart/form-data; boundary=x", params },
      "multipart/form-data; boundary=x",
    ),
    create(
      { mimeType: "application/json", text: btoa(text), encoding: "base64" },
      "application/json",
    ),
    entry(
      {
        method: "PUT",
        url: "https://api.example.com/v1/avatar",
        headers: [{ name: "content-type", value: "image/png" }],
        postData: { text: "\u0001PNG" },
      },
      { status: 204, headers: [], content: { size: 0 } },
    ),
    // Its content was compressed on the wire, and is not any more.
    entry({}, { headers: [json, { name: "content-encoding", value: "br" }] }),
    entry({}, { content: { size: 8, text: btoa('{"id":7}'), encoding: "base64" } }),
    entry(
      { headers: [{ name: "if-none-match", value: '"1"' }] },
      { status: 304, headers: [], content: {} },
    ),
    // Chrome shows what it had stored, with the headers of the answer that said that it is still good.
    entry({ headers: [{ name: "If-None-Match", value: '"1"' }] }, { headers: [] }),
  ]);
  expect(failures.map(({ message }) => message)).toEqual([]);
  expect(leftOut).toEqual([]);
  expect(cases).toBe(12);
  expect(coverage.find(({ operationId }) => operationId === "CreateAccount")?.statuses).toEqual({
    201: 5,
  });
});

test("finds wrong requests and answers, with their entries, times and places", async () => {
  const { failures } = await verified([
    create({ mimeType: "application/json", text: '{"name":"A"}' }, "application/json"),
    entry({}, whole('{"id":"7"}')),
    entry({}, { status: 204, headers: [], content: {} }),
    create({ mimeType: "text/plain", text: "Ann" }, "text/plain"),
  ]);
  expect(failures.map(({ id, check }) => [id, check])).toEqual([
    ["entry-0@0", "recorded-request"],
    ["entry-1@0", "body"],
    ["entry-2@0", "status"],
    ["entry-3@0", "recorded-request"],
  ]);
  expect(failures[0]?.message).toMatch(
    /^entry 0 \(2026-11-22T10:00:00.000Z\): .* `name` of the body should have at least 2 characters/,
  );
  expect(failures[0]?.pointer).toBe("/components/schemas/NewAccount/properties/name/minLength");
  expect(failures[0]?.location.line).toBeGreaterThan(40);
  expect(failures[0]?.steps[0]?.curl).not.toContain(":authority");
});

test("lists what it does not judge, without queries and long parts of paths", async () => {
  const { failures, leftOut, cases } = await verified([
    entry({ url: "https://cdn.example.net/app.js?token=abc" }, {}),
    entry({ url: "https://api.example.com/v1/health/0123456789abcdef?x=1" }, {}),
    entry({}, { status: 0, headers: [], content: {} }),
    entry({}, { status: -1, headers: [], content: { size: -1 } }),
    entry({}, { content: { size: 100, mimeType: "application/json" } }),
    create(undefined, "application/json"),
    entry(
      { url: "http://api.example.com/v1/accounts/7" },
      {
        status: 301,
        headers: [{ name: "Location", value: "https://api.example.com/v1/accounts/7" }],
        content: {},
      },
    ),
  ]);
  expect(failures).toEqual([]);
  expect(cases).toBe(5);
  const reasons = leftOut.map(({ reason }) => reason);
  expect(reasons).toEqual([
    "1 entry of https://cdn.example.net: each is at another server: GET /app.js",
    "1 entry of https://api.example.com: each belongs to no operation: GET /v1/health/…",
    "2 entries of https://api.example.com: each has no answer: GET /v1/accounts/7",
    "2 entries of https://api.example.com: each was recorded without a body that it had: GET /v1/accounts/7, POST /v1/accounts",
    "1 entry of http://api.example.com: each was sent to another address: GET /v1/accounts/7",
  ]);
});

test("takes another server, and replays one entry", async () => {
  const other = entry({ url: "http://localhost:3000/accounts/7" }, whole('{"id":"7"}'));
  expect((await verified([other])).cases).toBe(0);
  const server = "http://localhost:3000";
  expect((await verified([other, other], { server })).failures[0]?.alsoIn).toEqual(["entry-1@0"]);
  expect((await verified([other, other], { server, replay: ["entry-1@0"] })).cases).toBe(1);
});

test("shows no secret in any report", async () => {
  const secrets = [
    "kkkk-secret",
    "pass-word-1",
    "sess-cookie",
    "bear-token",
    "set-cookie-1",
    "pin-9999",
  ];
  const report = await verified([
    entry(
      {
        method: "POST",
        url: "https://ann:bear-token@api.example.com/v1/accounts?k=kkkk-secret",
        headers: [
          json,
          { name: "Authorization", value: "Bearer bear-token" },
          { name: "Cookie", value: "session=sess-cookie" },
        ],
        postData: { mimeType: "application/json", text: '{"name":"A","password":"pass-word-1"}' },
      },
      {
        status: 201,
        headers: [json, { name: "Set-Cookie", value: "session=set-cookie-1" }],
        ...whole('{"id":"no","pin":"pin-9999","name":"bear-token"}'),
      },
    ),
  ]);
  expect(report.failures).toHaveLength(2);
  const outputs = [
    JSON.stringify(report),
    ...(["json", "junit", "sarif", "github", "pretty"] as const).map((format) =>
      renderReport(format, report),
    ),
  ];
  for (const output of outputs) for (const secret of secrets) expect(output).not.toContain(secret);
});

test("judges no value that was left out of the record", async () => {
  const { failures } = await verified([
    create(
      { mimeType: "application/json", text: '{"name":"Ann","password":"REDACTED"}' },
      "application/json",
    ),
    create({ mimeType: "application/json", text: '{"name":"REDACTED"}' }, "application/json"),
    entry({ url: "https://api.example.com/v1/accounts/REDACTED" }, whole('{"id":"REDACTED"}')),
  ]);
  expect(failures).toEqual([]);
});

test.each([
  ["not JSON", "{"],
  ["not an HAR", '{"log":{}}'],
  ["not an HAR", '{"log":{"entries":[{"request":{"url":"x"}}]}}'],
])("says what is wrong with traffic that is %s", async (message, text) => {
  const { readHar } = await import("@openapi-packages/compiler/mock/serve/traffic/read-har");
  expect(() => readHar(text, "traffic.har")).toThrow(message);
});
