import { isDate } from "./dates.ts";
import { on } from "./faults.ts";
import { base, readHeaders, type Answer, type Ctx } from "./http.ts";
import { badParameter, Problem } from "./problem.ts";

export type Query = { all: (name: string) => string[]; one: (name: string) => string | undefined };

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw new Problem(400, "malformed-url", "The query is not percent-encoded UTF-8.");
  }
}

export function parseQuery(ctx: Ctx): Query {
  const values = new Map<string, string[]>();
  for (const pair of ctx.query.split("&")) {
    if (pair === "") continue;
    const cut = pair.indexOf("=");
    const name = decode(cut < 0 ? pair : pair.slice(0, cut));
    const value = decode(cut < 0 ? "" : pair.slice(cut + 1));
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  const all = (name: string): string[] => values.get(name) ?? [];
  return {
    all,
    one(name) {
      const given = all(name);
      if (given.length > 1) throw badParameter(name, "is given more than once");
      return given[0];
    },
  };
}

export function intParam(query: Query, name: string, fallback: number, max: number): number {
  const text = query.one(name);
  if (text === undefined) return fallback;
  const value = /^[0-9]+$/.test(text) ? Number(text) : NaN;
  if (!(value >= 1 && value <= max))
    throw badParameter(name, `must be an integer from 1 to ${max}`);
  return value;
}

export function choice(query: Query, name: string, values: readonly string[]): string | undefined {
  const text = query.one(name);
  if (text !== undefined && !values.includes(text))
    throw badParameter(name, `must be one of ${values.join(", ")}`);
  return text;
}

export function boolParam(query: Query, name: string): boolean | undefined {
  const text = choice(query, name, ["true", "false"]);
  return text === undefined ? undefined : text === "true";
}

export function dateParam(query: Query, name: string): string | undefined {
  const text = query.one(name);
  if (text !== undefined && !isDate(text)) throw badParameter(name, "must be a date, YYYY-MM-DD");
  return text;
}

export type Paging = { page: number; perPage: number };

export function pagingOf(query: Query): Paging {
  return {
    page: intParam(query, "page", 1, 1_000_000),
    perPage: intParam(query, "per_page", 20, 100),
  };
}

function linkTo(ctx: Ctx, page: number, perPage: number, rel: string): string {
  let kept = ctx.query
    .split("&")
    .filter((p) => p !== "" && !["page", "per_page"].includes(decode(p.split("=", 1)[0]!)));
  if (on("titles-next-link-drops-filters") && ctx.path === `${base}/titles`) kept = [];
  // Characters that may stand in a query of a request, but not between < and >.
  const query = [...kept, `page=${page}`, `per_page=${perPage}`]
    .join("&")
    .replace(/[^!#-;=?-[\]_a-z~]/g, encodeURIComponent);
  return `<${ctx.path}?${query}>; rel="${rel}"`;
}

export function pageOf<T>(
  ctx: Ctx,
  { page, perPage }: Paging,
  found: T[],
  view: (item: T) => unknown,
): Answer {
  const start = (page - 1) * perPage;
  const items = found.slice(start, start + perPage).map(view);
  let total = found.length;
  if (on("titles-total-of-page") && ctx.path === `${base}/titles`) total = items.length;
  const links: string[] = [];
  if (page > 1) links.push(linkTo(ctx, page - 1, perPage, "prev"));
  if (start + perPage < found.length) links.push(linkTo(ctx, page + 1, perPage, "next"));
  const headers: Record<string, string> = { ...readHeaders };
  if (links.length > 0) headers.Link = links.join(", ");
  return { status: 200, headers, body: { items, page, per_page: perPage, total } };
}

/** Order by Unicode code points. */
export function compareText(a: string, b: string): number {
  const left = [...a];
  const right = [...b];
  const n = Math.min(left.length, right.length);
  for (let i = 0; i < n; i++) {
    const d = left[i]!.codePointAt(0)! - right[i]!.codePointAt(0)!;
    if (d !== 0) return d;
  }
  return left.length - right.length;
}
