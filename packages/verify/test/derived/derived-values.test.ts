import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { DerivedValues } from "../../src/check/derived/derived-values.ts";
import { verifiedApi } from "../../src/description/verified-api.ts";
import type { Exchange } from "../../src/wire/exchange.ts";
import { describe as read } from "../support.ts";

/** @param example that of the answer, beside what the description of the total says */
const bills = (example: object | undefined, words = ""): string => `openapi: 3.1.0
info: { title: Bills, version: 1.0.0 }
paths:
  /bills:
    post:
      operationId: makeBill
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [cents]
              properties: { cents: { type: array, minItems: 1, items: { type: integer, minimum: 1 }, example: [300, 450] } }
      responses:
        "200":
          description: It.
          content:
            application/json:
              schema:
                type: object
                properties:
                  totalCents: { type: integer${words === "" ? "" : `, description: "${words}"`} }
                  itemCount: { type: integer }
                  items:
                    type: array
                    items: { type: object, properties: { cents: { type: integer }, quantity: { type: integer } } }
${example === undefined ? "" : `              examples: { usual: { value: ${JSON.stringify(example)} } }\n`}        "400": { description: Wrong. }
`;

const usual = {
  totalCents: 750,
  itemCount: 2,
  discount: 0,
  paid: false,
  status: "open",
  items: [
    { cents: 300, quantity: 1 },
    { cents: 450, quantity: 1 },
  ],
};

/** Returns the messages about answers, one after the other. */
async function messagesOf(yaml: string, ...answers: readonly unknown[]): Promise<string[]> {
  const api = verifiedApi(await read(yaml));
  const [operation] = api.operations;
  if (operation === undefined) throw new Error("there is no operation");
  const derived = new DerivedValues(api);
  const request = { method: "POST", target: "/bills", headers: [] };
  return answers.flatMap((value) => {
    const response = { status: 200, headers: [], body: new Uint8Array(), isWhole: true };
    const exchange: Exchange = { operation, input: {}, request, response, value, problems: [] };
    return derived.note(operation, exchange).map(({ problem }) => problem.message);
  });
}

const items = (...cents: readonly number[]): object[] =>
  cents.map((one) => ({ cents: one, quantity: 1 }));
const right = { ...usual, totalCents: 600, itemCount: 3, items: items(100, 200, 300) };
const total = "`totalCents` is 100, and the sum of `cents` in `items` is 300";
const shown = "they are equal in the example usual of makeBill";

test("finds a sum that differs from the one in the example", async () => {
  const wrong = { ...usual, totalCents: 100, items: items(100, 200) };
  expect(await messagesOf(bills(usual), right, wrong)).toEqual([`${total}: ${shown}`]);
});

test("finds a number of items that differs", async () => {
  const wrong = { ...right, itemCount: 2 };
  expect(await messagesOf(bills(usual), right, wrong)).toEqual([
    `\`itemCount\` is 2, and \`items\` has 3 items: ${shown}`,
  ]);
});

test("says of an answer before what those after it show", async () => {
  const wrong = { ...usual, totalCents: 100, items: items(100, 200) };
  expect(await messagesOf(bills(usual), wrong, right, wrong)).toEqual([
    `${total}: ${shown}`,
    `${total}: ${shown}`,
  ]);
});

test.each([
  "The sum of the items' cents.",
  "Sum of all cents of the items",
  "The sum of all cents so far.",
])("finds a sum that differs from the description: %s", async (words) => {
  const plain = bills(undefined, words).replace(", quantity: { type: integer }", "");
  const answers = [
    { totalCents: 300, items: [{ cents: 100 }, { cents: 200 }] },
    { totalCents: 100, items: [{ cents: 100 }, { cents: 200 }] },
  ];
  expect(await messagesOf(plain, ...answers)).toEqual([
    `${total}: its description says that they are equal`,
  ]);
});

test.each([
  "The sum of the items' cents and the shipping.",
  "The sum of the items' cents. Discounts are subtracted.",
  "At most the sum of the items' cents",
])("does not take for a sum: %s", async (words) => {
  const plain = bills(undefined, words).replace(", quantity: { type: integer }", "");
  const answers = [
    { totalCents: 300, items: [{ cents: 100 }, { cents: 200 }] },
    { totalCents: 100, items: [{ cents: 100 }, { cents: 200 }] },
  ];
  expect(await messagesOf(plain, ...answers)).toEqual([]);
});

const numbered = [
  { totalCents: 2, items: items(100, 200) },
  { totalCents: 1, items: items(100, 200) },
];

test.each(["The number of items.", "number of all its items", "How many items there are in it."])(
  "finds a number of items that differs from the description: %s",
  async (words) => {
    expect(await messagesOf(bills(undefined, words), ...numbered)).toEqual([
      "`totalCents` is 1, and `items` has 2 items: its description says that they are equal",
    ]);
  },
);

test.each([
  "The number of items that were paid.",
  "The number of paid items.",
  "The number of customers.",
  "The number of items, each kind once.",
])("does not take for a number of items: %s", async (words) => {
  expect(await messagesOf(bills(undefined, words), ...numbered)).toEqual([]);
});

test("a quantity beside the price may be a factor", async () => {
  const words = bills(undefined, "The sum of the items' cents");
  const answers = [
    { totalCents: 300, items: items(100, 200) },
    {
      totalCents: 500,
      items: [
        { cents: 100, quantity: 3 },
        { cents: 200, quantity: 1 },
      ],
    },
  ];
  expect(await messagesOf(words, ...answers)).toEqual([]);
});

const off = { ...usual, totalCents: 90, items: items(40, 60) };

test.each<[string, object]>([
  ["has a discount", { ...off, discount: 10 }],
  ["has a member that no example has", { ...off, shipping: 5 }],
  ["is paid", { ...off, paid: true }],
  ["is in another state", { ...off, status: "cancelled" }],
  ["has a page", { ...off, nextCursor: "b" }],
  [
    "has quantities",
    {
      ...off,
      items: [
        { cents: 40, quantity: 2 },
        { cents: 60, quantity: 1 },
      ],
    },
  ],
  ["takes an item back", { ...off, items: items(100, -20) }],
  ["has an item that is free", { ...off, items: [{ cents: 100, quantity: 1, free: true }] }],
  ["shows no items", { ...off, itemCount: 2, items: [] }],
  [
    "shows the first items of many",
    { ...off, totalCents: 900, itemCount: 9, items: items(100, 200, 300, 100) },
  ],
  [
    "has numbers that are not exact",
    { ...off, totalCents: 2 ** 60, items: items(2 ** 59, 2 ** 58) },
  ],
])("an answer that %s is not judged", async (_, answer) => {
  expect(await messagesOf(bills(usual), right, { itemCount: 2, ...answer })).toEqual([]);
});

test("a service that answers with examples does not compute", async () => {
  expect(await messagesOf(bills(usual), usual, off, off)).toEqual([]);
});

test("amounts with decimals may be rounded", async () => {
  const decimals = { ...right, totalCents: 0.3, itemCount: 2, items: items(0.1, 0.2) };
  const rounded = { ...right, totalCents: 0.67, itemCount: 2, items: items(0.333, 0.333) };
  expect(await messagesOf(bills(usual), decimals, rounded)).toEqual([]);
});

test.each<[string, object]>([
  ["is not the sum in another example", { ...usual, totalCents: 700 }],
  ["may be a coincidence", { ...usual, totalCents: 300, itemCount: 1, items: items(300) }],
])("an example whose total %s says nothing", async (_, example) => {
  const wrong = { ...example, totalCents: 100, itemCount: 2, items: items(100, 200) };
  expect(await messagesOf(bills(example), right, wrong)).toEqual([]);
});

test.each([
  [false, []],
  [true, ["makeBill: `totalCents` is 300, and the sum of `cents` in `items` is 750"]],
])("a service of bills that leaves out the last item: %s", async (isWrong, expected) => {
  const fetch = async (request: Request): Promise<Response> => {
    const { cents } = (await request.json()) as { cents?: unknown };
    const isList = Array.isArray(cents) && cents.length > 0;
    if (!isList || !cents.every((one) => Number.isInteger(one) && one > 0))
      return new Response(null, { status: 400 });
    const counted = isWrong && cents.includes(450) ? cents.slice(0, -1) : cents;
    const sum = (counted as number[]).reduce((whole, one) => whole + one, 0);
    return Response.json({
      totalCents: sum,
      itemCount: cents.length,
      items: items(...(cents as number[])),
    });
  };
  const { failures, errors } = await verifyServer({
    description: await read(bills({ ...right, items: items(100, 200, 300) })),
    server: { fetch },
  });
  expect(errors).toEqual([]);
  // The service reads any body as JSON, which other checks find.
  const said = failures.filter(({ check }) => check === "derived-value");
  expect(said.map(({ operationId, message }) => `${operationId}: ${message}`)).toEqual(
    expected.map((one) => expect.stringContaining(one)),
  );
});
