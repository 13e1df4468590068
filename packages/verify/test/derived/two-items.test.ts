import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = (schema: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } }`;

/** Orders of products, which know their stock. */
const shop = (cancellation: string, refusal: string): string => `openapi: 3.1.0
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
  /orders:
    post:
      operationId: addOrder
      requestBody: { required: true, ${json("NewOrder")} }
      responses:
        "201": { description: Made., ${json("Order")} }
        ${refusal}
        "422": { description: No product. }
  /orders/{orderId}:
    parameters: [{ name: orderId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: showOrder
      responses: { "200": { description: It., ${json("Order")} }, "404": { description: None. } }
  /orders/{orderId}/cancel:
    parameters: [{ name: orderId, in: path, required: true, schema: { type: string } }]
    post:
      operationId: cancelOrder
      description: ${JSON.stringify(cancellation)}
      responses:
        "200": { description: It., ${json("Order")} }
        "404": { description: None. }
        "409": { description: It is cancelled already. }
components:
  schemas:
    NewProduct:
      type: object
      required: [name, stock]
      properties: { name: { type: string, minLength: 1 }, stock: { type: integer, minimum: 1, maximum: 500, example: 20 } }
    Product:
      type: object
      required: [id, name, stock]
      properties:
        id: { type: string, readOnly: true }
        name: { type: string }
        stock: { type: integer }
        secondsLeft: { type: integer, readOnly: true }
    Item:
      type: object
      required: [productId, quantity]
      properties:
        productId: { type: string }
        quantity: { type: integer, minimum: 1, maximum: 1000, example: 2 }
    NewOrder:
      type: object
      required: [items]
      properties: { items: { type: array, minItems: 1, maxItems: 5, items: { $ref: "#/components/schemas/Item" } } }
    Order:
      type: object
      required: [id, items, state]
      properties:
        id: { type: string, readOnly: true }
        items: { type: array, items: { $ref: "#/components/schemas/Item" } }
        state: { type: string, enum: [placed, cancelled], readOnly: true }
`;

interface Item {
  readonly productId: string;
  readonly quantity: number;
}

interface Order {
  readonly id: string;
  readonly items: readonly Item[];
  readonly state: string;
}

interface Habits {
  /** True if an order that is refused takes the items before the one that is sold out. */
  readonly takesHalf?: boolean;
  /** Returns the items whose products get their numbers back. */
  readonly givesBack?: (items: readonly Item[]) => readonly Item[];
  /** True if what is sold out is ordered again. */
  readonly isOrderedAgain?: boolean;
  /** True if products are sold for a while only. */
  readonly endsSoon?: boolean;
}

function shopService({
  takesHalf = false,
  givesBack = (items) => items,
  endsSoon = false,
  isOrderedAgain = false,
}: Habits) {
  const stocks = new Map<string, number>();
  const names = new Map<string, string>();
  const orders = new Map<string, Order>();
  const none = (status = 404): Response => Response.json({}, { status });
  let calls = 0;
  const take = (items: readonly Item[]): number => {
    if (!items.every(({ productId }) => stocks.has(productId))) return 422;
    const before = new Map(stocks);
    for (const { productId, quantity } of items) {
      const left = (stocks.get(productId) ?? 0) - quantity;
      if (left >= 0 || isOrderedAgain) stocks.set(productId, left);
      else {
        if (!takesHalf) for (const [id, stock] of before) stocks.set(id, stock);
        return 409;
      }
    }
    return 201;
  };
  const product = (id: string): object => {
    const stock = stocks.get(id);
    const secondsLeft = 10_000 - calls * calls;
    const stockRevision = orders.size;
    return { id, name: names.get(id), stock, stockRevision, ...(endsSoon && { secondsLeft }) };
  };
  return async (request: Request): Promise<Response> => {
    calls += 1;
    const [, kind, id = "", action] = new URL(request.url).pathname.split("/");
    const text = await request.text();
    const body = (text === "" ? {} : JSON.parse(text)) as {
      readonly name: string;
      readonly stock: number;
      readonly items: readonly Item[];
    };
    if (kind === "products" && id === "") {
      const own = `p-${stocks.size}`;
      stocks.set(own, body.stock);
      names.set(own, body.name);
      return Response.json(product(own), { status: 201 });
    }
    if (kind === "products") return stocks.has(id) ? Response.json(product(id)) : none();
    if (id === "") {
      const status = take(body.items);
      if (status !== 201) return none(status);
      const made = { id: `o-${orders.size}`, items: body.items, state: "placed" };
      orders.set(made.id, made);
      return Response.json(made, { status });
    }
    const order = orders.get(id);
    if (order === undefined) return none();
    if (action === undefined) return Response.json(order);
    if (order.state === "cancelled") return none(409);
    for (const { productId, quantity } of givesBack(order.items))
      stocks.set(productId, (stocks.get(productId) ?? 0) + quantity);
    orders.set(id, { ...order, state: "cancelled" });
    return Response.json(orders.get(id));
  };
}

const soldOut = `"409": { description: Sold out. }`;

async function messagesOf(
  id: string,
  cancellation: string,
  habits: Habits,
  refusal = soldOut,
): Promise<string[]> {
  const report = await verifyServer({
    description: await read(shop(cancellation, refusal)),
    server: { fetch: shopService(habits) },
    replay: [id],
  });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  return report.failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

const halfTaken = "addOrder/flow/half-taken/Product";

test("finds an order that is refused for its second item and takes the first", async () => {
  expect(await messagesOf(halfTaken, "Cancels an order.", { takesHalf: true })).toEqual([
    "failed-create addOrder: is refused with 409 for its second item, and changes `stock` of the Product that the first one names from 18 to 16",
  ]);
});

test.each<[string, Habits]>([
  ["takes nothing", {}],
  ["is taken although it is sold out", { isOrderedAgain: true }],
  ["takes nothing of a product that is sold for a while", { endsSoon: true }],
])("an order that is refused %s", async (_, habits) => {
  expect(await messagesOf(halfTaken, "Cancels an order.", habits)).toEqual([]);
});

test("leaves out orders that are never refused for their items", async () => {
  const asked = messagesOf(halfTaken, "Cancels an order.", { takesHalf: true }, "");
  await expect(asked).rejects.toThrow("there is no case");
});

const givenBack = "cancelOrder/flow/given-back/Product";

test.each([
  "Cancels an order; its items go back into the stock.",
  "Cancels an order, and returns its items to the stock.",
  "Cancels an order. All items are returned to stock.",
])("finds a cancellation that gives back the first item alone: %s", async (said) => {
  const [message, ...others] = await messagesOf(givenBack, said, {
    givesBack: (items) => items.slice(0, 1),
  });
  expect(others).toEqual([]);
  expect(message).toMatch(
    /^derived-value cancelOrder: `stock` of the Product is \d+ after cancelOrder, and was \d+ before addOrder; the description says "/,
  );
});

test("a cancellation gives back all items", async () => {
  const said = "Cancels an order; its items go back into the stock.";
  expect(await messagesOf(givenBack, said, {})).toEqual([]);
});

test.each([
  "Cancels an order. Returns the cancelled order.",
  "Cancels an order. The order is returned as it is then.",
  "Cancels an order. A cancelled order can be restored.",
  "Cancels an order. What was paid is returned to the customer.",
  "Cancels an order and restores the balance of the customer.",
])("leaves out a cancellation that keeps the items: %s", async (said) => {
  const asked = messagesOf(givenBack, said, { givesBack: () => [] });
  await expect(asked).rejects.toThrow("there is no case");
});
