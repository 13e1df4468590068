import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

/** Colours that nobody but the service adds, under names of all kinds. */
const description = await read(`openapi: 3.1.0
info: { title: Colours, version: "1" }
paths:
  /colours:
    get:
      operationId: listColours
      responses:
        "200":
          description: All.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Colour" } } } }
  /colours/{name}:
    get:
      operationId: showColour
      parameters: [{ name: name, in: path, required: true, schema: { type: string, pattern: "^[^!]+$" } }]
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Colour" } } } }
        "400": { description: Wrong. }
        "404": { description: None. }
components:
  schemas:
    Colour: { type: object, required: [name], properties: { name: { type: string }, deletedAt: { type: [string, "null"] } } }
`);

interface Ways {
  readonly names: readonly string[];
  /** Returns what the service takes for the name in the path. */
  readonly decode?: (segment: string) => string;
  /** The names of colours that were deleted, and are listed still. */
  readonly deleted?: readonly string[];
  /** True if nobody may read a colour. */
  readonly isHidden?: boolean;
  /** True if a colour is only listed until it is asked for. */
  readonly vanishes?: boolean;
}

function colourService({ decode = decodeURIComponent, deleted = [], ...ways }: Ways) {
  let names = ways.names;
  return (request: Request): Response => {
    const [, , segment] = new URL(request.url).pathname.split("/");
    if (segment === undefined)
      return Response.json(
        names.map((name) => ({ name, deletedAt: deleted.includes(name) ? "2031-01-01" : null })),
      );
    const name = decode(segment);
    const isThere = ways.isHidden !== true && names.includes(name) && !deleted.includes(name);
    if (ways.vanishes === true) names = names.filter((one) => one !== decodeURIComponent(segment));
    return isThere ? Response.json({ name }) : new Response(null, { status: 404 });
  };
}

async function said(ways: Ways) {
  const { failures, errors, exchanges } = await verifyServer({
    description,
    server: { fetch: colourService(ways) },
    replay: ["showColour/keys/listed"],
  });
  expect(errors).toEqual([]);
  expect(exchanges).toBeLessThan(10);
  return failures.map(({ check, operationId, message }) => `${check} ${operationId}: ${message}`);
}

const names = [
  "red",
  "sky blue",
  "black/white",
  "pink+",
  "100% grey",
  "türkis",
  "a&b?c#d",
  "..",
  "!",
];

test("reads what a list shows, whatever is in its keys", async () => {
  expect(await said({ names })).toEqual([]);
  expect(await said({ names: ["red"] })).toEqual([]);
  expect(await said({ names: [] })).toEqual([]);
});

test.each<[string, string, (segment: string) => string]>([
  ["pink+", "pink%2B", (segment) => decodeURIComponent(segment).replaceAll("+", " ")],
  ["sky blue", "sky%20blue", (segment) => segment],
  ["black/white", "black%2Fwhite", (segment) => decodeURIComponent(segment).split("/")[0] ?? ""],
  ["v1.2", "v1.2", (segment) => segment.split(".")[0] ?? ""],
])("finds a key that is listed and not found: %s", async (name, target, decode) => {
  expect(await said({ names: ["red", name], decode })).toEqual([
    `read-after-create showColour: answers 404 to /colours/${target}, the key ${JSON.stringify(name)} that listColours shows`,
  ]);
});

test.each<[string, Partial<Ways>]>([
  ["was deleted", { deleted: ["sky blue"] }],
  ["is hidden as all others", { isHidden: true }],
  ["is gone by now", { vanishes: true, decode: (segment) => segment }],
  [
    "its description does not allow",
    { names: ["red", "!"], decode: (segment) => segment.replace("!", "") },
  ],
])("says nothing of a key that %s", async (_, ways) => {
  expect(await said({ names: ["red", "sky blue"], ...ways })).toEqual([]);
});
