import { setTimeout as pause } from "node:timers/promises";
import type { Express, Request, RequestHandler, Response } from "express";
import { jsonBody, patchBody } from "../body.ts";
import { isDate, isId, isInteger, isText, objectBody, pathId, Problems } from "../check.ts";
import { faulty } from "../faults.ts";
import {
  checkPreconditions,
  customerOf,
  notFound,
  Refusal,
  resource,
  send,
  signedIn,
} from "../http.ts";
import { dropRendered, productTag, render, renderCached } from "../product-view.ts";
import {
  addProduct,
  categories,
  countInCategory,
  nextId,
  products,
  removeProduct,
  skus,
  type Product,
} from "../store.ts";
import { searchProducts } from "./catalog.ts";

type Writable = Omit<Product, "id" | "sellerId" | "sku" | "createdAt" | "updatedAt">;

export function productOfPath(req: Request): Product {
  const product = products.get(pathId(req, "productId"));
  if (product === undefined) throw notFound("product");
  return product;
}

export function ownProductOfPath(req: Request, res: Response): Product {
  const product = productOfPath(req);
  if (product.sellerId !== customerOf(res).id) {
    throw new Refusal(403, "not_yours", "Only its seller may change a product.");
  }
  return product;
}

function areTags(value: unknown): value is string[] {
  return (
    Array.isArray(value) &&
    value.length <= 10 &&
    new Set(value).size === value.length &&
    value.every((tag) => isText(tag, 1, 30))
  );
}

function checkWritable(body: Record<string, unknown>, problems: Problems): void {
  const { name, description, categoryId, priceCents, stock, tags, weightKg, availableFrom } = body;
  problems.expect(isText(name, 1, 120), "name", "has to be a text of 1 to 120 characters");
  problems.expect(
    description === null || isText(description, 0, 4000),
    "description",
    "has to be a text of up to 4000 characters, or null",
  );
  problems.expect(
    isId(categoryId) && categories.some((category) => category.id === categoryId),
    "categoryId",
    "has to be the id of a category",
  );
  problems.expect(
    isInteger(priceCents, 0, 10_000_000_000),
    "priceCents",
    "has to be an integer from 0 to 10000000000",
  );
  problems.expect(isInteger(stock, 0, 1_000_000), "stock", "has to be 0 to 1000000");
  problems.expect(
    areTags(tags),
    "tags",
    "has to be up to 10 different texts of 1 to 30 characters",
  );
  problems.expect(
    weightKg === null || (Number.isFinite(weightKg) && Number(weightKg) >= 0),
    "weightKg",
    "has to be a number from 0, or null",
  );
  problems.expect(
    availableFrom === null || isDate(availableFrom),
    "availableFrom",
    "has to be a date, or null",
  );
}

/** What of a checked body is kept: members that are not known are left out. */
function writableOf(body: Record<string, unknown>): Writable {
  const { name, description, categoryId, priceCents, stock, tags, weightKg, availableFrom } =
    body as unknown as Writable;
  return {
    name,
    description,
    categoryId,
    priceCents: faulty("price-wraps-int32") ? priceCents | 0 : priceCents,
    stock,
    tags,
    weightKg,
    availableFrom: faulty("available-from-shifted") ? dayBefore(availableFrom) : availableFrom,
  };
}

/** Midnight in Berlin is still the day before in UTC. */
function dayBefore(date: string | null): string | null {
  return date && new Date(`${date}T00:00:00+01:00`).toISOString().slice(0, 10);
}

const createProduct: RequestHandler = async (req, res) => {
  const given = objectBody(req);
  const body: Record<string, unknown> = {
    description: null,
    stock: 0,
    tags: [],
    weightKg: null,
    availableFrom: null,
    ...given,
  };
  const problems = new Problems();
  const { sku } = body;
  problems.expect(
    typeof sku === "string" && /^[A-Z0-9-]{3,20}$/.test(sku),
    "sku",
    "has to be 3 to 20 of A-Z, 0-9 and -",
  );
  checkWritable(body, problems);
  problems.throwAny();
  if (skus.has(String(sku))) throw new Refusal(409, "sku_taken", "There is a product of this SKU.");
  // The SKU is reserved before the first wait, so that no other call can pass the check meanwhile.
  if (!faulty("sku-race")) skus.add(String(sku));
  await pause(4);
  const now = new Date().toISOString();
  const product: Product = {
    id: nextId(),
    sellerId: customerOf(res).id,
    sku: String(sku),
    ...writableOf(body),
    createdAt: now,
    updatedAt: now,
  };
  addProduct(product);
  const view = render(product);
  res.set({ Location: `/products/${product.id}`, ETag: productTag(view) });
  send(res, 201, view);
};

const getProduct: RequestHandler = (req, res) => {
  const view = renderCached(productOfPath(req));
  const tag = productTag(view);
  const unchanged = checkPreconditions(req, tag);
  res.set("ETag", tag);
  if (unchanged) {
    res.status(304).end();
    return;
  }
  if (req.method === "HEAD" && faulty("head-length-zero")) {
    res.type("application/json").set("Content-Length", "0").end();
    return;
  }
  send(res, 200, view);
};

/** A removed member (RFC 7396) is null in a product, so null is merged like any other value. */
function patched(product: Product, patch: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(patch).filter(
    ([, value]) => value !== null || !faulty("patch-null-ignored"),
  );
  return { ...product, ...Object.fromEntries(kept) };
}

const updateProduct: RequestHandler = (req, res) => {
  const product = faulty("patch-foreign-allowed") ? productOfPath(req) : ownProductOfPath(req, res);
  const body = patched(product, objectBody(req));
  const problems = new Problems();
  checkWritable(body, problems);
  problems.throwAny();
  if (req.get("If-Match") === undefined) {
    throw new Refusal(428, "precondition_required", "If-Match is missing.");
  }
  if (!faulty("patch-if-match-ignored")) checkPreconditions(req, productTag(render(product)));
  const formerCategory = product.categoryId;
  Object.assign(product, writableOf(body), { updatedAt: new Date().toISOString() });
  if (!faulty("category-count-stale")) {
    countInCategory(formerCategory, -1);
    countInCategory(product.categoryId, 1);
  }
  if (!faulty("product-stale-after-patch")) dropRendered(product.id);
  const view = render(product);
  res.set("ETag", productTag(view));
  send(res, 200, view);
};

const deleteProduct: RequestHandler = (req, res) => {
  const product = ownProductOfPath(req, res);
  checkPreconditions(req, productTag(render(product)));
  removeProduct(product);
  dropRendered(product.id);
  res.status(204).end();
};

export function productRoutes(app: Express): void {
  resource(app, "/products", {
    get: [searchProducts],
    post: [signedIn, ...jsonBody, createProduct],
  });
  resource(app, "/products/:productId", {
    get: [getProduct],
    patch: [signedIn, ...patchBody, updateProduct],
    delete: [signedIn, deleteProduct],
  });
}
