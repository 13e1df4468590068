import type { Express, Request, RequestHandler, Response } from "express";
import { jsonBody } from "../body.ts";
import {
  invalid,
  isId,
  isInteger,
  isObject,
  objectBody,
  Problems,
  Query,
  readId,
} from "../check.ts";
import { faulty } from "../faults.ts";
import { customerOf, notFound, Refusal, resource, send, signedIn } from "../http.ts";
import { toJson } from "../json.ts";
import { pageOf, pageRequest } from "../page.ts";
import { dropRendered } from "../product-view.ts";
import {
  addressesOf,
  coupons,
  nextOrderId,
  orders,
  products,
  type Coupon,
  type Order,
  type OrderLine,
} from "../store.ts";

interface Wish {
  items: { productId: number; quantity: number }[];
  addressId: number;
  couponCode: string | null;
}

/** The first answers by customer and key, and what was asked for. */
const answered = new Map<string, { wish: string; view: object }>();

function viewOf({ customerId: _customerId, ...order }: Order) {
  return faulty("order-id-rounded") ? { ...order, id: BigInt(Number(order.id)) } : { ...order };
}

function isLine(value: unknown): boolean {
  return isObject(value) && isId(value["productId"]) && isInteger(value["quantity"], 1, 99);
}

function wishOf(body: Record<string, unknown>): Wish {
  const { items, addressId, couponCode = null } = body;
  const problems = new Problems();
  problems.expect(
    Array.isArray(items) && items.length >= 1 && items.length <= 50 && items.every(isLine),
    "items",
    "has to be 1 to 50 lines of a productId and a quantity from 1 to 99",
  );
  problems.expect(isId(addressId), "addressId", "has to be an id");
  problems.expect(
    couponCode === null || typeof couponCode === "string",
    "couponCode",
    "has to be a text, or null",
  );
  problems.throwAny();
  const wish = { items, addressId, couponCode } as Wish;
  const lines = wish.items.map(({ productId, quantity }) => ({ productId, quantity }));
  return { ...wish, items: lines };
}

function keyOf(req: Request): string {
  const key = req.get("Idempotency-Key");
  if (key === undefined || !/^[\w-]{8,64}$/.test(key)) {
    const message = "has to be 8 to 64 of A-Z, a-z, 0-9, _ and -";
    throw new Refusal(400, "bad_parameter", `Idempotency-Key ${message}.`, {
      details: [{ field: "Idempotency-Key", message }],
    });
  }
  return key;
}

function linesOf(wish: Wish): OrderLine[] {
  const wanted = new Map<number, number>();
  const lines = wish.items.map(({ productId, quantity }) => {
    const product = products.get(productId);
    if (product === undefined) {
      throw invalid([{ field: "items", message: "names a product that does not exist" }]);
    }
    wanted.set(productId, (wanted.get(productId) ?? 0) + quantity);
    const { sku, name, priceCents } = product;
    return { productId, sku, name, quantity, unitPriceCents: priceCents };
  });
  for (const [productId, quantity] of wanted) {
    if (quantity > (products.get(productId)?.stock ?? 0)) {
      throw new Refusal(409, "out_of_stock", `There are not as many of ${productId} in stock.`);
    }
  }
  return lines;
}

function couponOf(code: string | null): Coupon | undefined {
  if (code === null) return undefined;
  const coupon = coupons.get(code);
  if (coupon === undefined) {
    throw invalid([{ field: "couponCode", message: "is no coupon" }]);
  }
  const lowest = faulty("coupon-runs-below-zero") ? 0 : 1;
  if (coupon.remaining < lowest || coupon.expiresOn < new Date().toISOString().slice(0, 10)) {
    throw new Refusal(409, "coupon_used_up", "The coupon has run out.");
  }
  return coupon;
}

function moveStock(lines: readonly OrderLine[], sign: 1 | -1): void {
  for (const { productId, quantity } of lines) {
    const product = products.get(productId);
    if (product === undefined) continue;
    product.stock = Math.min(product.stock + sign * quantity, 1_000_000);
    dropRendered(productId);
  }
}

/** Places the order in one go: nothing waits between the checks and what they are for. */
function place(customerId: number, wish: Wish): Order {
  const address = addressesOf(customerId).get(wish.addressId);
  if (address === undefined) {
    throw invalid([{ field: "addressId", message: "is none of your addresses" }]);
  }
  const items = linesOf(wish);
  const coupon = couponOf(wish.couponCode);
  moveStock(items, -1);
  if (coupon !== undefined) coupon.remaining -= 1;
  const subtotalCents = items.reduce((sum, line) => sum + line.unitPriceCents * line.quantity, 0);
  const discountCents = Math.floor((subtotalCents * (coupon?.percentOff ?? 0)) / 100);
  const order: Order = {
    id: nextOrderId(),
    customerId,
    status: "placed",
    items,
    shippingAddress: { ...address },
    couponCode: wish.couponCode,
    subtotalCents,
    discountCents,
    totalCents: subtotalCents - discountCents,
    createdAt: new Date().toISOString(),
  };
  orders.set(order.id, order);
  return order;
}

const placeOrder: RequestHandler = (req, res) => {
  const key = keyOf(req);
  const { id } = customerOf(res);
  const wish = wishOf(objectBody(req));
  const earlier = answered.get(`${id} ${key}`);
  if (earlier !== undefined && !faulty("order-key-ignored")) {
    if (earlier.wish !== toJson(wish)) {
      throw new Refusal(422, "key_reused", "The key was used for another order.");
    }
    send(res, 201, earlier.view);
    return;
  }
  const view = viewOf(place(id, wish));
  answered.set(`${id} ${key}`, { wish: toJson(wish), view });
  send(res, 201, view);
};

const statuses = ["placed", "shipped", "delivered", "cancelled"] as const;

const listOrders: RequestHandler = (req, res) => {
  const query = new Query(req);
  const request = pageRequest(query);
  const status = query.oneOf("status", statuses);
  const sign = query.oneOf("sort", ["createdAt", "-createdAt"]) === "createdAt" ? 1 : -1;
  const found = [...orders.values()]
    .filter((order) => order.customerId === customerOf(res).id)
    .filter((order) => status === undefined || order.status === status)
    .toSorted((left, right) => {
      const later = Date.parse(left.createdAt) - Date.parse(right.createdAt);
      return sign * (later || Number(left.id - right.id));
    });
  const page = pageOf(found, request);
  send(res, 200, {
    ...page,
    total: faulty("orders-total-as-text") ? String(page.total) : page.total,
    items: page.items.map(viewOf),
  });
};

function orderOfPath(req: Request, res: Response, ownOnly: boolean): Order {
  const order = orders.get(readId("orderId", String(req.params["orderId"])));
  if (order === undefined || (ownOnly && order.customerId !== customerOf(res).id)) {
    throw notFound("order");
  }
  return order;
}

const getOrder: RequestHandler = (req, res) => {
  send(res, 200, viewOf(orderOfPath(req, res, !faulty("order-foreign-visible"))));
};

const cancelOrder: RequestHandler = (req, res) => {
  const order = orderOfPath(req, res, true);
  const tooLate = faulty("cancel-shipped-accepted")
    ? order.status === "cancelled"
    : order.status !== "placed";
  if (tooLate) throw new Refusal(409, "too_late", `The order is ${order.status} already.`);
  order.status = "cancelled";
  moveStock(order.items, 1);
  send(res, 200, viewOf(order));
};

export function orderRoutes(app: Express): void {
  resource(app, "/orders", {
    get: [signedIn, listOrders],
    post: [signedIn, ...jsonBody, placeOrder],
  });
  resource(app, "/orders/:orderId", { get: [signedIn, getOrder] });
  resource(app, "/orders/:orderId/cancel", { post: [signedIn, cancelOrder] });
}
