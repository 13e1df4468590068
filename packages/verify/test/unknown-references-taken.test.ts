import { verifyServer } from "@openapi-packages/verify";
import { describe, expect, test } from "vitest";
import { describe as read } from "./support.ts";

interface Said {
  /** What is said of the member that names an address. */
  readonly member?: string;
  readonly create?: string;
  readonly change?: string;
  readonly invalid?: string;
}

/** Describes orders, whose bodies name an address of the account by its label. */
const orders = (
  { member = "Label of an address of the account.", create = "", change = "", invalid = "" }: Said,
  name = "deliverTo",
): string => `openapi: 3.1.0
info: { title: Orders, version: "1" }
paths:
  /addresses:
    get:
      operationId: listAddresses
      responses:
        "200":
          description: All.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Address" } } } }
  /addresses/{label}:
    get:
      operationId: getAddress
      parameters: [{ name: label, in: path, required: true, schema: { type: string } }]
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Address" } } } }
        "404": { description: None. }
  /orders:
    post:
      operationId: addOrder
      description: ${JSON.stringify(create)}
      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/NewOrder" } } }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
        "409": { description: The title is taken. }
        "422": { description: ${JSON.stringify(invalid)} }
  /orders/{orderId}:
    parameters: [{ name: orderId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getOrder
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
        "404": { description: None. }
    patch:
      operationId: changeOrder
      description: ${JSON.stringify(change)}
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, properties: { title: { type: string, minLength: 1 }, ${name}: { type: string, description: ${JSON.stringify(member)}, example: Home } } }
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
        "404": { description: None. }
        "422": { description: ${JSON.stringify(invalid)} }
components:
  schemas:
    Address:
      type: object
      required: [label, street]
      properties: { label: { type: string }, street: { type: string } }
    NewOrder:
      type: object
      required: [title, ${name}]
      properties:
        title: { type: string, minLength: 1, example: Soap }
        ${name}: { type: string, description: ${JSON.stringify(member)}, example: Home }
    Order:
      type: object
      required: [id, title, ${name}]
      properties: { id: { type: string, readOnly: true }, title: { type: string }, ${name}: { type: string } }
`;

interface Way {
  /** The operations that look whether there is the address. */
  readonly checks: readonly ("POST" | "PATCH")[];
  /** True if a change does not change the address. */
  readonly isFixed?: boolean;
  /** True if new orders need a title of their own. */
  readonly isUnique?: boolean;
  /** The number of orders that are taken. */
  readonly most?: number;
}

function orderService({ checks, isFixed, isUnique, most = Infinity }: Way, name = "deliverTo") {
  // The last one is as if a PUT of an unknown label had stored it.
  const labels = ["Home", "Work", "4f1d2c7a-9b3e-4c58-a6d0-71e2f8b5c394"];
  const known = new Map<string, Readonly<Record<string, unknown>>>();
  const keys = new Map<string, string>();
  const answer = (status: number): Response => new Response(null, { status });
  return async (request: Request): Promise<Response> => {
    const [, kind, id = ""] = new URL(request.url).pathname.split("/");
    const { method } = request;
    const all = labels.map((label) => ({ label, street: "Hill 1" }));
    if (kind === "addresses") {
      const found = all.find(({ label }) => label === decodeURIComponent(id));
      if (id === "") return Response.json(all);
      return found === undefined ? answer(404) : Response.json(found);
    }
    const old = known.get(id);
    if (id !== "" && old === undefined) return answer(404);
    if (method === "GET") return Response.json(old);
    const text = await request.text();
    const body = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const key = request.headers.get("idempotency-key");
    if (key !== null && (keys.get(key) ?? text) !== text) return answer(422);
    if (key !== null) keys.set(key, text);
    const titles = [...known.values()].map(({ title }) => title);
    if (id === "" && isUnique && titles.includes(body["title"])) return answer(409);
    if (id === "" && known.size >= most) return answer(409);
    const label = body[name];
    const isMissing = label !== undefined && !labels.includes(label as string);
    if (isMissing && checks.includes(method as "POST")) return answer(422);
    const own = isFixed && old !== undefined ? { [name]: old[name] } : {};
    const made = { ...old, ...body, ...own, id: id === "" ? `o-${known.size + 1}` : id };
    known.set(made.id, made);
    return Response.json(made, { status: old === undefined ? 201 : 200 });
  };
}

async function said(by: string, way: Way, texts: Said, name?: string): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: await read(orders(texts, name)),
    server: { fetch: orderService(way, name) },
    replay: [`${by}/unknown/body`],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, message }) => `${check}: ${message}`);
}

const checking: Way = { checks: ["POST", "PATCH"] };
const careless: Way = { checks: [] };
const told = (sentence: string): string[] => [
  `described-rule: takes a \`deliverTo\` that nobody has, and the description says ${JSON.stringify(sentence)}`,
];

describe("a key that nobody has", () => {
  test.each([
    "An address that does not exist is refused with 422.",
    "Refused with 422 `unknown_address` for an unknown address.",
    "The address must exist.",
    "`deliverTo` must exist.",
  ])("is found to be taken by a creation: %s", async (create) => {
    expect(await said("addOrder", careless, { create })).toEqual(told(create));
    expect(await said("addOrder", checking, { create })).toEqual([]);
  });

  test("is found to be taken where a refusal or the member says so", async () => {
    const invalid = "There is no such address.";
    expect(await said("changeOrder", careless, { invalid })).toEqual(told(invalid));
    expect(await said("changeOrder", checking, { invalid })).toEqual([]);
    const member = "Label of an address of the account. It has to exist.";
    expect(await said("addOrder", careless, { member })).toEqual(told("It has to exist."));
    const existing = "An existing address.";
    expect(await said("addOrder", careless, { member: existing })).toEqual(told(existing));
  });

  test("is found to be taken by a change, and not by the creation", async () => {
    expect(await said("changeOrder", { checks: ["POST"] }, {})).toEqual([
      "described-rule: takes a `deliverTo` that nobody has, which addOrder refuses with 422",
    ]);
    expect(await said("changeOrder", { checks: ["POST"], isUnique: true }, {})).toHaveLength(1);
    expect(await said("changeOrder", checking, {})).toEqual([]);
  });

  test.each([
    "An unknown address is created.",
    "If the address does not exist, it is added with 201.",
    "The existing draft for the address is replaced, and 409 if there is none.",
    "Refused with 422 unless the address must exist elsewhere.",
    "An unknown title is refused with 422.",
    "Makes an order for an existing address.",
  ])("may be taken: %s", async (create) => {
    expect(await said("addOrder", careless, { create })).toEqual([]);
  });

  test("may be taken where the member says that it is created", async () => {
    const member = "Label of an address of the account. It is created if it does not exist.";
    expect(await said("addOrder", careless, { member })).toEqual([]);
  });

  test("is not sent to a change that has no such member, or does not show it", async () => {
    const yaml = orders({});
    const place = yaml.indexOf("schema: { type: object, properties: { title");
    const closed = yaml.slice(0, place) + yaml.slice(place).replace(/, deliverTo: \{[^}]*\}/, "");
    const known = orderService({ checks: ["POST"] });
    const bodies: string[] = [];
    const run = async (description: string, status: number): Promise<string[]> => {
      const { failures } = await verifyServer({
        description: await read(description),
        server: {
          fetch: async (request) => {
            if (request.method !== "PATCH") return known(request);
            bodies.push(await request.text());
            return new Response(null, { status });
          },
        },
        replay: ["changeOrder/unknown/body"],
      });
      return failures.map(({ message }) => message);
    };
    await run(closed, 204);
    expect(bodies.filter((body) => body.includes("deliverTo"))).toEqual([]);
    const quiet = yaml.replace(
      /(changeOrder[^]*?)"200": \{ description: It\., content: \{[^\n]*/,
      '$1"204": { description: Done. }',
    );
    expect(await run(quiet, 204)).toEqual([]);
    expect(bodies.filter((body) => body.includes("deliverTo"))).not.toEqual([]);
  });

  test("may be taken where the sentence is about the record that the path names", async () => {
    const create = "An address that does not exist is answered with 404.";
    const yaml = orders({ create })
      .replace("  /orders:", "  /addresses/{label}/orders:")
      .replace(
        "parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]",
        "parameters: [{ name: label, in: path, required: true, schema: { type: string }, example: Home }]",
      );
    const known = orderService(careless);
    const { failures, errors } = await verifyServer({
      description: await read(yaml),
      server: {
        fetch: async (request) => {
          const url = request.url.replace(/addresses\/(?:Home|Work)\/orders$/, "orders");
          return known(new Request(url, request));
        },
      },
      replay: ["addOrder/unknown/body"],
    });
    expect(errors).toEqual([]);
    expect(failures).toEqual([]);
  });

  test("may be taken by both, or be left as it was by a change", async () => {
    expect(await said("changeOrder", careless, {})).toEqual([]);
    expect(await said("changeOrder", { checks: ["POST"], isFixed: true }, {})).toEqual([]);
  });

  test("may be taken where the creation is refused for something else", async () => {
    expect(await said("changeOrder", { checks: [], most: 2 }, {})).toEqual([]);
  });

  test.each(["Street of an address.", "Label.", "Label of a parcel.", "The label is free."])(
    "is any text where nothing says what it names: %s",
    async (member) => {
      expect(await said("changeOrder", { checks: ["POST"] }, { member })).toEqual([]);
    },
  );
});
