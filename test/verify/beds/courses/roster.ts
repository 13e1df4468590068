import { fault } from "./faults.ts";
import { json } from "./http.ts";
import type { Context, Reply } from "./http.ts";
import { compareText, courseEnrolments, pause } from "./store.ts";
import { findCourse } from "./courses.ts";

/** The weight that an Accept header gives to a media type; the most specific range counts. */
function weight(accept: string, type: string): number {
  let best = -1;
  let q = 0;
  for (const item of accept.split(",")) {
    const [range = "", ...parameters] = item.split(";").map((p) => p.trim().toLowerCase());
    const rank = [`*/*`, `${type.split("/")[0]}/*`, type].indexOf(range);
    if (rank <= best) continue;
    best = rank;
    const given = parameters.find((p) => p.startsWith("q="));
    q = given === undefined ? 1 : Number(given.slice(2)) || 0;
  }
  return q;
}

function cell(value: string): string {
  if (!/[",\r\n]/.test(value)) return value;
  return `"${fault("roster-csv-quotes") ? value : value.replaceAll('"', '""')}"`;
}

export async function getRoster(ctx: Context): Promise<Reply> {
  const { academy } = ctx;
  await pause();
  const course = findCourse(academy, ctx.params[0]!);
  const rows = courseEnrolments(academy, course.id)
    .filter((e) => e.status !== "cancelled")
    .map((e) => {
      const learner = academy.learners.get(e.learnerKey)!;
      return {
        learnerKey: learner.key,
        name: learner.name,
        email: learner.email,
        status: e.status,
        score: e.score,
      };
    });
  rows.sort((a, b) => compareText(a.name, b.name) || compareText(a.learnerKey, b.learnerKey));
  const headers: Record<string, string> = fault("roster-vary-missing") ? {} : { Vary: "Accept" };
  const accept = ctx.req.headers.accept ?? "*/*";
  if (weight(accept, "text/csv") <= weight(accept, "application/json")) {
    return json(200, { courseId: course.id, title: course.title, rows }, headers);
  }
  const lines = rows.map((r) =>
    [r.learnerKey, r.name, r.email, r.status, r.score === null ? "" : String(r.score)]
      .map(cell)
      .join(","),
  );
  const body = ["learnerKey,name,email,status,score", ...lines].map((l) => `${l}\r\n`).join("");
  return {
    status: 200,
    headers: { "Content-Type": "text/csv; charset=utf-8; header=present", ...headers },
    body,
  };
}
