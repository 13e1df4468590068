import type { Title } from "./data.ts";
import { on } from "./faults.ts";
import type { Answer, Ctx } from "./http.ts";
import { badParameter } from "./problem.ts";
import { boolParam, choice, compareText, pageOf, pagingOf, parseQuery } from "./query.ts";
import { kinds, titleView } from "./titles.ts";
import { textLength } from "./validate.ts";

const sorts = ["name", "-name", "year", "-year", "created_at", "-created_at"] as const;

/** Each code point on its own: the form of a letter must not depend on its neighbours. */
const lower = (text: string): string => Array.from(text, (c) => c.toLowerCase()).join("");

function matcher(q: string): (text: string) => boolean {
  const wanted = lower(q);
  if (on("titles-like-wildcards")) {
    const source = wanted
      .replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")
      .replaceAll("%", ".*")
      .replaceAll("_", ".");
    const like = new RegExp(source, "su");
    return (text) => like.test(lower(text));
  }
  return (text) => lower(text).includes(wanted);
}

function byYear(a: Title, b: Title, direction: number): number {
  if (a.year === null || b.year === null) {
    if (a.year === b.year) return 0;
    const nullsLast = a.year === null ? 1 : -1;
    return on("titles-nulls-first-descending") ? nullsLast * direction : nullsLast;
  }
  return (a.year - b.year) * direction;
}

function order(sort: string): (a: Title, b: Title) => number {
  const direction = sort.startsWith("-") ? -1 : 1;
  const key = sort.replace("-", "");
  if (key === "year") return (a, b) => byYear(a, b, direction);
  if (key === "name") return (a, b) => compareText(a.name, b.name) * direction;
  return (a, b) => compareText(a.created_at, b.created_at) * direction;
}

export function listTitles(ctx: Ctx): Answer {
  const query = parseQuery(ctx);
  const paging = pagingOf(query);
  const q = query.one("q");
  if (q !== undefined && (q === "" || textLength(q) > 200))
    throw badParameter("q", "must have 1 to 200 characters");
  const kind = choice(query, "kind", kinds);
  const tags = query.all("tag");
  if (tags.length > 10) throw badParameter("tag", "may be given 10 times at most");
  for (const tag of tags) {
    if (tag === "" || textLength(tag) > 30)
      throw badParameter("tag", "must have 1 to 30 characters");
  }
  const available = boolParam(query, "available");
  const sort = choice(query, "sort", sorts) ?? "name";

  let found = [...ctx.lib.titles.values()];
  if (q !== undefined) {
    const matches = matcher(q);
    found = found.filter((t) => matches(t.name) || (t.author !== null && matches(t.author)));
  }
  if (kind !== undefined) found = found.filter((t) => t.kind === kind);
  if (tags.length > 0) {
    const has = (t: Title) => (tag: string) => t.tags.includes(tag);
    found = found.filter((t) => (on("titles-tags-any") ? tags.some(has(t)) : tags.every(has(t))));
  }
  if (on("titles-available-false-ignored") ? available : available !== undefined) {
    found = found.filter((t) => t.copies.some((c) => c.status === "available") === available);
  }
  found.sort(order(sort));
  return pageOf(ctx, paging, found, (t) => titleView(ctx.lib, t));
}
