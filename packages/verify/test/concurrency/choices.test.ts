import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const byId = `parameters: [{ name: textId, in: path, required: true, schema: { type: string } }]`;
const text = `content: { application/json: { schema: { $ref: "#/components/schemas/Text" } } }`;

/** Texts, each with one translation into a language at most. */
const description = await read(`openapi: 3.1.0
info: { title: Texts, version: "1" }
paths:
  /texts:
    post:
      operationId: addText
      requestBody: { required: true, content: { application/json: { schema: { type: object }, example: {} } } }
      responses: { "201": { description: It., ${text} } }
  /texts/{textId}:
    ${byId}
    get:
      operationId: getText
      responses: { "200": { description: It., ${text} }, "404": { description: None. } }
  /texts/{textId}/translations:
    ${byId}
    post:
      operationId: translate
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [into], properties: { into: { type: string, enum: [de, es, fr, it, nl, sv] } } }
            example: { into: nl }
      responses: { "201": { description: Done. }, "400": { description: Wrong. }, "404": { description: None. }, "409": { description: Again. } }
components:
  schemas:
    Text:
      type: object
      required: [id, translations]
      properties: { id: { type: string }, translations: { type: array, items: { type: string } } }
`);

/** How a service keeps translations. */
interface Habit {
  /** Returns the translations with another one. */
  readonly added: (now: readonly string[], before: readonly string[], into: string) => string[];
}

function service({ added }: Habit) {
  const all = new Map<string, string[]>();
  return async (request: Request): Promise<Response> => {
    const [, , id = "", below] = new URL(request.url).pathname.split("/");
    if (id === "") {
      const key = `t-${all.size + 1}`;
      all.set(key, []);
      return Response.json({ id: key, translations: [] }, { status: 201 });
    }
    const before = all.get(id);
    if (before === undefined) return new Response(null, { status: 404 });
    if (below === undefined) return Response.json({ id, translations: before });
    const { into } = (await request.json()) as { into?: string };
    if (into === undefined) return new Response(null, { status: 400 });
    if (before.includes(into)) return new Response(null, { status: 409 });
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    all.set(id, added(all.get(id) ?? [], before, into));
    return new Response(null, { status: 201 });
  };
}

async function linesOf(habit: Habit): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description,
    server: { fetch: service(habit) },
    replay: ["translate/at-once/counted"],
  });
  expect(errors).toEqual([]);
  return failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

test.each<[string, Habit]>([
  ["all of them", { added: (now, _, into) => [...now, into] }],
  ["the last four", { added: (now, _, into) => [...now, into].slice(-4) }],
])("a record that shows %s is no matter", async (_, habit) => {
  expect(await linesOf(habit)).toEqual([]);
});

test("finds what is lost of additions at once, each with a choice of its own", async () => {
  expect(await linesOf({ added: (_, before, into) => [...before, into] })).toEqual([
    "concurrent-calls translate: 3 calls at once change the length of /translations from 2 to 3, and each by 1 if they come one by one",
  ]);
});
