import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

/** Prices of journeys, of which nothing is kept. */
const description = await read(`openapi: 3.1.0
info: { title: Prices, version: 1.0.0 }
paths:
  /prices:
    post:
      operationId: askPrice
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [from, route]
              properties:
                from: { type: string, enum: [Bonn, Ulm] }
                route: { type: object, required: [km], properties: { km: { type: integer, minimum: 1, example: 30 } } }
      responses:
        "200":
          description: The price.
          content:
            application/json:
              schema:
                type: object
                required: [km, cents]
                properties: { km: { type: integer }, cents: { type: integer }, offer: { type: string } }
        "400": { description: Wrong. }
`);

interface Price {
  readonly km: number;
  readonly cents: number;
  readonly offer?: string;
}

interface Habits {
  /** Makes the price of a journey; `count` is the number of the call. */
  readonly price: (km: number, count: number) => Price;
  /** Chooses which of the prices that were made since is answered. */
  readonly answer?: (own: Price, latest: Price, isAlone: boolean) => Price | number;
}

function service({ price, answer = (own) => own }: Habits) {
  let count = 0;
  let latest: Price | undefined;
  let running = 0;
  return async (request: Request): Promise<Response> => {
    const body = (await request.json()) as { from?: string; route?: { km?: unknown } };
    const { km } = body.route ?? {};
    if (!["Bonn", "Ulm"].includes(body.from ?? "") || !Number.isInteger(km) || Number(km) < 1)
      return new Response(null, { status: 400 });
    const own = price(Number(km), (count += 1));
    latest = own;
    running += 1;
    const isFirst = running === 1;
    await new Promise(setImmediate);
    const chosen = answer(own, latest, isFirst && running === 1);
    running -= 1;
    if (typeof chosen === "number") return new Response(null, { status: chosen });
    return Response.json(chosen);
  };
}

async function messagesOf(habits: Habits): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description,
    server: { fetch: service(habits) },
    replay: ["askPrice/at-once/computed"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, operationId, message }) => `${check} ${operationId}: ${message}`);
}

const plain = (km: number): Price => ({ km, cents: km * 12 });

test.each<[string, NonNullable<Habits["answer"]>]>([
  ["all of another", (_, latest) => latest],
  ["one value of another", (own, latest) => ({ ...own, cents: latest.cents })],
])("finds calls at once that get %s", async (_, answer) => {
  expect(await messagesOf({ price: plain, answer })).toEqual([
    "concurrent-calls askPrice: one of 4 calls at once gets the answer of another, which has another input",
  ]);
});

test.each<[string, Habits]>([
  ["computes each price by itself", { price: plain }],
  [
    "gives each answer a number",
    { price: (km, count) => ({ ...plain(km), offer: String(count) }) },
  ],
  ["has one price for all", { price: () => ({ km: 30, cents: 360 }) }],
  [
    "is busy when several ask",
    { price: plain, answer: (own, _, isAlone) => (isAlone ? own : 503) },
  ],
  ["changes its prices", { price: (km, count) => ({ km, cents: km * count }) }],
])("a service that %s has no failure", async (_, habits) => {
  expect(await messagesOf(habits)).toEqual([]);
});
