import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

/** What the description says of a remark that was removed. */
interface Said {
  readonly list?: string;
  readonly remove?: string;
  readonly text?: string;
}

const describing = ({ list = "", remove = "", text = "" }: Said) =>
  read(`openapi: 3.1.0
info: { title: Remarks, version: "1" }
paths:
  /remarks:
    get:
      operationId: listRemarks
      description: "${list}"
      responses:
        "200":
          description: Remarks.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Remark" } } } }
    post:
      operationId: addRemark
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [text], properties: { text: { type: string, minLength: 1 } } } } }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Remark" } } } }
        "400": { description: Wrong. }
  /remarks/{remarkId}:
    parameters: [{ name: remarkId, in: path, required: true, schema: { type: integer } }]
    delete:
      operationId: removeRemark
      description: "${remove}"
      responses:
        "204": { description: Removed. }
        "404": { description: Not there. }
components:
  schemas:
    Remark:
      type: object
      required: [id]
      properties:
        id: { type: integer }
        text: { type: [string, "null"], description: "${text}" }
        removedAt: { type: [string, "null"] }
`);

type Way = "keeps texts" | "removes what is removed" | "removes what nobody has";

interface Remark {
  readonly id: number;
  readonly text: string | null;
  readonly removedAt: string | null;
}

/** A service of remarks that keeps those that were removed, marked and without their texts. */
function remarkService(...ways: readonly Way[]): (request: Request) => Promise<Response> {
  const does = (way: Way): boolean => ways.includes(way);
  const all = new Map<number, Remark>();
  return async (request) => {
    const id = Number(new URL(request.url).pathname.split("/")[2] ?? 0);
    if (request.method === "GET") return Response.json([...all.values()]);
    if (request.method === "POST") {
      const { text } = (await request.json()) as { readonly text?: unknown };
      if (typeof text !== "string" || text === "") return Response.json({}, { status: 400 });
      const made = { id: all.size + 1, text, removedAt: null };
      all.set(made.id, made);
      return Response.json(made, { status: 201 });
    }
    const known = all.get(id);
    const isAgain = known?.removedAt !== null && known !== undefined;
    if (isAgain && !does("removes what is removed")) return new Response(null, { status: 404 });
    if (known === undefined)
      return new Response(null, { status: does("removes what nobody has") ? 204 : 404 });
    const text = does("keeps texts") ? known.text : null;
    all.set(id, { id, text, removedAt: "2026-05-04T10:00:00Z" });
    return new Response(null, { status: 204 });
  };
}

async function messagesOf(said: Said, ...ways: readonly Way[]): Promise<string[]> {
  const report = await verifyServer({
    description: await describing(said),
    server: { fetch: remarkService(...ways) },
    replay: ["removeRemark/flow/deleted", "removeRemark/unknown/remarkId"],
  });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  return report.failures.map((one) => `${one.operationId}: ${one.message}`);
}

const kept =
  "listRemarks: shows `text` of what was deleted, which the description says is gone then";
const said: readonly [Said][] = [
  [{ list: "A remark that was removed stays, with its time and without its text." }],
  [{ remove: "The list has it with `text: null` from then on." }],
  [{ remove: "Removes the text of the remark. It stays in the list." }],
  [{ text: "The remark; `null` where it was removed." }],
];

test.each(said)("finds texts of removed remarks, which are said to be gone, %o", async (one) => {
  expect(await messagesOf(one)).toEqual([]);
  expect(await messagesOf(one, "keeps texts")).toEqual([kept]);
});

test.each<[Said]>([
  [{}],
  [{ list: "Remarks that were removed stay as they were." }],
  [{ list: "Remarks come without their text where there is none." }],
  [{ remove: "Removes the remark, and keeps its text." }],
  [{ text: "The remark; `null` where it has no words." }],
])("texts of removed remarks may stay, unless the description says otherwise, %o", async (one) => {
  expect(await messagesOf(one, "keeps texts")).toEqual([]);
});

test("finds a removal of what was removed, where a sentence says that it is answered by 404", async () => {
  const remove = "A remark that was removed already is answered with 404.";
  expect(await messagesOf({ remove })).toEqual([]);
  expect(await messagesOf({ remove }, "removes what is removed")).toEqual([
    "removeRemark: answers 204 for what was deleted, and should answer 404",
  ]);
  // It still is in the list.
  const missing = "A remark that does not exist is answered with 404.";
  expect(await messagesOf({ remove: missing }, "removes what is removed")).toEqual([]);
  expect(await messagesOf({}, "removes what is removed")).toEqual([]);
});

test("finds a removal of what was never there, unless the description says that this does not matter", async () => {
  expect(await messagesOf({})).toEqual([]);
  expect(await messagesOf({}, "removes what nobody has")).toEqual([
    "removeRemark: answers 204 to a remarkId that nobody has, and should answer 404",
  ]);
  for (const remove of ["Idempotent.", "204 also if there is no such remark."])
    expect(await messagesOf({ remove }, "removes what nobody has")).toEqual([]);
});
