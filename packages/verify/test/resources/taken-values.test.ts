import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = (name: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } }`;

/** Shops, of which no two in a town have the same code. */
const shops = (rule = ""): string => `openapi: 3.1.0
info: { title: Shops, version: 1.0.0 }
paths:
  /shops:
    post:
      operationId: addShop
      description: ${JSON.stringify(rule)}
      requestBody: { required: true, ${json("NewShop")} }
      responses: { "201": { description: It., ${json("Shop")} }, "400": { description: Wrong. }, "409": { description: Taken. } }
  /shops/{shopId}:
    parameters: [{ name: shopId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getShop
      responses: { "200": { description: It., ${json("Shop")} }, "404": { description: None. } }
    patch:
      operationId: changeShop
      requestBody: { required: true, ${json("ShopChange")} }
      responses: { "200": { description: It., ${json("Shop")} }, "400": { description: Wrong. }, "404": { description: None. } }
    put:
      operationId: replaceShop
      requestBody: { required: true, ${json("NewShop")} }
      responses: { "200": { description: It., ${json("Shop")} }, "400": { description: Wrong. }, "404": { description: None. } }
components:
  schemas:
    NewShop:
      type: object
      required: [name, code, town]
      properties:
        name: { type: string, example: Corner }
        code: { type: string, example: CORNER }
        town: { type: string, enum: [Bonn, Ulm] }
    ShopChange: { type: object, properties: { name: { type: string }, code: { type: string, example: CORNER } } }
    Shop:
      allOf: [{ $ref: "#/components/schemas/NewShop" }, { type: object, required: [id], properties: { id: { type: string } } }]
`;

type Shop = Record<string, unknown>;

interface Habits {
  /** What is refused, by the shops that there are, and with which status. */
  readonly created: (shop: Shop, others: readonly Shop[]) => number | undefined;
  readonly changed: (shop: Shop, others: readonly Shop[], method: string) => number | undefined;
  /** What becomes of the members of a change. */
  readonly kept?: (shop: Shop, others: readonly Shop[]) => Shop;
}

function service({ created, changed, kept = (shop) => shop }: Habits) {
  const all = new Map<string, Shop>();
  return async (request: Request): Promise<Response> => {
    const id = new URL(request.url).pathname.split("/")[2] ?? "";
    const known = all.get(id);
    if (id !== "" && known === undefined) return new Response(null, { status: 404 });
    if (request.method === "GET") return Response.json(known);
    const given = (await request.json()) as Shop;
    const isWhole = request.method !== "PATCH";
    const names = Object.keys(given);
    if (isWhole && !["name", "code", "town"].every((name) => typeof given[name] === "string"))
      return new Response(null, { status: 400 });
    if (!names.every((name) => typeof given[name] === "string"))
      return new Response(null, { status: 400 });
    const others = [...all.values()].filter((one) => one !== known);
    const shop = { ...(isWhole ? {} : known), ...given };
    const refusal = id === "" ? created(shop, others) : changed(shop, others, request.method);
    if (refusal !== undefined) return new Response(null, { status: refusal });
    const key = id === "" ? `shop-${all.size + 1}` : id;
    all.set(key, { ...(id === "" ? shop : { ...known, ...kept(shop, others) }), id: key });
    return Response.json(all.get(key), { status: id === "" ? 201 : 200 });
  };
}

const isTaken = ({ code, town }: Shop, others: readonly Shop[]): boolean =>
  others.some((one) => one["code"] === code && one["town"] === town);

const unique: Habits["created"] = (shop, others) => (isTaken(shop, others) ? 409 : undefined);

/** True for the very same shop, as a request that is sent twice makes it. */
const repeated: Habits["created"] = ({ name, code }, others) =>
  others.some((one) => one["name"] === name && one["code"] === code) ? 409 : undefined;

const full: Habits["created"] = (_, others) => (others.length > 4 ? 409 : undefined);

async function messagesOf(habits: Habits, rule?: string): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: await read(shops(rule)),
    server: { fetch: service(habits) },
    replay: [
      "addShop/example",
      "addShop/flow/created",
      "changeShop/flow/taken",
      "replaceShop/flow/taken",
    ],
  });
  expect(errors).toEqual([]);
  return failures.map(({ operationId, message }) => `${operationId}: ${message}`);
}

const text = "gives a Shop the `code` of another one, which addShop refuses by 409";

test("finds changes that take the code of another record", async () => {
  expect(await messagesOf({ created: unique, changed: () => undefined })).toEqual([
    `changeShop: ${text}`,
    `replaceShop: ${text}`,
  ]);
});

test.each([
  ["PUT", "replaceShop"],
  ["PATCH", "changeShop"],
])("finds a %s that takes it alone", async (wrong, id) => {
  const changed: Habits["changed"] = (shop, others, method) =>
    method === wrong ? undefined : unique(shop, others);
  expect(await messagesOf({ created: unique, changed })).toEqual([`${id}: ${text}`]);
});

test.each<[string, Habits]>([
  ["refuses it by 409", { created: unique, changed: unique }],
  [
    "refuses it by 422",
    { created: unique, changed: (shop, others) => unique(shop, others) && 422 },
  ],
  ["has no unique codes", { created: () => undefined, changed: () => undefined }],
  [
    "keeps its code where another one is taken",
    {
      created: unique,
      changed: () => undefined,
      kept: (shop, others) => (isTaken(shop, others) ? { name: shop["name"] } : shop),
    },
  ],
  ["refuses the same shop alone", { created: repeated, changed: () => undefined }],
  [
    "refuses the same shop and has room for five",
    { created: (...of) => full(...of) ?? repeated(...of), changed: () => undefined },
  ],
])("a service that %s has no failure", async (_, habits) => {
  expect(await messagesOf(habits)).toEqual([]);
});

const small = (shop: Shop): Shop => ({ ...shop, code: String(shop["code"]).toLowerCase() });

/** Codes that are the same in upper and lower case. */
const caseless: Habits["created"] = (shop, others) => unique(small(shop), others.map(small));

test("finds changes that take the code of another record in other letters", async () => {
  const rule = "Codes are unique in a town, regardless of upper and lower case.";
  expect(await messagesOf({ created: caseless, changed: unique }, rule)).toEqual([
    `changeShop: ${text}`,
    `replaceShop: ${text}`,
  ]);
  expect(await messagesOf({ created: caseless, changed: caseless }, rule)).toEqual([]);
});

test.each(["Codes are unique in a town.", "Codes are written in lower case.", undefined])(
  "other letters may be another code where nothing says that they are the same: %s",
  async (rule) => {
    expect(await messagesOf({ created: unique, changed: unique }, rule)).toEqual([]);
    expect(await messagesOf({ created: caseless, changed: unique }, rule)).toEqual([]);
  },
);
