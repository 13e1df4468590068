import { verifyServer } from "@openapi-packages/verify";
import { describe, expect, test } from "vitest";
import { describe as read } from "./support.ts";

const page = `content: { application/json: { schema: { $ref: "#/components/schemas/Page" } } }`;
const tagged = `headers: { ETag: { required: true, schema: { type: string } } }, ${page}`;

/** Pages under names that the client chooses. PUT has a precondition, also where there is nothing yet. */
const description = await read(`openapi: 3.1.0
info: { title: Pages, version: 1.0.0 }
paths:
  /pages/{name}:
    parameters: [{ name: name, in: path, required: true, schema: { type: string, pattern: "^[a-z0-9-]+$" } }]
    get:
      operationId: getPage
      responses: { "200": { description: It., ${tagged} }, "404": { description: None. } }
    put:
      operationId: putPage
      parameters:
        - { name: If-Match, in: header, schema: { type: string } }
        - { name: If-None-Match, in: header, schema: { type: string } }
      requestBody: { required: true, ${page} }
      responses:
        "200": { description: Replaced., ${page} }
        "201": { description: Created., ${page} }
        "400": { description: Wrong. }
        "412": { description: Another one. }
        "415": { description: Another type. }
        "428": { description: Neither precondition was sent. }
components:
  schemas: { Page: { type: object, required: [text], properties: { text: { type: string } } } }
`);

type Fault = "takes what has no precondition";

/** A service of pages. It is faultless but for what it is told to do wrong. */
function pageService(fault?: Fault): (request: Request) => Promise<Response> {
  const all = new Map<string, { text: string; version: number }>();
  return async (request) => {
    const given: unknown = await request.json().catch(() => undefined);
    const name = new URL(request.url).pathname.split("/")[2] ?? "";
    const found = all.get(name);
    const tag = found && `"${name}.${found.version}"`;
    if (request.method === "GET")
      return tag === undefined
        ? new Response(null, { status: 404 })
        : Response.json({ text: found?.text }, { headers: { ETag: tag } });
    const type = request.headers.get("content-type")?.toLowerCase().split(";")[0];
    if (type !== "application/json") return new Response(null, { status: 415 });
    const text = (given as { text?: unknown } | undefined)?.text;
    if (typeof text !== "string" || !/^[a-z0-9-]+$/.test(name))
      return new Response(null, { status: 400 });
    const match = request.headers.get("if-match");
    const noneMatch = request.headers.get("if-none-match");
    if (match === null && noneMatch === null && fault === undefined)
      return new Response(null, { status: 428 });
    const isOther = (match !== null && match !== tag) || (noneMatch === "*" && found !== undefined);
    if (isOther) return new Response(null, { status: 412 });
    all.set(name, { text, version: (found?.version ?? 0) + 1 });
    return Response.json({ text }, { status: found === undefined ? 201 : 200 });
  };
}

const verified = async (seed: number, fault?: Fault) =>
  verifyServer({ description, server: { fetch: pageService(fault) }, seed });

test("records are created with If-None-Match where 428 is documented", async () => {
  for (const seed of [0, 1, 2]) {
    const { failures, errors, coverage } = await verified(seed);
    expect({ failures, errors }).toEqual({ failures: [], errors: [] });
    const statuses = coverage.find(({ operationId }) => operationId === "putPage")?.statuses;
    expect(statuses).toMatchObject({ 200: expect.any(Number), 201: expect.any(Number) });
  }
});

test("finds a service that takes a change without the precondition that it documents", async () => {
  const { failures } = await verified(0, "takes what has no precondition");
  expect(failures).toMatchObject([
    {
      id: "putPage/conditional/without@0",
      check: "conditional",
      message:
        "answers 200 to a change without If-Match, which it says it refuses with 428 (RFC 6585, section 3)",
    },
  ]);
});

const box = `{ type: object, required: [id, name], properties: { id: { type: string }, name: { type: string, minLength: 1, maxLength: 40 } } }`;
const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const input =
  "{ type: object, additionalProperties: false, required: [name], properties: { name: { type: string, minLength: 1, maxLength: 40 } }, example: { name: Tools } }";

/** Boxes whose names differ, of which the description says which tags the headers have. */
const boxes = (tags: string): string => `openapi: 3.1.0
info: { title: Boxes, version: 1.0.0 }
paths:
  /boxes:
    post:
      operationId: createBox
      requestBody: { required: true, ${json(input)} }
      responses: { "201": { description: Made., ${json(box)} }, "409": { description: The name is taken. }, "415": { description: No JSON. }, "422": { description: Wrong. } }
  /boxes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getBox
      parameters: [{ name: If-None-Match, in: header, description: ${tags}, schema: { type: string } }]
      responses: { "200": { description: It., ${json(box)} }, "304": { description: Known. }, "404": { description: None. } }
    put:
      operationId: replaceBox
      parameters: [{ name: If-Match, in: header, description: ${tags}, schema: { type: string } }]
      requestBody: { required: true, ${json(input)} }
      responses: { "200": { description: Replaced., ${json(box)} }, "404": { description: None. }, "409": { description: The name is taken. }, "412": { description: Another one. }, "415": { description: No JSON. }, "422": { description: Wrong. }, "428": { description: If-Match is needed. } }
`;

type BoxFault = "needs no tag" | "one tag of If-Match" | "one tag of If-None-Match" | "strong tags";

/** A service of boxes. It is faultless but for what it is told to do wrong. */
function boxService(...faults: readonly BoxFault[]): (request: Request) => Promise<Response> {
  const all = new Map<string, { readonly name: string; readonly version: number }>();
  const has = (fault: BoxFault): boolean => faults.includes(fault);
  const listOf = (text: string, isOne: boolean): string[] => (isOne ? [text] : text.split(", "));
  return async (request) => {
    const body: unknown = await request.json().catch(() => undefined);
    const [, , id = ""] = new URL(request.url).pathname.split("/");
    const found = all.get(id);
    const isMade = request.method === "POST";
    if (!isMade && found === undefined) return new Response(null, { status: 404 });
    const headersOf = (version = 0) => ({ etag: `"${id}.${version}"` });
    const { etag } = headersOf(found?.version);
    if (request.method === "GET") {
      const known = request.headers.get("if-none-match") ?? "";
      const tags = listOf(known, has("one tag of If-None-Match"));
      const isKnown = tags.some(
        (one) => (has("strong tags") ? one : one.replace("W/", "")) === etag,
      );
      return isKnown
        ? new Response(null, { status: 304, headers: { etag } })
        : Response.json({ id, name: found?.name }, { headers: { etag } });
    }
    const match = request.headers.get("if-match");
    if (!isMade && match === null && !has("needs no tag"))
      return new Response(null, { status: 428 });
    const wanted = match === null ? [etag] : listOf(match, has("one tag of If-Match"));
    if (!isMade && !wanted.some((one) => one === etag || one === "*"))
      return new Response(null, { status: 412 });
    if (request.headers.get("content-type")?.toLowerCase() !== "application/json")
      return new Response(null, { status: 415 });
    const { name, ...rest } = (body ?? {}) as { readonly name?: unknown };
    const isText = typeof name === "string" && name !== "" && [...name].length <= 40;
    if (!isText || Object.keys(rest).length > 0) return new Response(null, { status: 422 });
    if ([...all].some(([key, one]) => one.name === name && key !== id))
      return new Response(null, { status: 409 });
    const key = isMade ? `b${all.size + 1}` : id;
    const version = (found?.version ?? 0) + 1;
    all.set(key, { name, version });
    const tag = isMade ? {} : headersOf(version);
    return Response.json({ id: key, name }, { status: isMade ? 201 : 200, headers: tag });
  };
}

describe("boxes", async () => {
  const listed = await read(boxes("Tags of the box (RFC 9110)."));
  const single = await read(boxes("The ETag of the box."));
  const saidOf = async (of: typeof listed, ...faults: BoxFault[]) => {
    const server = { fetch: boxService(...faults) };
    const { failures } = await verifyServer({ description: of, server });
    return failures.map(({ operationId, message }) => `${operationId} ${message}`);
  };

  test("are taken as they are described, and with one tag where nothing says that there may be several", async () => {
    expect(await saidOf(listed)).toEqual([]);
    expect(await saidOf(single, "one tag of If-Match", "one tag of If-None-Match")).toEqual([]);
  });

  test("are replaced with generated values, each with the current tag", async () => {
    const service = boxService();
    const answers: number[] = [];
    const fetch = async (request: Request): Promise<Response> => {
      const isReplacing = request.method === "PUT";
      const response = await service(request);
      if (isReplacing) answers.push(response.status);
      return response;
    };
    await verifyServer({
      description: listed,
      server: { fetch },
      replay: ["replaceBox/generated"],
    });
    expect(answers.filter((one) => one === 200).length).toBeGreaterThan(5);
    expect(answers).not.toContain(428);
  });

  test.each<[BoxFault, RegExp]>([
    ["needs no tag", /^replaceBox answers 200 to a change without If-Match/],
    [
      "one tag of If-Match",
      /^replaceBox answers 412 to If-Match: "verify-no-such-tag", "b\d+\.\d+", and 200/,
    ],
    [
      "one tag of If-None-Match",
      /^getBox answers 200 to if-none-match: "verify-no-such-tag", W\/"b/,
    ],
    ["strong tags", /^getBox answers 200 to if-none-match: .* weak comparison/],
  ])("are not with %s", async (fault, message) => {
    expect(await saidOf(listed, fault)).toContainEqual(expect.stringMatching(message));
  });
});
