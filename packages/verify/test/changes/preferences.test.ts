import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const first = { name: "Ada", size: 4, dark: false };
const other = { name: "Ada", size: 5, dark: true };

/** Preferences at a path of their own, with examples. */
const yaml = `openapi: 3.1.0
info: { title: Preferences, version: "1" }
paths:
  /preferences:
    get:
      operationId: getPreferences
      responses:
        "200": { description: They., headers: { ETag: { schema: { type: string } } }, content: { application/json: { schema: { $ref: "#/components/schemas/Preferences" }, example: ${JSON.stringify(first)} } } }
    put:
      operationId: putPreferences
      parameters: [{ name: If-Match, in: header, schema: { type: string } }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Preferences" }, example: ${JSON.stringify(other)} } } }
      responses:
        "200": { description: They., content: { application/json: { schema: { $ref: "#/components/schemas/Preferences" }, example: ${JSON.stringify(other)} } } }
        "400": { description: Wrong. }
        "412": { description: They are others. }
        "428": { description: Which ones. }
components:
  schemas:
    Preferences:
      type: object
      required: [name, size]
      properties:
        name: { type: string, minLength: 1 }
        size: { type: integer, minimum: 1, maximum: 9 }
        dark: { type: boolean }
`;
const description = await read(yaml);

type Way =
  | "shows what was first read"
  | "is a mock without state"
  | "is a mock that makes up answers to writes"
  | "keeps what it refuses"
  | "keeps what is refused for its version"
  | "takes all numbers";

/** A service of preferences, whose tag counts the changes. */
function preferenceService(way?: Way): (request: Request) => Promise<Response> {
  let own: object = first;
  let version = 1;
  let seen: Response | undefined;
  return async (request) => {
    if (request.method === "GET") {
      const now = Response.json(own, { headers: { etag: `"${version}"` } });
      seen ??= now.clone();
      return way === "shows what was first read" ? seen.clone() : now;
    }
    if (request.method !== "PUT") return new Response(null, { status: 405 });
    const given = (await request.json().catch(() => ({}))) as Partial<typeof first>;
    const { name, size = 0, dark = false } = given;
    const isNamed = typeof name === "string" && name !== "";
    const isSized =
      way === "takes all numbers" || (Number.isInteger(size) && size > 0 && size < 10);
    if (!isNamed || !isSized || typeof dark !== "boolean") {
      if (way === "keeps what it refuses" && isNamed) own = { ...own, name };
      return new Response(null, { status: 400 });
    }
    const asked = request.headers.get("if-match");
    const isOther = asked !== null && asked !== "*" && asked !== `"${version}"`;
    if (isOther && way === "keeps what is refused for its version") own = { ...own, name };
    if (asked === null || isOther)
      return new Response(null, { status: asked === null ? 428 : 412 });
    if (way === "is a mock without state") return Response.json(other);
    if (way === "is a mock that makes up answers to writes")
      return Response.json({ name, size: 7 });
    own = { name, size, dark };
    version += 1;
    return Response.json(own);
  };
}

async function messagesOf(kind: "read" | "refused-change", way?: Way): Promise<string[]> {
  const report = await verifyServer({
    description,
    server: { fetch: preferenceService(way) },
    replay: [`putPreferences/flow/${kind}`],
  });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  expect(report.exchanges).toBeGreaterThan(2);
  return report.failures
    .filter(({ check }) => check === "read-after-update")
    .map((one) => `${one.operationId}: ${one.message}`);
}

test.each<[Way | undefined]>([
  [undefined],
  ["is a mock without state"],
  ["is a mock that makes up answers to writes"],
  ["takes all numbers"],
])(
  "preferences that are read as they were written, or always the same, have no failure: %s",
  async (way) => {
    expect(await messagesOf("read", way)).toEqual([]);
    expect(await messagesOf("refused-change", way)).toEqual([]);
  },
);

test("finds an answer that is always the example although the write's own answer is not", async () => {
  expect(await messagesOf("read", "shows what was first read")).toEqual([
    'getPreferences: shows what was before putPreferences, which refuses its tag with 412: `name` was written as "Ada-usxxmv" and is "Ada", and 1 more',
  ]);
});

test("finds a refused write that changes a valid member", async () => {
  expect(await messagesOf("refused-change", "keeps what it refuses")).toEqual([
    "putPreferences: is refused with 400, and changes `name` nevertheless",
  ]);
});

test("finds a write for another version that changes a member", async () => {
  const way = "keeps what is refused for its version";
  expect(await messagesOf("refused-change", way)).toEqual([
    "putPreferences: is refused with 412, and changes `name` nevertheless",
  ]);
});

test("a mock whose example is what the second write has is not known to keep that", async () => {
  const [shown, written] = ['{"size":6,"dark":false}', '{"size":5,"dark":true}'];
  const plain = yaml
    .replaceAll(JSON.stringify(first), shown)
    .replaceAll(JSON.stringify(other), written)
    .replace("[name, size]", "[size]")
    .replace(/ +name: \{ type.*\n/, "")
    .replace("minimum: 1", "minimum: 0");
  const report = await verifyServer({
    description: await read(plain),
    server: {
      fetch: async ({ method }) =>
        new Response(method === "GET" ? shown : written, {
          headers: { "content-type": "application/json", etag: '"1"' },
        }),
    },
    replay: ["putPreferences/flow/read"],
  });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  expect(report.failures.filter(({ check }) => check === "read-after-update")).toEqual([]);
});
