import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = (schema: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } }`;

/** A shop with a cart, whose lines are stored under the keys of products. */
const shop = (paging = ""): string => `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /products:
    post:
      operationId: addProduct
      requestBody: { required: true, ${json("NewProduct")} }
      responses: { "201": { description: Made., ${json("Product")} } }
  /products/{productId}:
    parameters: [{ name: productId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: showProduct
      responses: { "200": { description: It., ${json("Product")} }, "404": { description: None. } }
  /cart:
    get:
      operationId: showCart
      parameters: [${paging}]
      responses: { "200": { description: All lines., ${json("Cart")} } }
  /cart/items/{productId}:
    parameters: [{ name: productId, in: path, required: true, schema: { type: string } }]
    put:
      operationId: putLine
      requestBody: { required: true, ${json("NewLine")} }
      responses: { "200": { description: The line., ${json("Line")} }, "404": { description: No product. } }
    delete:
      operationId: removeLine
      responses: { "204": { description: Gone. }, "404": { description: None. } }
components:
  schemas:
    NewProduct: { type: object, required: [name], properties: { name: { type: string, minLength: 1 } } }
    Product: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }
    NewLine:
      type: object
      required: [quantity]
      properties:
        productId: { type: string, example: p-0 }
        quantity: { type: integer, minimum: 1, maximum: 50, example: 2 }
        giftUntil: { type: string, format: date-time, example: "2031-05-06T07:08:09Z" }
        note: { type: string, example: Wrap it. }
    Line:
      type: object
      required: [productId, quantity]
      properties:
        productId: { type: string }
        quantity: { type: integer }
        giftUntil: { type: string, format: date-time }
        note: { type: string }
        removedAt: { type: [string, "null"], format: date-time }
    Cart:
      type: object
      required: [items]
      properties:
        items: { type: array, items: { $ref: "#/components/schemas/Line" } }
        discounts: { type: array, items: { type: object, properties: { productId: { type: string }, percent: { type: integer } } } }
`;

interface Line {
  readonly productId: string;
  readonly quantity: number;
  readonly giftUntil?: string;
  readonly note?: string;
  readonly removedAt?: string | null;
}

/** What a cart shows of its lines. */
type Show = (lines: readonly Line[]) => unknown;

/** How a cart keeps its lines, and what it shows of them. */
interface Habits {
  /** Returns the lines with a new one; by default it replaces that of the same product. */
  readonly put?: (lines: readonly Line[], line: Line) => readonly Line[];
  /** Returns what the answer to a PUT shows. */
  readonly answers?: (lines: readonly Line[], line: Line) => unknown;
  readonly remove?: (lines: readonly Line[], productId: string) => readonly Line[];
  readonly show?: Show;
}

const replaced = (lines: readonly Line[], line: Line): readonly Line[] => [
  ...lines.filter((one) => one.productId !== line.productId),
  line,
];

const without = (lines: readonly Line[], productId: string): readonly Line[] =>
  lines.filter((one) => one.productId !== productId);

const stored = (lines: readonly Line[], line: Line): unknown =>
  lines.findLast((one) => one.productId === line.productId);

function shopService(habits: Habits): (request: Request) => Promise<Response> {
  const { put = replaced, answers = stored, remove = without } = habits;
  const { show = (items: readonly Line[]) => ({ items }) } = habits;
  const products = new Map<string, object>();
  let lines: readonly Line[] = [];
  return async (request) => {
    const [, kind, first = "", second = ""] = new URL(request.url).pathname.split("/");
    const text = await request.text();
    const body = (text === "" ? {} : JSON.parse(text)) as object;
    if (request.method === "POST") {
      const made = { ...body, id: `p-${products.size + 1}` };
      products.set(made.id, made);
      return Response.json(made, { status: 201 });
    }
    if (kind === "cart" && first === "") return Response.json(show(lines));
    const product = products.get(kind === "cart" ? second : first);
    if (product === undefined) return Response.json({}, { status: 404 });
    if (kind === "products") return Response.json(product);
    if (request.method === "DELETE") {
      lines = remove(lines, second);
      return new Response(null, { status: 204 });
    }
    const line = { ...body, productId: second } as Line;
    lines = put(lines, line);
    return Response.json(answers(lines, line));
  };
}

async function messagesOf(habits: Habits, paging?: string): Promise<string[]> {
  const report = await verifyServer({
    description: await read(shop(paging)),
    server: { fetch: shopService(habits) },
    replay: ["putLine/flow/entries"],
  });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  return report.failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

const summed = (lines: readonly Line[], line: Line): readonly Line[] => {
  const known = lines.find((one) => one.productId === line.productId)?.quantity ?? 0;
  return replaced(lines, { ...line, quantity: known + line.quantity });
};

const withFirstNote = (lines: readonly Line[], line: Line): readonly Line[] => {
  const note = lines.find((one) => one.productId === line.productId)?.note ?? line.note;
  return replaced(lines, { ...line, ...(note !== undefined && { note }) });
};

const kept = (lines: readonly Line[], line: Line): readonly Line[] =>
  lines.some((one) => one.productId === line.productId) ? lines : [...lines, line];

const atMost = (most: number) => (lines: readonly Line[], line: Line) =>
  replaced(lines, { ...line, quantity: Math.min(most, line.quantity) });

const sent = (_: readonly Line[], line: Line): unknown => line;

const pages = "{ name: limit, in: query, schema: { type: integer, maximum: 100 } }";

test.each<[string, Habits, string]>([
  [
    "adds a second line",
    { put: (lines, line) => [...lines, line] },
    "repeats putLine: is shown 2 times",
  ],
  [
    "adds the numbers of both writes",
    { put: summed },
    "read-after-update putLine: `quantity` of its entry was sent as 3, and showCart shows 5",
  ],
  [
    "keeps the first write",
    { put: kept, answers: sent },
    "read-after-update putLine: `quantity` of its entry was sent as 3, and showCart shows 2",
  ],
  [
    "shows all but its newest line",
    { show: (lines) => ({ items: lines.slice(0, -1) }) },
    "read-after-create showCart: does not show the second of two entries",
  ],
  [
    "shows one of its lines",
    { show: (lines) => ({ items: lines.slice(1, 2) }) },
    "read-after-create showCart: does not show the second of two entries",
  ],
  [
    "keeps the first note of a line",
    { put: withFirstNote },
    'read-after-update putLine: `note` of its entry was sent as "Wrap it.-usxxmv", and showCart shows "Wrap it."',
  ],
  [
    "forgets what was there, among others",
    {
      put: (_lines, line) => [{ productId: "gift", quantity: 1 }, line],
    },
    "read-after-create showCart: does not show the first of two entries",
  ],
  [
    "keeps a removed line",
    {
      remove: (lines) => lines,
      show: (lines) => ({ items: lines.map((one) => ({ ...one, used: 0 })) }),
    },
    "read-after-delete showCart: shows an entry that was removed",
  ],
  [
    "removes all lines",
    { remove: () => [] },
    "changes-others removeLine: removes the entry of another record too",
  ],
])("finds a cart that %s", async (_, habits, message) => {
  expect(await messagesOf(habits)).toEqual([message]);
});

test.each<[string, Habits, string?]>([
  ["shows its lines as they were sent", {}],
  ["has a most of each product, which its answer says", { put: atMost(2) }],
  [
    "says in an envelope that it has a most of each product",
    { put: atMost(2), answers: (lines, line) => ({ line: stored(lines, line) }) },
  ],
  [
    "shows no notes",
    { show: (lines) => ({ items: lines.map((line) => ({ ...line, note: undefined })) }) },
  ],
  [
    "shows times with milliseconds",
    {
      put: (lines, line) =>
        replaced(lines, {
          ...line,
          ...(line.giftUntil !== undefined && {
            giftUntil: new Date(line.giftUntil).toISOString(),
          }),
        }),
    },
  ],
  [
    "shows discounts of its products, too",
    {
      show: (items) => ({
        items,
        discounts: items.map(({ productId }) => ({ productId, percent: 5 })),
      }),
    },
  ],
  [
    "marks a removed line",
    {
      remove: (lines, productId) =>
        lines.map((one) =>
          one.productId === productId ? { ...one, removedAt: "2031-01-01T00:00:00Z" } : one,
        ),
    },
  ],
  [
    "shows none of a removed line",
    {
      remove: (lines, productId) =>
        lines.map((one) => (one.productId === productId ? { ...one, quantity: 0 } : one)),
    },
  ],
  ["has one line at a time, as a vote", { put: (_lines, line) => [line] }],
  ["shows a page of its lines", { show: (lines) => ({ items: lines.slice(0, 2) }) }, pages],
  [
    "shows the names of products instead of keys",
    { show: (lines) => ({ items: lines.map(({ quantity }) => ({ productId: "A", quantity })) }) },
  ],
])("says nothing of a cart that %s", async (_, habits, paging) => {
  expect(await messagesOf(habits, paging)).toEqual([]);
});
