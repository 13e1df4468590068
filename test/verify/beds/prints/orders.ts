// Orders: creation, list, read, change.
import {
  canonical,
  compareText,
  etagOf,
  fault,
  nextRev,
  notFound,
  now,
  persist,
  Problem,
} from "./core.ts";
import { artworks, logEvent, nextNumber, orders, papers } from "./data.ts";
import type { Account, Item, Order } from "./data.ts";
import { BASE, conditions, readJson, route } from "./http.ts";
import type { Context, Reply } from "./http.ts";
import {
  badParameter,
  bool,
  check,
  date,
  integer,
  invalid,
  list,
  map,
  nullable,
  object,
  oneOf,
  text,
} from "./validate.ts";

export type ItemInput = {
  paperSku: string;
  sheets: number;
  artworkId?: string | null;
  finishing?: string[];
};
type OrderInput = {
  title: string;
  items: ItemInput[];
  deliverTo?: string | null;
  dueOn?: string | null;
  rush?: boolean;
  customFields?: Record<string, string>;
};
type OrderPatch = {
  title?: string;
  deliverTo?: string | null;
  dueOn?: string | null;
  rush?: boolean;
  customFields?: Record<string, string | null> | null;
};

const MAX_FIELDS = 10;
export const MAX_ITEMS = 20;
const STATUSES = ["open", "approved", "cancelled"] as const;
const SORTS = ["createdAt", "-createdAt", "totalCents", "-totalCents", "title", "-title"] as const;

export const itemInput = (minSheets = 1) =>
  object(
    { paperSku: text(1, 50), sheets: integer(minSheets, 2147483647) },
    {
      artworkId: nullable(text(1, 50)),
      finishing: list(oneOf(["fold", "staple", "laminate", "drill"]), 0, 4, true),
    },
  );
const deliverTo = nullable(text(1, 255));
const dueOn = nullable(date);
const orderInput = object(
  { title: text(1, 255), items: list(itemInput(), 0, MAX_ITEMS) },
  { deliverTo, dueOn, rush: bool, customFields: map(text(0, 255), MAX_FIELDS) },
);
const orderPatch = object(
  {},
  {
    title: text(1, 255),
    deliverTo,
    dueOn,
    rush: bool,
    customFields: nullable(map(nullable(text(0, 255)), Infinity)),
  },
);

export const orderEtag = (order: Order) => etagOf("o", order.rev);

function sums(order: Order) {
  const subtotalCents = order.items.reduce((sum, item) => sum + item.amountCents, 0);
  const surchargeCents = order.rush ? Math.floor((subtotalCents * 25 + 50) / 100) : 0;
  return { subtotalCents, surchargeCents, totalCents: subtotalCents + surchargeCents };
}
export const totalOf = (order: Order) => sums(order).totalCents;

export function view(order: Order) {
  const { number, owner, rev, items, createdAt, updatedAt, cancelReason, ...rest } = order;
  return { ...rest, items: [...items], ...sums(order), cancelReason, createdAt, updatedAt };
}

export function ownOrder(account: Account, id: string): Order {
  const order = orders.get(id);
  if (!order || order.owner !== account.id) throw notFound("order");
  return order;
}

export function checkReferences(
  account: Account,
  items: ItemInput[],
  at: string,
  label?: string | null,
): void {
  const bad: string[] = [];
  if (label !== undefined && label !== null && !account.addresses.has(label))
    bad.push("/deliverTo");
  items.forEach((item, i) => {
    const prefix = at === "" ? "" : `${at}/${i}`;
    if (!papers.has(item.paperSku)) bad.push(`${prefix}/paperSku`);
    const id = item.artworkId ?? null;
    if (id !== null && artworks.get(id)?.owner !== account.id) bad.push(`${prefix}/artworkId`);
  });
  if (bad.length > 0)
    throw new Problem(
      422,
      "unknown_reference",
      "The body refers to a record that does not exist.",
      bad,
    );
}

const outOfStock = (sku: string) =>
  new Problem(409, "out_of_stock", `There are not enough sheets of ${JSON.stringify(sku)}.`);

// Takes the sheets of all items from stock, or of none.
export function reserve(items: ItemInput[]): void {
  if (fault("order-stock-half")) {
    for (const { paperSku, sheets } of items) {
      const paper = papers.get(paperSku)!;
      if (paper.stockSheets < sheets) throw outOfStock(paperSku);
      paper.stockSheets -= sheets;
      paper.rev = nextRev();
    }
    return;
  }
  const wanted = new Map<string, number>();
  for (const { paperSku, sheets } of items)
    wanted.set(paperSku, (wanted.get(paperSku) ?? 0) + sheets);
  for (const [sku, sheets] of wanted)
    if (papers.get(sku)!.stockSheets < sheets) throw outOfStock(sku);
  for (const [sku, sheets] of wanted) {
    const paper = papers.get(sku)!;
    paper.stockSheets -= sheets;
    if (!fault("paper-etag-stale")) paper.rev = nextRev();
  }
}

export function release(items: Item[]): void {
  for (const { paperSku, sheets } of items) {
    const paper = papers.get(paperSku)!;
    paper.stockSheets += sheets;
    if (!fault("paper-etag-stale")) paper.rev = nextRev();
  }
}

export function makeItem(input: ItemInput): Item {
  const { priceCents } = papers.get(input.paperSku)!;
  const amountCents = fault("order-amount-int32")
    ? (priceCents * input.sheets) | 0
    : priceCents * input.sheets;
  return {
    id: `item_${nextNumber("item")}`,
    paperSku: input.paperSku,
    sheets: input.sheets,
    artworkId: input.artworkId ?? null,
    finishing: input.finishing ?? [],
    unitCents: priceCents,
    amountCents,
  };
}

async function createOrder(ctx: Context): Promise<Reply> {
  const { account } = ctx;
  const header = ctx.headers["idempotency-key"] as string | undefined;
  if (header !== undefined && !/^[!-~]{1,64}$/.test(header)) throw badParameter("Idempotency-Key");
  const input = readJson(ctx) as OrderInput;
  check(orderInput, input);

  const key =
    header === undefined
      ? undefined
      : fault("order-key-shared")
        ? header
        : `${account.id} ${header}`;
  const replays = fault("order-key-shared") ? sharedReplays : account.replays;
  const earlier = key === undefined ? undefined : replays.get(key);
  if (earlier) {
    if (earlier.input !== canonical(input)) {
      throw new Problem(
        422,
        "idempotency_mismatch",
        "This Idempotency-Key was used for another body.",
      );
    }
    return {
      ...earlier.reply,
      headers: { ...earlier.reply.headers, "Idempotency-Replayed": "true" },
    };
  }
  if (fault("order-key-race")) await persist();

  checkReferences(account, input.items, "/items", input.deliverTo);
  reserve(input.items);
  const { defaultRush } = account.settings;
  const number = nextNumber("order");
  const at = now();
  const order: Order = {
    id: `ord_${number}`,
    number,
    owner: account.id,
    title: input.title,
    status: "open",
    deliverTo: input.deliverTo ?? null,
    dueOn: input.dueOn ?? null,
    rush: fault("order-rush-false") ? input.rush || defaultRush : (input.rush ?? defaultRush),
    customFields: input.customFields ?? {},
    items: input.items.map(makeItem),
    createdAt: at,
    updatedAt: at,
    cancelReason: null,
    rev: nextRev(),
  };
  orders.set(order.id, order);
  logEvent(account.id, "order.created", order.id, at);
  const headers = { Location: `${BASE}/orders/${order.id}`, ETag: orderEtag(order) };
  const reply = { status: 201, json: view(order), headers };
  if (key !== undefined) replays.set(key, { input: canonical(input), reply });
  await persist();
  return reply;
}
const sharedReplays: Account["replays"] = new Map();

function listOrders({ account, query }: Context): Reply {
  const { page, limit } = query.paging();
  const raw = query.get("status");
  const statuses = raw === undefined ? STATUSES : raw.split(",");
  if (
    statuses.some((s) => !STATUSES.includes(s as Order["status"])) ||
    new Set(statuses).size !== statuses.length
  )
    throw badParameter("status");
  const from = query.timestamp("createdFrom") ?? -Infinity;
  const before = query.timestamp("createdBefore") ?? Infinity;
  const min = query.integer("minTotalCents", 0, Number.MAX_SAFE_INTEGER) ?? 0;
  const label = query.text("deliverTo", 1, 255);
  const sort = query.choice("sort", SORTS) ?? "-createdAt";

  const found = [...orders.values()].filter((o) => {
    if (o.owner !== account.id) return false;
    const at = Date.parse(o.createdAt);
    const inStatus = fault("orders-status-first")
      ? o.status === statuses[0] || raw === undefined
      : statuses.includes(o.status);
    return (
      inStatus &&
      at >= from &&
      at < before &&
      totalOf(o) >= min &&
      (label === undefined || o.deliverTo === label)
    );
  });
  const by: Record<string, (a: Order, b: Order) => number> = {
    createdAt: (a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt),
    totalCents: (a, b) => totalOf(a) - totalOf(b),
    title: (a, b) => compareText(a.title, b.title),
  };
  const down = sort.startsWith("-");
  const order = by[down ? sort.slice(1) : sort]!;
  found.sort((a, b) => (down ? -order(a, b) : order(a, b)) || a.number - b.number);
  const offset = (page - 1) * (fault("orders-offset-default") ? 10 : limit);
  return {
    status: 200,
    json: {
      items: found.slice(offset, offset + limit).map(view),
      page,
      limit,
      total: found.length,
    },
  };
}

function getOrder(ctx: Context): Reply {
  if (
    fault("order-foreign-403") &&
    orders.has(ctx.params[0]!) &&
    orders.get(ctx.params[0]!)!.owner !== ctx.account.id
  ) {
    throw new Problem(403, "not_found", "This order belongs to another account.");
  }
  const order = ownOrder(ctx.account, ctx.params[0]!);
  const headers = { ETag: orderEtag(order) };
  if (conditions(ctx, headers.ETag)) return { status: 304, headers };
  return { status: 200, json: view(order), headers };
}

function patchedFields(order: Order, patch: OrderPatch["customFields"]): Record<string, string> {
  if (patch === undefined) return order.customFields;
  if (patch === null) return {};
  const merged = new Map(fault("order-fields-replaced") ? [] : Object.entries(order.customFields));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, value);
  }
  if (merged.size > MAX_FIELDS) throw invalid(["/customFields"]);
  return Object.fromEntries(merged);
}

async function updateOrder(ctx: Context): Promise<Reply> {
  const { account } = ctx;
  const order = ownOrder(account, ctx.params[0]!);
  const patch = readJson(ctx, "application/merge-patch+json", {
    "Accept-Patch": "application/merge-patch+json",
  }) as OrderPatch;
  check(orderPatch, patch);
  const customFields = patchedFields(order, patch.customFields);
  if (!fault("order-patch-unknown-address"))
    checkReferences(account, [], "/items", patch.deliverTo);
  if (order.status !== "open") throw new Problem(409, "not_open", `The order is ${order.status}.`);
  conditions(ctx, orderEtag(order));
  if (fault("order-lost-update")) await persist();

  const next = {
    title: patch.title ?? order.title,
    deliverTo: patch.deliverTo === undefined ? order.deliverTo : patch.deliverTo,
    dueOn:
      patch.dueOn === undefined || (patch.dueOn === null && fault("order-due-null"))
        ? order.dueOn
        : patch.dueOn,
    rush: patch.rush ?? order.rush,
    customFields,
  };
  const { title, deliverTo: to, dueOn: due, rush, customFields: fields } = order;
  if (
    canonical(next) !== canonical({ title, deliverTo: to, dueOn: due, rush, customFields: fields })
  ) {
    Object.assign(order, next, { updatedAt: now(), rev: nextRev() });
    logEvent(account.id, "order.updated", order.id);
  }
  const reply = { status: 200, json: view(order), headers: { ETag: orderEtag(order) } };
  await persist();
  return reply;
}

export function addOrderRoutes(): void {
  route("/orders", { GET: listOrders, POST: createOrder });
  route("/orders/{}", { GET: getOrder, PATCH: updateOrder });
}
