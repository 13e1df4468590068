import { fault } from "./faults.ts";
import { json } from "./http.ts";
import type { Context, Reply } from "./http.ts";
import { contains, Query } from "./query.ts";
import { compareText, courseEnrolments, pause, toCents } from "./store.ts";
import type { Course } from "./store.ts";
import { courseView, LEVELS, seatsTaken, STATES } from "./courses.ts";
import { PRICE } from "./validate.ts";

const SORTS = ["title", "-title", "price", "-price", "startsOn", "-startsOn"];

export async function listCourses(ctx: Context): Promise<Reply> {
  const { academy } = ctx;
  const query = new Query(ctx.query);
  const q = query.text("q", 100);
  const level = query.oneOf("level", LEVELS);
  const state = query.oneOf("state", STATES);
  const online = query.boolean("online");
  const hasSeats = query.boolean("hasSeats");
  const tag = query.text("tag", 30);
  const minPrice = query.pattern("minPrice", PRICE);
  const maxPrice = query.pattern("maxPrice", PRICE);
  const startsFrom = query.date("startsFrom");
  const startsTo = query.date("startsTo");
  const sort = query.oneOf("sort", SORTS) ?? "startsOn";
  const offset = query.integer("offset", 0, 1_000_000) ?? 0;
  const limit = query.integer("limit", 1, 100) ?? 20;
  await pause();

  const free = (c: Course): boolean => {
    const taken = fault("courses-has-seats-counts-cancelled")
      ? courseEnrolments(academy, c.id).length
      : seatsTaken(academy, c);
    return c.capacity - taken > 0;
  };
  const wanted = (c: Course): boolean => {
    if (q !== undefined && !contains(c.title, q) && !contains(c.description, q)) return false;
    if (level !== undefined && c.level !== level) return false;
    if (state !== undefined && c.state !== state) return false;
    if (
      fault("courses-online-false-ignored")
        ? online && !c.online
        : online !== undefined && c.online !== online
    )
      return false;
    if (hasSeats !== undefined && free(c) !== hasSeats) return false;
    if (tag !== undefined && !c.tags.includes(tag)) return false;
    if (minPrice !== undefined && toCents(c.price) < toCents(minPrice)) return false;
    if (maxPrice !== undefined && toCents(c.price) > toCents(maxPrice)) return false;
    if (fault("courses-max-price-exclusive") && c.price === maxPrice) return false;
    if (startsFrom !== undefined && c.startsOn < startsFrom) return false;
    if (startsTo !== undefined && c.startsOn > startsTo) return false;
    return true;
  };
  const key = sort.replace("-", "");
  const direction = sort.startsWith("-") ? -1 : 1;
  const compare = (a: Course, b: Course): number => {
    if (key === "title") return compareText(a.title, b.title);
    if (key === "price")
      return fault("courses-price-sorted-as-text")
        ? compareText(a.price, b.price)
        : toCents(a.price) - toCents(b.price);
    return compareText(a.startsOn, b.startsOn);
  };
  const found = [...academy.courses.values()].filter(wanted);
  if (fault("courses-desc-ties-reversed"))
    found.sort((a, b) => direction * (compare(a, b) || a.id - b.id));
  else found.sort((a, b) => direction * compare(a, b) || a.id - b.id);
  const page = found.slice(offset, offset + limit);
  const total = fault("courses-total-counts-page") ? page.length : found.length;
  return json(200, { items: page.map((c) => courseView(academy, c)), total, offset, limit });
}
