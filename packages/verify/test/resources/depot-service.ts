import { randomUUID } from "node:crypto";
import { isObject } from "@openapi-packages/runtime/internals";

interface Entry {
  readonly [member: string]: unknown;
}

interface Article {
  record: Entry & { readonly stock: number };
  price: Entry | undefined;
}

/** What a service of `depot` does wrong; each is one line in it. */
export type DepotFault =
  | "creates nothing"
  | "does not list what was put"
  | "keeps the first title"
  | "forgets the note"
  | "answers something else than it keeps"
  | "lists an old title"
  | "keeps deleted articles"
  | "lists deleted articles"
  | "keeps the first price"
  | "has one price for all"
  | "keeps deleted prices"
  | "lists reservations of all articles"
  | "does not list reservations below their article"
  | "reserves for another article"
  | "needs no request key"
  | "takes any quantity"
  | "sells out";

const sku = /^[A-Z]{3}-\d{4}$/;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * A service of `depot`, in memory. It looks for stock before it looks at the rest of a reservation, so that a
 * refusal for stock hides others.
 */
export function depotService(
  ...faults: readonly DepotFault[]
): (request: Request) => Promise<Response> {
  const has = (fault: DepotFault): boolean => faults.includes(fault);
  const articles = new Map<string, Article>();
  const listed = new Map<string, Entry>();
  const reservations = new Map<string, Entry>();
  let shared: Entry | undefined;

  return async (request) => {
    const { method, headers } = request;
    const url = new URL(request.url);
    const [, area, key, part] = url.pathname.split("/").map(decodeURIComponent);
    const read = method === "PUT" || method === "POST" ? await bodyOf(request) : { given: {} };
    if (!("given" in read)) return refuse(read.status);
    const { given } = read;
    if (area === "articles") {
      if (key === undefined)
        return method === "GET"
          ? Response.json({ articles: [...listed.values()] })
          : notAllowed("GET");
      if (!sku.test(key)) return refuse(404);
      if (part === undefined) return article(method, key, given);
      if (part === "price") return price(method, key, given);
      if (part === "reservations" && !articles.has(key)) return refuse(404);
      if (part === "reservations") return method === "GET" ? below(key) : notAllowed("GET");
    }
    if (area !== "reservations") return refuse(404);
    if (key === undefined) return method === "POST" ? reserve(headers, given) : notAllowed("POST");
    const found = reservations.get(key);
    if (method !== "GET" && method !== "DELETE") return notAllowed("GET, DELETE");
    if (!uuid.test(key) || found === undefined) return refuse(404);
    if (method === "GET") return Response.json(found);
    reservations.delete(key);
    return new Response(null, { status: 204 });
  };

  function article(method: string, key: string, given: Entry): Response {
    const known = articles.get(key);
    if (method === "PUT") {
      const { title, stock, note } = given;
      const isTitle = typeof title === "string" && title !== "" && [...title].length <= 80;
      const isStock = Number.isInteger(stock) && Number(stock) >= 0 && Number(stock) <= 10;
      const isNote = note === undefined || (typeof note === "string" && [...note].length <= 200);
      const names = Object.keys(given);
      if (names.some((name) => !["title", "stock", "note"].includes(name))) return refuse(422);
      if (!isTitle || !isStock || !isNote) return refuse(422);
      const kept = has("keeps the first title") ? known?.record["title"] : undefined;
      const record = {
        sku: key,
        title: kept ?? title,
        stock: Number(stock),
        ...(note !== undefined && { note }),
      };
      const stored = has("forgets the note") ? { ...record, note: undefined } : record;
      if (!has("creates nothing") || known !== undefined)
        articles.set(key, { record: stored, price: known?.price });
      const isOld = has("lists an old title") && known !== undefined;
      if (!isOld && !has("does not list what was put")) listed.set(key, stored);
      const answer = has("answers something else than it keeps") ? { ...record, stock: 0 } : record;
      return Response.json(answer, { status: known === undefined ? 201 : 200 });
    }
    if (method !== "GET" && method !== "DELETE") return notAllowed("GET, PUT, DELETE");
    if (known === undefined) return refuse(404);
    if (method === "GET") return Response.json(known.record);
    if (!has("keeps deleted articles")) articles.delete(key);
    if (!has("lists deleted articles")) listed.delete(key);
    return new Response(null, { status: 204 });
  }

  function price(method: string, key: string, given: Entry): Response {
    const owner = articles.get(key);
    if (!["GET", "PUT", "DELETE"].includes(method)) return notAllowed("GET, PUT, DELETE");
    if (method === "PUT") {
      const { currency, cents } = given;
      const isAmount = Number.isInteger(cents) && Number(cents) >= 0 && Number(cents) <= 100_000;
      if ((currency !== "EUR" && currency !== "USD") || !isAmount) return refuse(422);
      if (owner === undefined) return refuse(404);
      if (!(has("keeps the first price") && owner.price !== undefined))
        owner.price = { currency, cents };
      shared = owner.price;
      return Response.json({ currency, cents });
    }
    const shown = has("has one price for all") ? shared : owner?.price;
    if (owner === undefined || shown === undefined) return refuse(404);
    if (method === "GET") return Response.json(shown);
    if (!has("keeps deleted prices")) owner.price = shared = undefined;
    return new Response(null, { status: 204 });
  }

  function below(key: string): Response {
    const all = [...reservations.values()];
    const own = has("lists reservations of all articles")
      ? all
      : all.filter((one) => one["sku"] === key);
    const shown = has("does not list reservations below their article") ? [] : own;
    return Response.json({ reservations: shown });
  }

  function reserve(headers: Headers, given: Entry): Response {
    const { quantity } = given;
    const owner = articles.get(String(given["sku"]));
    const isOut = has("sells out") && reservations.size > 0;
    if (owner?.record.stock === 0 || isOut) return refuse(409);
    const requestKey = headers.get("x-request-key");
    const isKey = requestKey !== null && requestKey.length >= 8 && requestKey.length <= 64;
    if (!isKey && !has("needs no request key")) return refuse(422);
    const isFit = Number.isInteger(quantity) && Number(quantity) >= 1 && Number(quantity) <= 3;
    if (typeof given["sku"] !== "string" || !sku.test(given["sku"])) return refuse(422);
    if (!isFit && !(has("takes any quantity") && Number(quantity) > 3)) return refuse(422);
    if (owner === undefined) return refuse(404);
    const left = owner.record.stock - 1;
    owner.record = { ...owner.record, stock: left };
    if (listed.has(given["sku"])) listed.set(given["sku"], owner.record);
    const other = has("reserves for another article") ? [...articles.keys()][0] : given["sku"];
    const record = {
      reservation_id: randomUUID(),
      sku: other,
      quantity: Math.min(3, Number(quantity)),
      reserved_at: new Date().toISOString(),
    };
    reservations.set(record.reservation_id, record);
    return Response.json(record, { status: 201 });
  }
}

/** Reads the body of a request; an object with the status of its refusal if it is none. */
async function bodyOf(
  request: Request,
): Promise<{ readonly given: Entry } | { readonly status: number }> {
  const type = request.headers.get("content-type") ?? "application/json";
  if (!type.toLowerCase().startsWith("application/json")) return { status: 415 };
  try {
    const body: unknown = JSON.parse(await request.text());
    return isObject(body) ? { given: body } : { status: 422 };
  } catch {
    return { status: 422 };
  }
}

const refuse = (status: number): Response =>
  Response.json({ error: `refused with ${status}` }, { status });

const notAllowed = (allow: string): Response =>
  Response.json({ error: "not allowed" }, { status: 405, headers: { allow } });
