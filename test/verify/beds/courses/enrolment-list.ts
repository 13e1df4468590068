import { fault } from "./faults.ts";
import { BASE, json } from "./http.ts";
import type { Context, Reply } from "./http.ts";
import { Query } from "./query.ts";
import { compareText, pause } from "./store.ts";
import type { Enrolment } from "./store.ts";
import { enrolmentView } from "./enrolments.ts";
import { LEARNER_KEY } from "./learners.ts";

const FILTERS = [
  "courseId",
  "learnerKey",
  "status",
  "passed",
  "minScore",
  "maxScore",
  "sort",
  "perPage",
];

export async function listEnrolments(ctx: Context): Promise<Reply> {
  const query = new Query(ctx.query);
  const courseId = query.integer("courseId", 1, Number.MAX_SAFE_INTEGER);
  const learnerKey = query.pattern("learnerKey", LEARNER_KEY);
  const status = query.someOf("status", ["active", "completed", "cancelled"]);
  const passed = query.boolean("passed");
  const minScore = query.integer("minScore", 0, 100);
  const maxScore = query.integer("maxScore", 0, 100);
  const sort = query.oneOf("sort", ["createdAt", "-createdAt", "score", "-score"]) ?? "-createdAt";
  const page = query.integer("page", 1, 100_000) ?? 1;
  const perPage = query.integer("perPage", 1, 100) ?? 20;
  await pause();

  const atLeast = (score: number | null, min: number): boolean => {
    if (fault("enrolments-min-zero-ignored") && !min) return true;
    return score !== null && score >= min;
  };
  const found = [...ctx.academy.enrolments.values()].filter(
    (e) =>
      (courseId === undefined || e.courseId === courseId) &&
      (learnerKey === undefined || e.learnerKey === learnerKey) &&
      (status === undefined || status.includes(e.status)) &&
      (passed === undefined || e.passed === passed) &&
      (minScore === undefined || atLeast(e.score, minScore)) &&
      (maxScore === undefined || (e.score !== null && e.score <= maxScore)),
  );
  const direction = sort.startsWith("-") ? -1 : 1;
  const compare = (a: Enrolment, b: Enrolment): number => {
    if (!sort.endsWith("score")) return direction * compareText(a.createdAt, b.createdAt);
    if (a.score === null || b.score === null)
      return Number(a.score === null) - Number(b.score === null);
    return direction * (a.score - b.score);
  };
  found.sort((a, b) => compare(a, b) || compareText(a.id, b.id));

  const link = (number: number, rel: string): string => {
    const parts = FILTERS.filter((name) => query.raw(name) !== undefined).map(
      (name) => `${name}=${encodeURIComponent(query.raw(name)!)}`,
    );
    const kept = fault("enrolments-link-drops-filters") ? [`perPage=${perPage}`] : parts;
    return `<${BASE}/enrolments?${[...kept, `page=${number}`].join("&")}>; rel="${rel}"`;
  };
  const links: string[] = [];
  if (page * perPage < found.length) links.push(link(page + 1, "next"));
  if (page > 1) links.push(link(page - 1, "prev"));
  const headers: Record<string, string> = { "X-Total-Count": String(found.length) };
  if (links.length > 0) headers.Link = links.join(", ");
  return json(200, found.slice((page - 1) * perPage, page * perPage).map(enrolmentView), headers);
}
