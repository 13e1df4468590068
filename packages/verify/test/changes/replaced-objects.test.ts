import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const said = "`place` and `tags` are replaced as a whole: a row that is left out is gone.";

/** Plants, each at a place, which has a row or none. */
const plants = (about: string, ofPlace = "Where.", type = "application/json"): string => `
openapi: 3.1.0
info: { title: Plants, version: "1" }
paths:
  /plants:
    post:
      operationId: addPlant
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewPlant" } } } }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Plant" } } } }
        "400": { description: Wrong. }
  /plants/{plantId}:
    parameters: [{ name: plantId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: showPlant
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Plant" } } } }
        "404": { description: None. }
    patch:
      operationId: changePlant
      description: "Changes a plant. ${about}"
      requestBody:
        required: true
        content: { ${type}: { schema: { type: object, properties: { name: { type: string }, place: { $ref: "#/components/schemas/Place" } } } } }
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Plant" } } } }
        "400": { description: Wrong. }
        "404": { description: None. }
components:
  schemas:
    Place:
      type: object
      description: "${ofPlace}"
      required: [bench]
      properties: { bench: { type: string }, row: { type: integer } }
    NewPlant:
      type: object
      required: [name]
      properties: { name: { type: string }, place: { $ref: "#/components/schemas/Place" } }
      example: { name: Fig, place: { bench: C, row: 7 } }
    Plant:
      type: object
      required: [id, name, place]
      properties: { id: { type: string }, name: { type: string }, place: { $ref: "#/components/schemas/Place" } }
`;

type Way = "merges places" | "needs a row" | "takes row 7 for none" | "sets rows itself";

interface Place {
  readonly bench?: string;
  readonly row?: number | null;
}

function plantService(way?: Way): (request: Request) => Promise<Response> {
  const all = new Map<string, { id: string; name: string; place: Place }>();
  const placeOf = (old: Place, given: Place): Place => {
    if (way === "merges places") return { ...old, ...given };
    if (way === "sets rows itself") return { ...given, row: 7 };
    return way === "takes row 7 for none" ? { row: 7, ...given } : given;
  };
  return async (request) => {
    const [, , id = ""] = new URL(request.url).pathname.split("/");
    const given = (await request.json().catch(() => ({}))) as { name?: string; place?: Place };
    const own = all.get(id);
    if (request.method === "POST") {
      if (typeof given.name !== "string") return new Response(null, { status: 400 });
      const place = placeOf({}, given.place ?? { bench: "A" });
      const made = { id: `p-${all.size + 1}`, name: given.name, place };
      all.set(made.id, made);
      return Response.json(made, { status: 201 });
    }
    if (own === undefined) return new Response(null, { status: 404 });
    if (request.method === "GET") return Response.json(own);
    if (given.place !== undefined) {
      if (way === "needs a row" && given.place.row === undefined)
        return new Response(null, { status: 400 });
      own.place = placeOf(own.place, given.place);
    }
    return Response.json(own);
  };
}

async function messagesOf(
  yaml: string,
  way: Way | undefined,
  kind = "replaced/place",
): Promise<string[]> {
  const report = await verifyServer({
    description: await read(yaml),
    server: { fetch: plantService(way) },
    replay: [`changePlant/flow/${kind}`],
  });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  expect(report.exchanges).toBeGreaterThan(1);
  return report.failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

test.each([
  [plants(said), said],
  [plants("It replaces `place` as a whole."), "It replaces `place` as a whole."],
  [plants("", "Is replaced as a whole."), "Is replaced as a whole."],
])("finds an object that is merged although it is replaced: %#", async (yaml, sentence) => {
  expect(await messagesOf(yaml, "merges places")).toEqual([
    `read-after-update changePlant: keeps \`place.row\`, which it leaves out: "${sentence}"`,
  ]);
});

test.each<[Way | undefined]>([
  [undefined],
  ["needs a row"],
  ["takes row 7 for none"],
  ["sets rows itself"],
])("an object that is replaced has no failure: %s", async (way) => {
  expect(await messagesOf(plants(said), way)).toEqual([]);
});

test("an object of a merge patch that is said to be replaced may be replaced", async () => {
  const yaml = plants(said, "Where.", "application/merge-patch+json");
  expect(await messagesOf(yaml, undefined, "merged")).toEqual([]);
});

test.each<[string, string?]>([
  ["Members that are left out stay."],
  ["`place` stays, and `tags` are replaced as a whole."],
  ["`place` is replaced as a whole unless the plant is sold."],
  ["`place` is not replaced as a whole."],
  ["`name` and `tags` are replaced as a whole."],
  ["", "The bench is replaced as a whole."],
])("an object that is not said to be replaced is not tried: %s %s", async (about, ofPlace) => {
  const messages = messagesOf(plants(about, ofPlace), "merges places");
  await expect(messages).rejects.toThrow("there is no case");
});
