// Items below an order, cancellation, and the batch of approvals.
import { fault, nextRev, now, Problem } from "./core.ts";
import { logEvent, orders } from "./data.ts";
import type { Account, Order } from "./data.ts";
import { BASE, readJson, route } from "./http.ts";
import type { Context, Reply } from "./http.ts";
import {
  checkReferences,
  itemInput,
  makeItem,
  MAX_ITEMS,
  orderEtag,
  ownOrder,
  release,
  reserve,
  totalOf,
  view,
} from "./orders.ts";
import type { ItemInput } from "./orders.ts";
import { check, list, nullable, object, text } from "./validate.ts";

const cancelInput = object({}, { reason: nullable(text(0, 500)) });
const approvalInput = object({ orderIds: list(text(1, 50), 1, 20, true) }, {});

function touch(order: Order, at: string): void {
  order.updatedAt = at;
  order.rev = nextRev();
}

function requireOpen(order: Order): void {
  if (order.status !== "open") throw new Problem(409, "not_open", `The order is ${order.status}.`);
}

function addItem(ctx: Context): Reply {
  const { account } = ctx;
  const order = ownOrder(account, ctx.params[0]!);
  const input = readJson(ctx) as ItemInput;
  check(itemInput(fault("item-zero-sheets") ? 0 : 1), input);
  checkReferences(account, [input], "");
  if (!fault("item-closed-order")) requireOpen(order);
  if (order.items.length >= MAX_ITEMS)
    throw new Problem(409, "too_many_items", `An order has ${MAX_ITEMS} items at most.`);
  reserve([input]);
  const item = makeItem(input);
  order.items.push(item);
  const at = now();
  if (!fault("item-order-etag")) touch(order, at);
  logEvent(account.id, "order.item_added", order.id, at);
  return { status: 201, json: item, headers: { Location: `${BASE}/orders/${order.id}` } };
}

function cancelOrder(ctx: Context): Reply {
  const { account } = ctx;
  const order = ownOrder(account, ctx.params[0]!);
  let reason: string | null = null;
  if (ctx.bodySize > 0) {
    const input = readJson(ctx) as { reason?: string | null };
    check(cancelInput, input);
    reason = input.reason ?? null;
  }
  if (!(fault("order-cancel-approved") && order.status === "approved")) requireOpen(order);
  order.status = "cancelled";
  order.cancelReason = reason;
  release(fault("order-cancel-first-item") ? order.items.slice(0, 1) : order.items);
  const at = now();
  touch(order, at);
  logEvent(account.id, "order.cancelled", order.id, at);
  return { status: 200, json: view(order), headers: { ETag: orderEtag(order) } };
}

function approve(account: Account, id: string): string {
  const order = orders.get(id);
  if (!order || order.owner !== account.id) return "not_found";
  if (order.status !== "open") return "not_open";
  if (order.items.length === 0) return "empty";
  const limit = account.settings.approvalLimitCents;
  const over =
    limit !== null &&
    (fault("approve-limit-reached") ? totalOf(order) >= limit : totalOf(order) > limit);
  if (over) return "over_limit";
  order.status = "approved";
  const at = now();
  touch(order, at);
  logEvent(account.id, "order.approved", order.id, at);
  return "approved";
}

function approveOrders(ctx: Context): Reply {
  const input = readJson(ctx) as { orderIds: string[] };
  check(approvalInput, input);
  const results: { orderId: string; outcome: string }[] = [];
  for (const orderId of input.orderIds) {
    const outcome = approve(ctx.account, orderId);
    results.push({ orderId, outcome });
    if (outcome !== "approved" && fault("approve-stops")) break;
  }
  const approvedCount = results.filter((r) => r.outcome === "approved").length;
  return { status: 200, json: { results, approvedCount } };
}

export function addOrderActionRoutes(): void {
  route("/orders/{}/items", { POST: addItem });
  route("/orders/{}/cancel", { POST: cancelOrder });
  route("/order-approvals", { POST: approveOrders });
}
