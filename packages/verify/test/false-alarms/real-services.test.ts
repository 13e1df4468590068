import { verifyServer, type FetchHandler } from "@openapi-packages/verify";
import { describe, expect, test } from "vitest";
import { describe as read } from "../support.ts";

const ofBox = `content: { application/json: { schema: { $ref: "#/components/schemas/Box" } } }`;

/** Boxes, as services of others have them. */
const description = await read(`openapi: 3.1.0
info: { title: Boxes, version: "1" }
paths:
  /boxes:
    get:
      operationId: listBoxes
      parameters: [{ name: archived, in: query, description: "If set to true, archived boxes are returned as well.", schema: { type: boolean } }]
      responses: { "200": { description: All., content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Box" } } } } } }
    post:
      operationId: createBox
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewBox" }, example: { id: 7, label: Red, code: abc, items: [pen] } } } }
      responses: { "201": { description: Made., ${ofBox} }, "400": { description: Wrong. } }
  /boxes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: getBox
      responses: { "200": { description: It., ${ofBox} }, "404": { description: None. }, default: { description: Failed. } }
    put:
      operationId: replaceBox
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewBox" } } } }
      responses: { "200": { description: Replaced., ${ofBox} }, "400": { description: Wrong. }, "404": { description: None. } }
    delete:
      operationId: emptyBox
      description: Deletes all items of a box.
      responses: { "204": { description: Done. }, "404": { description: None. } }
components:
  schemas:
    NewBox:
      type: object
      required: [label]
      properties:
        id: { type: integer, minimum: 1 }
        label: { type: string, minLength: 1 }
        code: { type: string }
        items: { type: array, items: { type: string } }
    Box:
      type: object
      required: [id, label, code, items, archived]
      properties:
        id: { type: integer }
        label: { type: string }
        code: { type: string, description: "The code of the lock, empty when listing boxes." }
        items: { type: array, items: { type: string } }
        archived: { type: boolean }
`);

interface Box {
  readonly id: number;
  readonly label: string;
  readonly code: string;
  readonly items: readonly string[];
  readonly archived: boolean;
}

/** What a service of boxes does in its own way. */
interface Ways {
  readonly onReplace?: (all: Box[], box: Box) => void;
  readonly keepsItems?: boolean;
  readonly failsToRead?: boolean;
}

/** A service that lists no codes, and keeps a box that is emptied. */
function boxes({ onReplace, keepsItems, failsToRead }: Ways = {}): FetchHandler {
  const all: Box[] = [];
  const answer = (status: number): Response => new Response(null, { status });
  const keep = (box: Box): void => {
    const index = all.findIndex(({ id }) => id === box.id);
    if (index < 0) all.push(box);
    else all[index] = box;
  };
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const id = Number(pathname.split("/")[2] ?? 0);
    const found = all.find((one) => one.id === id);
    const given: unknown = await request.json().catch(() => undefined);
    const { label, code = "", items = [], ...more } = Object(given) as Partial<Box>;
    const isValid = typeof label === "string" && label !== "";
    if (request.method === "POST") {
      if (!isValid) return answer(400);
      const box = { id: more.id ?? all.length + 1, label, code, items, archived: false };
      keep(box);
      return Response.json(box, { status: 201 });
    }
    if (id === 0) {
      const isAsked = (one: Box): boolean =>
        searchParams.get("archived") === "true" || !one.archived;
      return Response.json(all.filter(isAsked).map((one) => ({ ...one, code: "" })));
    }
    if (failsToRead === true && request.method === "GET") return answer(500);
    if (found === undefined) return answer(404);
    if (request.method === "DELETE") {
      if (keepsItems !== true) keep({ ...found, items: [] });
      return answer(204);
    }
    if (request.method === "GET") return Response.json(found);
    if (!isValid) return answer(400);
    const box = { id, label, code, items, archived: false };
    keep(box);
    onReplace?.(all, box);
    return Response.json(box);
  };
}

/** What is said of a service by these checks. */
async function saidOf(ways: Ways, ...checks: readonly string[]): Promise<string[]> {
  const server = { fetch: boxes(ways) };
  const { failures } = await verifyServer({ description, server, disposable: true });
  return failures
    .filter(({ check }) => checks.includes(check))
    .map(({ operationId, message }) => `${operationId}: ${message}`);
}

describe("nothing is said of", () => {
  test("what a list leaves empty, or has by a flag as well, as its description says", async () => {
    expect(await saidOf({}, "shows-what-was-sent", "filter")).toEqual([]);
  });

  test("a box that is there when its items were deleted", async () => {
    expect(await saidOf({}, "read-after-delete")).toEqual([]);
    const kept = await saidOf({ keepsItems: true }, "read-after-delete");
    expect(kept).toContainEqual(expect.stringMatching(/^getBox: answers 200 for what was deleted/));
  });

  test("the key that requests name", async () => {
    expect(await saidOf({}, "read-after-create", "concurrent-calls")).toEqual([]);
  });

  test("a media type that is accepted, where every read fails", async () => {
    const said = await saidOf({ failsToRead: true }, "server-error");
    expect(said.filter((one) => one.includes("accepts"))).toEqual([]);
  });
});

test("a PUT is said to make another record if each does", async () => {
  const twice = (all: Box[], box: Box): void => void all.push(box);
  expect(await saidOf({ onReplace: twice }, "repeats")).toContainEqual(
    expect.stringMatching(/^replaceBox: each PUT of the same makes another record/),
  );
  const once = (all: Box[], box: Box): void => {
    if (all.filter(({ id }) => id === box.id).length === 1) all.push(box);
  };
  const said = await saidOf({ onReplace: once }, "repeats");
  expect(said.filter((one) => one.includes("makes another record"))).toEqual([]);
});
