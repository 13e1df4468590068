import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "./support.ts";

const note = `content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } }`;
const tagged = `headers: { ETag: { schema: { type: string } } }, ${note}`;

/** Notes of which a change needs the current tag. */
const notes = (ofTag: string): string => `openapi: 3.1.0
info: { title: Notes, version: "1" }
paths:
  /notes:
    post:
      operationId: addNote
      requestBody: { required: true, ${note} }
      responses: { "201": { description: Added., ${note} } }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getNote
      responses: { "200": { description: It., ${tagged} }, "404": { description: None. } }
    patch:
      operationId: changeNote
      parameters: [{ name: If-Match, in: header, required: true, description: "${ofTag}", schema: { type: string } }]
      requestBody: { required: true, ${note} }
      responses: { "200": { description: Changed., ${tagged} }, "404": { description: None. }, "412": { description: Another tag. } }
components:
  schemas: { Note: { type: object, properties: { id: { type: string, readOnly: true }, text: { type: string, minLength: 1 } } } }
`;

interface Ways {
  readonly comparesWeakly?: boolean;
  /** Which tag a change answers with. Default: the new one. */
  readonly answersWith?: "old" | "none";
}

async function failures(ofTag: string, ways: Ways): Promise<string[]> {
  const all = new Map<string, { readonly id: string; readonly version: number }>();
  const tagOf = (one: { readonly version: number } | undefined): string => `"v${one?.version}"`;
  const fetch = async (request: Request): Promise<Response> => {
    const [, , id = `n-${all.size}`] = new URL(request.url).pathname.split("/");
    const known = all.get(id);
    if (request.method === "POST") {
      const { text } = (await request.json()) as { readonly text?: string };
      const added = { id, text, version: 1 };
      all.set(id, added);
      return Response.json({ id, text }, { status: 201 });
    }
    if (known === undefined) return new Response(null, { status: 404 });
    const { version: _, ...shown } = known;
    if (request.method === "GET") return Response.json(shown, { headers: { etag: tagOf(known) } });
    const sent = request.headers.get("if-match") ?? "";
    const tag = ways.comparesWeakly === true ? sent.replace("W/", "") : sent;
    if (!tag.split(", ").includes(tagOf(known))) return new Response(null, { status: 412 });
    const changed = { ...known, ...((await request.json()) as object), version: known.version + 1 };
    all.set(id, changed);
    const etag = tagOf(ways.answersWith === "old" ? known : changed);
    const { version: __, ...value } = changed;
    return Response.json(value, { headers: ways.answersWith === "none" ? {} : { etag } });
  };
  const report = await verifyServer({
    description: await read(notes(ofTag)),
    server: { fetch },
    replay: ["changeNote/conditional/stale", "changeNote/flow/updated"],
  });
  expect(report.errors).toEqual([]);
  return report.failures.map(({ check, message }) => `${check}: ${message}`);
}

const strongly = "The tag you have read, compared strongly.";

test("finds a change that takes the weak form of a tag where it is said to compare strongly", async () => {
  expect(await failures(strongly, {})).toEqual([]);
  expect(await failures(strongly, { comparesWeakly: true })).toEqual([
    'conditional: answers 200 to If-Match: W/"v1", and weak tags never match there (RFC 9110, section 13.1.1)',
  ]);
  expect(await failures("The tag you have read.", { comparesWeakly: true })).toEqual([]);
  const weakly = "The tag you have read (RFC 9110). Its weak form is taken as well.";
  expect(await failures(weakly, { comparesWeakly: true })).toEqual([]);
});

test("finds a change that answers with the tag from before it", async () => {
  expect(await failures("The tag.", { answersWith: "none" })).toEqual([]);
  expect(await failures("The tag.", { answersWith: "old" })).toEqual([
    'conditional: answers with the ETag from before the change, "v1", and reading shows the same with "v2" (RFC 9110, section 8.8.3)',
  ]);
});
