import type { IncomingMessage, ServerResponse } from "node:http";
import { BASE, json, notFound, refusal, Refusal, send } from "./http.ts";
import type { Context, Reply } from "./http.ts";
import { academies } from "./store.ts";
import { createCourse, deleteCourse, getCourse, updateCourse } from "./courses.ts";
import { listCourses } from "./course-list.ts";
import { downloadMaterial, uploadMaterial } from "./materials.ts";
import { getRoster } from "./roster.ts";
import { cancelEnrolment, createEnrolment, getEnrolment, updateEnrolment } from "./enrolments.ts";
import { listEnrolments } from "./enrolment-list.ts";
import { deleteLearner, getLearner, listLearners, putLearner } from "./learners.ts";
import { getSettings, updateSettings } from "./settings.ts";

type Handler = (ctx: Context) => Promise<Reply>;

// An asterisk stands for one segment of the path.
const routes: [string, Record<string, Handler>][] = [
  ["courses", { GET: listCourses, POST: createCourse }],
  ["courses/*", { GET: getCourse, PATCH: updateCourse, DELETE: deleteCourse }],
  ["courses/*/materials", { POST: uploadMaterial }],
  ["courses/*/materials/*/content", { GET: downloadMaterial }],
  ["courses/*/roster", { GET: getRoster }],
  ["courses/*/enrolments", { POST: createEnrolment }],
  ["enrolments", { GET: listEnrolments }],
  ["enrolments/*", { GET: getEnrolment, PATCH: updateEnrolment }],
  ["enrolments/*/cancel", { POST: cancelEnrolment }],
  ["learners", { GET: listLearners }],
  ["learners/*", { GET: getLearner, PUT: putLearner, DELETE: deleteLearner }],
  ["settings", { GET: getSettings, PATCH: updateSettings }],
];

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function match(pattern: string, segments: string[]): string[] | undefined {
  const parts = pattern.split("/");
  if (parts.length !== segments.length) return undefined;
  const params: string[] = [];
  for (let i = 0; i < parts.length; i++) {
    if (parts[i] === "*") params.push(segments[i]!);
    else if (parts[i] !== segments[i]) return undefined;
  }
  return params;
}

async function route(req: IncomingMessage): Promise<Reply> {
  const [path = "", ...rest] = (req.url ?? "/").replace(/^https?:\/\/[^/?]*/i, "").split("?");
  if (!path.startsWith(`${BASE}/`)) throw notFound("path");
  const segments = path
    .slice(BASE.length + 1)
    .split("/")
    .map(decode);
  for (const [pattern, handlers] of routes) {
    const params = match(pattern, segments);
    if (params === undefined) continue;
    const method = req.method ?? "GET";
    const allow = [
      ...Object.keys(handlers).flatMap((m) => (m === "GET" ? ["GET", "HEAD"] : [m])),
      "OPTIONS",
    ].join(", ");
    if (method === "OPTIONS") {
      return {
        status: 204,
        headers: {
          Allow: allow,
          ...(handlers.PATCH === undefined ? {} : { "Accept-Patch": "application/json" }),
        },
      };
    }
    const effective = method === "HEAD" ? "GET" : method;
    if (!Object.hasOwn(handlers, effective))
      throw new Refusal(405, "method_not_allowed", `Allowed are ${allow}.`, undefined, {
        Allow: allow,
      });
    const token = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(req.headers.authorization ?? "");
    const academy = token === null ? undefined : academies.find((a) => a.token === token[1]);
    if (academy === undefined) {
      throw new Refusal(401, "unauthorized", "A valid bearer token is needed.", undefined, {
        "WWW-Authenticate": 'Bearer realm="academy"',
      });
    }
    return handlers[effective]!({ req, method: effective, academy, params, query: rest.join("?") });
  }
  throw notFound("path");
}

export async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
  let reply: Reply;
  try {
    reply = await route(req);
  } catch (e) {
    if (e instanceof Refusal) reply = refusal(e);
    else {
      process.stderr.write(`${(e as Error).stack}\n`);
      reply = json(500, { code: "internal", message: "Something went wrong." });
    }
  }
  try {
    send(req, res, reply);
  } catch (e) {
    process.stderr.write(`${(e as Error).stack}\n`);
    res.destroy();
  }
}
