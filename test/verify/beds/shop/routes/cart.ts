import { setTimeout as pause } from "node:timers/promises";
import type { Express, RequestHandler, Response } from "express";
import { jsonBody } from "../body.ts";
import { isInteger, objectBody, pathId, Problems } from "../check.ts";
import { faulty } from "../faults.ts";
import { customerOf, notFound, Refusal, resource, send, signedIn } from "../http.ts";
import { cartOf, products } from "../store.ts";
import { productOfPath } from "./products.ts";

function viewOf(customerId: number) {
  const items = [...cartOf(customerId)].flatMap(([productId, { quantity }]) => {
    const product = products.get(productId);
    if (product === undefined) return [];
    const unitPriceCents = product.priceCents;
    const lineTotalCents = unitPriceCents * quantity;
    return [{ productId, name: product.name, quantity, unitPriceCents, lineTotalCents }];
  });
  return {
    items,
    itemCount: items.reduce((sum, item) => sum + item.quantity, 0),
    totalCents: items.reduce((sum, item) => sum + item.lineTotalCents, 0),
  };
}

function sendCart(res: Response, status: number, customerId: number): void {
  res.set("Cache-Control", "no-store");
  send(res, status, viewOf(customerId));
}

let lastCaller = 0;

const getCart: RequestHandler = async (_req, res) => {
  const { id } = customerOf(res);
  lastCaller = id;
  // Carts lie in a slower store than the rest.
  await pause(4);
  sendCart(res, 200, faulty("cart-mixed-between-calls") ? lastCaller : id);
};

const putCartItem: RequestHandler = (req, res) => {
  const product = productOfPath(req);
  const given = objectBody(req)["quantity"];
  const quantity = faulty("cart-quantity-coerced") ? Number(given) : given;
  const problems = new Problems();
  problems.expect(isInteger(quantity, 1, 99), "quantity", "has to be an integer from 1 to 99");
  problems.throwAny();
  if (Number(quantity) > product.stock) {
    throw new Refusal(409, "out_of_stock", "There are not as many in stock.");
  }
  const customerId = customerOf(res).id;
  const cart = cartOf(customerId);
  const line = cart.get(product.id);
  const before = faulty("cart-put-adds") && line !== undefined ? line.quantity : 0;
  cart.set(product.id, { quantity: before + Number(quantity) });
  sendCart(res, line === undefined ? 201 : 200, customerId);
};

const deleteCartItem: RequestHandler = (req, res) => {
  const productId = pathId(req, "productId");
  const cart = cartOf(customerOf(res).id);
  if (!cart.has(productId)) {
    if (faulty("cart-delete-absent-crashes")) throw new TypeError("The line is undefined.");
    throw notFound("line of the cart");
  }
  cart.delete(productId);
  res.status(204).end();
};

export function cartRoutes(app: Express): void {
  resource(app, "/cart", { get: [signedIn, getCart] });
  resource(app, "/cart/items/:productId", {
    put: [signedIn, ...jsonBody, putCartItem],
    delete: [signedIn, deleteCartItem],
  });
}
