import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = (name: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } }`;
const id = (name: string): string =>
  `parameters: [{ name: ${name}, in: path, required: true, schema: { type: string } }]`;

/** Describes gift cards of holders, with which something is paid. */
const cards = (charge: string, conflict: string, sum: string): string => `openapi: 3.1.0
info: { title: Cards, version: "1" }
paths:
  /holders:
    post: { operationId: addHolder, responses: { "201": { description: Made., ${json("Holder")} } } }
  /holders/{holderId}:
    ${id("holderId")}
    get: { operationId: getHolder, responses: { "200": { description: It., ${json("Holder")} }, "404": { description: None. } } }
  /cards:
    get: { operationId: listCards, responses: { "200": { description: All., content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Card" } } } } } } }
    post:
      operationId: addCard
      requestBody: { required: true, ${json("NewCard")} }
      responses: { "201": { description: Made., ${json("Card")} }, "422": { description: There is no such holder. } }
  /cards/{cardId}/charges:
    ${id("cardId")}
    post:
      operationId: charge
      description: ${JSON.stringify(charge)}
      requestBody: { required: true, ${json("Charge")} }
      responses: { "200": { description: It., ${json("Card")} }, "404": { description: None. }, "409": { description: ${JSON.stringify(conflict)} } }
components:
  schemas:
    Holder: { type: object, required: [id, credit], properties: { id: { type: string }, credit: { type: integer, description: ${JSON.stringify(sum)} } } }
    NewCard: { type: object, required: [holder_id], properties: { holder_id: { type: string } } }
    Card:
      type: object
      required: [id, holder_id, money]
      properties:
        id: { type: string }
        holder_id: { type: string }
        money: { type: object, required: [spent, left], properties: { spent: { type: integer }, left: { type: integer } } }
    Charge: { type: object, required: [amount], properties: { amount: { type: integer, minimum: 1 } } }
`;

type Habit =
  | "reads early"
  | "refuses all that is left"
  | "keeps the sum"
  | "has new cards without money"
  | "takes charges for good ones";

interface Card {
  readonly id: string;
  readonly holder: string;
  readonly worth: number;
  spent: number;
}

const others = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** A service that is faultless unless it has a habit. */
function service(...habits: readonly Habit[]): (request: Request) => Promise<Response> {
  const does = (habit: Habit): boolean => habits.includes(habit);
  const known = new Map<string, Card>([["c-0", { id: "c-0", holder: "h-0", worth: 60, spent: 0 }]]);
  let holders = 1;
  const leftOf = ({ worth, spent }: Card): number => worth - spent;
  const show = (card: Card, status = 200): Response => Response.json(shown(card), { status });
  const shown = (card: Card) => ({
    id: card.id,
    holder_id: card.holder,
    money: { spent: card.spent, left: leftOf(card) },
  });
  const holder = (key: string, status = 200): Response => {
    const own = [...known.values()].filter((one) => one.holder === key);
    const credit = own.reduce(
      (sum, one) => sum + (does("keeps the sum") ? one.worth : leftOf(one)),
      0,
    );
    return Response.json({ id: key, credit }, { status });
  };
  return async (request) => {
    const [, kind, key = "", below] = new URL(request.url).pathname.split("/");
    if (kind === "holders" && request.method === "POST") return holder(`h-${holders++}`, 201);
    if (kind === "holders") return holder(key);
    if (request.method === "GET") return Response.json([...known.values()].map(shown));
    const body = (await request.json()) as { readonly amount: number; readonly holder_id: string };
    if (below === undefined) {
      const worth = does("has new cards without money") ? 0 : 40;
      const card = { id: `c-${known.size}`, holder: body.holder_id, worth, spent: 0 };
      known.set(card.id, card);
      return show(card, 201);
    }
    const card = known.get(key);
    if (card === undefined) return new Response(null, { status: 404 });
    const isWhole = body.amount === leftOf(card) && does("refuses all that is left");
    if (body.amount > leftOf(card) || isWhole) return new Response(null, { status: 409 });
    const { spent } = card;
    if (does("reads early")) await others();
    card.spent = does("takes charges for good ones") ? spent : spent + body.amount;
    return show(card);
  };
}

const added = "The amount is added to `spent`.";
const most = "The amount is more than `left`.";
const sum = "Sum of `left` over the cards of the holder.";

async function said(text: readonly [string, string, string], ...habits: readonly Habit[]) {
  const { failures, errors } = await verifyServer({
    description: await read(cards(...text)),
    server: { fetch: service(...habits) },
    disposable: true,
    replay: ["charge/amounts"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, message }) => `${check}: ${message}`);
}

const money = "has new cards without money";

test.each<[readonly Habit[], string]>([
  [
    ["reads early"],
    `concurrent-calls: \`spent\` is 3 after 2 calls at once that succeeded and one more, and should be 4: the description says ${JSON.stringify(added)}`,
  ],
  [
    ["refuses all that is left"],
    `described-rule: refuses exactly the \`left\` of the record, 36, and takes less: the description says ${JSON.stringify(most)}`,
  ],
  [
    ["refuses all that is left", money],
    `described-rule: refuses exactly the \`left\` of the record, 56, and takes less: the description says ${JSON.stringify(most)}`,
  ],
  [
    ["keeps the sum", money],
    `derived-value: \`credit\` was 60 and is 60, where \`left\` was 60 and is 59: the description says ${JSON.stringify(sum)}`,
  ],
])("finds a service that %s", async (habits, line) => {
  expect(await said([added, most, sum], ...habits)).toEqual([line]);
});

test("says nothing of a service that keeps to it, or of which nothing is said", async () => {
  expect(await said([added, most, sum])).toEqual([]);
  expect(await said([added, most, sum], money)).toEqual([]);
  expect(await said([added, "It is locked.", sum], "refuses all that is left")).toEqual([]);
  expect(
    await said([added, "The amount is `left` or more.", sum], "refuses all that is left"),
  ).toEqual([]);
  expect(await said([added, most, "What there was at first."], "keeps the sum")).toEqual([]);
  expect(await said([added, most, sum], "takes charges for good ones")).toEqual([]);
});
