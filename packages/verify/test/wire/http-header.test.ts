import { verifyServer, type Failure } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { message, startRaw } from "./raw-server.ts";

const description = await read(`openapi: 3.1.0
info: { title: Sessions, version: 1.0.0 }
paths:
  /session:
    get:
      operationId: GetSession
      responses:
        "200":
          description: A session.
          headers:
            Set-Cookie:
              schema: { type: string }
              example: session=abc; Path=/; HttpOnly; Secure; SameSite=Lax
          content:
            application/json: { schema: { type: object } }
            text/plain: { schema: { type: string, maxLength: 2 } }
        "503": { description: Too busy. }
`);

async function failuresOf(
  headers: Readonly<Record<string, string>>,
  { status = 200, body = "{}" } = {},
): Promise<readonly Failure[]> {
  const all = { "content-type": "application/json", ...headers };
  const server = await startRaw(({ method }) =>
    method === "GET" ? message(status, all, body) : message(405, { allow: "GET" }),
  );
  const report = await verifyServer({ description, server, disposable: true, maxTime: 20_000 });
  expect(report.errors).toEqual([]);
  return report.failures;
}

const now = new Date().toUTCString();
const later = new Date(Date.now() + 2 * 3_600_000).toUTCString();

test.each<[string, Readonly<Record<string, string>>]>([
  ["date", { date: now, "last-modified": now }],
  ["date of a cache", { date: "Sun, 06 Nov 1994 08:49:37 GMT", age: "7" }],
  ["tag", { etag: '"a:b"' }],
  ["weak tag", { etag: 'W/"a"' }],
  ["location", { location: "/sessions/a%20b?c=d#e" }],
  ["whole location", { location: "https://example.com/[x]" }],
  ["wait", { "retry-after": "120" }],
  ["wait until a date", { "retry-after": later }],
  ["cookie", { "set-cookie": "session=abc; Path=/; HttpOnly; SameSite=Strict" }],
  ["other cookie", { "set-cookie": "theme=; Expires=Wed, 21-Oct-2099 07:28:00 GMT; Max-Age=-1" }],
  ["removed cookie", { "set-cookie": "session=; Max-Age=0" }],
  ["cookie that is gone", { "set-cookie": "session=; Expires=Thu, 01 Jan 1970 00:00:00 GMT" }],
  ["open origin", { "access-control-allow-origin": "*" }],
  [
    "named origin",
    {
      "access-control-allow-origin": "https://example.com",
      "access-control-allow-credentials": "true",
    },
  ],
])("says nothing of a %s as HTTP has it", async (_, headers) => {
  expect(await failuresOf(headers)).toEqual([]);
});

test.each<[string, Readonly<Record<string, string>>, string]>([
  [
    "a date in another form",
    { date: "2026-11-23T17:00:00Z" },
    'sends the Date "2026-11-23T17:00:00Z", not in the form Sun, 06 Nov 1994 08:49:37 GMT',
  ],
  [
    "a date with another day of the week",
    { date: "Mon, 06 Nov 1994 08:49:37 GMT" },
    'sends the Date "Mon, 06 Nov 1994 08:49:37 GMT", not in the form Sun, 06 Nov 1994 08:49:37 GMT',
  ],
  [
    "local time as a date",
    { date: later },
    `sends the Date ${later}, which is 120 minutes after the time of the request`,
  ],
  [
    "a change after the answer",
    { date: now, "last-modified": later },
    `sends a Last-Modified after its Date: ${later}`,
  ],
  [
    "a tag without quotes",
    { etag: "abc" },
    'sends the ETag "abc", which is not a tag in double quotes',
  ],
  [
    "a location with a space",
    { location: "/sessions/a b" },
    'sends the Location "/sessions/a b", which is not a URL with percent-encoded characters',
  ],
  [
    "a wait in fractions",
    { "retry-after": "1.5" },
    'sends Retry-After "1.5", which is neither whole seconds nor a date such as Sun, 06 Nov 1994 08:49:37 GMT',
  ],
  [
    "a cookie without a name",
    { "set-cookie": "abc; Path=/" },
    "sets a cookie without a name, which user agents ignore",
  ],
  [
    "a cookie until a date in another form",
    { "set-cookie": "theme=a; Expires=2099-10-21T07:28:00Z" },
    'sets the cookie theme with an Expires that is not a date of HTTP: "2099-10-21T07:28:00Z"',
  ],
  [
    "a cookie for a time in words",
    { "set-cookie": "theme=a; Max-Age=1d" },
    "sets the cookie theme with a Max-Age that is not a number of seconds",
  ],
  [
    "a cookie for a site that nobody knows",
    { "set-cookie": "theme=a; SameSite=Yes" },
    "sets the cookie theme with a SameSite that is not Strict, Lax or None",
  ],
  [
    "a cookie for all sites",
    { "set-cookie": "theme=a; SameSite=None" },
    "sets the cookie theme, which browsers refuse: SameSite=None needs Secure",
  ],
  [
    "a prefix without its attributes",
    { "set-cookie": "__Host-theme=a; Secure; Domain=example.com; Path=/" },
    "sets the cookie __Host-theme, which browsers refuse: the prefix __Host- needs Path=/ and no Domain",
  ],
  [
    "a cookie that lacks attributes of its example",
    { "set-cookie": "session=abc; Path=/" },
    "sets the cookie session without HttpOnly, SameSite, which its example has",
  ],
  [
    "every origin with credentials",
    { "access-control-allow-origin": "*", "access-control-allow-credentials": "true" },
    "sends Access-Control-Allow-Origin * with Access-Control-Allow-Credentials true, which browsers refuse",
  ],
  [
    "two origins",
    { "access-control-allow-origin": "https://a.example, https://b.example" },
    'sends Access-Control-Allow-Origin "https://a.example, https://b.example": browsers take one origin or *',
  ],
])("finds %s", async (_, headers, expected) => {
  const found = await failuresOf(headers);
  expect(found).toContainEqual(
    expect.objectContaining({
      check: "http-header",
      operationId: "GetSession",
      message: expected,
    }),
  );
  expect(found).toHaveLength(1);
});

test("a refusal for being busy says when to come again, also where its status is not judged", async () => {
  const found = await failuresOf({ "retry-after": "soon" }, { status: 503, body: "" });
  expect(found.map(({ check }) => check)).toEqual(["http-header"]);
  expect(await failuresOf({ "retry-after": "5" }, { status: 503, body: "" })).toEqual([]);
});

const latin = "caf\u00e9".slice(2);
const utf8 = Buffer.from(latin).toString("latin1");

test.each<[string, string, string]>([
  ["text in the charset that it names", "text/plain; charset=iso-8859-1", latin],
  ["text in UTF-8", "text/plain; charset=utf-8", utf8],
  ["JSON with the name of its charset", "application/json; charset=UTF-8", `{"a":"${utf8}"}`],
  ["ASCII by another name", "application/json; charset=iso-8859-1", "{}"],
])("says nothing of %s", async (_, type, body) => {
  expect(await failuresOf({ "content-type": type }, { body })).toEqual([]);
});

test.each<[string, string, string, string]>([
  [
    "JSON in UTF-8 by another name",
    "application/json; charset=iso-8859-1",
    `{"a":"${utf8}"}`,
    "says charset=iso-8859-1 of JSON that is not ASCII, and JSON is UTF-8",
  ],
  [
    "ASCII that is none",
    "text/plain; charset=us-ascii",
    utf8,
    "says charset=us-ascii, and its body has other bytes",
  ],
  [
    "UTF-8 that is none",
    "text/plain; charset=utf-8",
    latin,
    "says charset=utf-8, and its body is not",
  ],
])("finds %s", async (_, type, body, expected) => {
  const found = await failuresOf({ "content-type": type }, { body });
  expect(found).toContainEqual(
    expect.objectContaining({ check: "http-header", message: expected }),
  );
});
