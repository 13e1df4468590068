import type { Express, RequestHandler } from "express";
import { Query, readId } from "../check.ts";
import { faulty } from "../faults.ts";
import { resource, send } from "../http.ts";
import { toJson } from "../json.ts";
import { pageOf, pageRequest, type PageRequest } from "../page.ts";
import { render } from "../product-view.ts";
import { categories, listing, type Product } from "../store.ts";

const sorts = ["id", "price", "-price", "name", "-name", "newest"] as const;
type Sort = (typeof sorts)[number];

/** Lower case by character, as a whole text's lower case depends on what stands next to a letter. */
function folded(text: string): string {
  return Array.from(text, (character) => character.toLowerCase()).join("");
}

function matchesText(product: Product, words: string): boolean {
  const texts = [product.name, product.description ?? ""];
  if (faulty("search-text-as-pattern")) {
    const pattern = new RegExp(words, "i");
    return texts.some((text) => pattern.test(text));
  }
  return texts.some((text) => folded(text).includes(folded(words)));
}

type Filter = (product: Product) => boolean;

function filtersOf(query: Query): Filter[] {
  const filters: Filter[] = [];
  const words = query.text("q");
  if (words !== undefined) filters.push((product) => matchesText(product, words));
  const category = query.text("categoryId");
  if (category !== undefined) {
    const id = readId("categoryId", category);
    filters.push((product) => BigInt(product.categoryId) === id);
  }
  const tag = query.text("tag");
  if (tag !== undefined) filters.push((product) => product.tags.includes(tag));
  const lowest = query.integer("minPriceCents", 0, 10_000_000_000) ?? 0;
  const highest = query.integer("maxPriceCents", 0, 10_000_000_000);
  filters.push((product) => product.priceCents >= lowest);
  if (highest !== undefined) {
    const exclusive = faulty("search-max-price-exclusive");
    filters.push(({ priceCents }) => (exclusive ? priceCents < highest : priceCents <= highest));
  }
  const inStock = query.oneOf("inStock", ["true", "false"]);
  if (inStock !== undefined) {
    filters.push((product) => product.stock > 0 === (inStock === "true"));
  }
  return filters;
}

/** By code point, which is the order of UTF-8. */
function compareNames(left: Product, right: Product): number {
  return Buffer.compare(Buffer.from(left.name), Buffer.from(right.name));
}

function comparePrices(left: Product, right: Product): number {
  if (!faulty("search-price-sorted-as-text")) return left.priceCents - right.priceCents;
  const [one, other] = [String(left.priceCents), String(right.priceCents)];
  return one < other ? -1 : Number(one > other);
}

const comparisons: Record<Sort, (left: Product, right: Product) => number> = {
  id: () => 0,
  price: comparePrices,
  "-price": (left, right) => comparePrices(right, left),
  name: compareNames,
  "-name": (left, right) => compareNames(right, left),
  newest: (left, right) => Date.parse(right.createdAt) - Date.parse(left.createdAt),
};

function cut(found: Product[], request: PageRequest) {
  if (!faulty("search-pages-overlap") || request.page === 1) return pageOf(found, request);
  const start = (request.page - 1) * request.pageSize - 1;
  return {
    ...request,
    total: found.length,
    items: found.slice(start, start + request.pageSize),
  };
}

export const searchProducts: RequestHandler = (req, res) => {
  const query = new Query(req);
  const request = pageRequest(query, faulty("search-page-size-unchecked") ? 1_000_000 : 100);
  const filters = filtersOf(query);
  const compare = comparisons[query.oneOf("sort", sorts) ?? "id"];
  const found = listing
    .filter((product) => filters.every((holds) => holds(product)))
    .toSorted((left, right) => compare(left, right) || left.id - right.id);
  const page = cut(found, request);
  const body = { ...page, items: page.items.map(render) };
  if (faulty("search-length-in-characters")) {
    const text = toJson(body);
    res.type("application/json").set("Content-Length", String(text.length)).end(text);
    return;
  }
  send(res, 200, body);
};

const listCategories: RequestHandler = (req, res) => {
  send(res, 200, pageOf(categories, pageRequest(new Query(req))));
};

export function catalogRoutes(app: Express): void {
  resource(app, "/categories", { get: [listCategories] });
}
