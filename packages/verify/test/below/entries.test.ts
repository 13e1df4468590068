import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = (name: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } }`;

/** Entries of a list under names that the client chooses, which no GET reads one by one. */
const entries = (said: string): string => `openapi: 3.1.0
info: { title: Wishes, version: 1.0.0 }
paths:
  /wishes/{name}:
    parameters: [{ name: name, in: path, required: true, schema: { type: string, pattern: "^[a-z-]+$" }, example: boat }]
    put:
      operationId: putWish
      description: ${JSON.stringify(said)}
      requestBody: { required: true, ${json("NewWish")} }
      responses:
        "201": { description: New., ${json("Wish")} }
        "200": { description: Replaced., ${json("Wish")} }
    delete:
      operationId: deleteWish
      responses: { "204": { description: Gone. }, "404": { description: None. } }
components:
  schemas:
    NewWish: { type: object, properties: { note: { type: string, example: A red one. }, rank: { type: integer, minimum: 0, default: 3, example: 5 } } }
    Wish: { type: object, required: [name, rank], properties: { name: { type: string }, note: { type: string }, rank: { type: integer } } }
`;

const replaces =
  "Replaces the entry as a whole: members that are left out have their default or are gone.";

type Way = "answers 201 each time" | "keeps what is left out";

function service(way?: Way): (request: Request) => Promise<Response> {
  const all = new Map<string, object>();
  return async (request) => {
    const name = decodeURIComponent(new URL(request.url).pathname.split("/")[2] ?? "");
    const known = all.get(name);
    if (request.method === "DELETE")
      return new Response(null, { status: all.delete(name) ? 204 : 404 });
    const given = (await request.json()) as object;
    const kept = way === "keeps what is left out" ? known : { rank: 3 };
    const made = { rank: 3, ...kept, ...given, name };
    all.set(name, made);
    const isNew = known === undefined || way === "answers 201 each time";
    return Response.json(made, { status: isNew ? 201 : 200 });
  };
}

async function messagesOf(said: string, way?: Way, chosen = ""): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: await read(entries(said)),
    server: { fetch: service(way) },
    operations: ["putWish"],
  });
  expect(errors).toEqual([]);
  const own = failures.filter(({ id, alsoIn }) =>
    [id, ...alsoIn].some((one) => one.includes(chosen)),
  );
  return own.map(({ message }) => message);
}

test("an entry that only a list shows is new once", async () => {
  expect(await messagesOf(replaces, undefined, "put-statuses")).toEqual([]);
  expect(await messagesOf(replaces, "answers 201 each time", "put-statuses")).toEqual([
    "answers 201 to a PUT that replaces what is there, for which 200 or 204 is documented (RFC 9110, section 9.3.4)",
  ]);
});

test("what an entry without required members leaves out is gone where a sentence says so", async () => {
  expect(await messagesOf(replaces, undefined, "left-out")).toEqual([]);
  expect(await messagesOf(replaces, "keeps what is left out", "left-out")).toEqual([
    expect.stringMatching(/^keeps .*, which the PUT left out/),
  ]);
  const adds = "Adds an entry, or changes it.";
  expect(await messagesOf(adds, "keeps what is left out", "left-out")).toEqual([]);
});
