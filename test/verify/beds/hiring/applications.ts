import { forgetLists } from "./candidates.ts";
import { fault } from "./faults.ts";
import { CLOSED_STAGES, hiredCount, jobOf, refuseArchived } from "./jobs.ts";
import { manyEnum, oneInteger, page, type Order } from "./query.ts";
import { applications, applicationsOf, candidates, commentsOf, newId, now } from "./store.ts";
import {
  BASE,
  conflict,
  invalid,
  notFound,
  type Application,
  type Context,
  type Job,
  type Route,
} from "./types.ts";
import { Checker, parseDateTime, type Members } from "./validate.ts";

const STAGES = ["applied", "screening", "interview", "offer", "hired", "rejected", "withdrawn"];
const MOVES: Record<string, string[]> = {
  applied: ["screening", "rejected", "withdrawn"],
  screening: ["interview", "rejected", "withdrawn"],
  interview: ["offer", "rejected", "withdrawn"],
  offer: ["hired", "rejected", "withdrawn"],
  hired: [],
  rejected: ["screening"],
  withdrawn: [],
};
const SCORE = /^[a-z][a-z_]{0,19}$/;
const FIRST = Date.UTC(2000, 0, 1);
const END = Date.UTC(2100, 0, 1);

const view = (a: Application) => {
  const { workspace, ...rest } = a;
  return {
    ...rest,
    candidateName: candidates.get(a.candidateId)!.fullName,
    commentCount: commentsOf(a.id).length,
  };
};

export const applicationOf = (ctx: Context, anyJob = false): Application => {
  const job = jobOf(ctx);
  const application = applications.get(ctx.params[1]!);
  if (!application || application.workspace !== ctx.workspace.id) throw notFound("Application");
  if (application.jobId !== job.id && !anyJob) throw notFound("Application");
  return application;
};

const byRating: Order<Application>[] = [
  { name: "appliedAt", key: (a) => a.appliedAt },
  { name: "rating", key: (a) => a.rating },
];

const list = (ctx: Context) => {
  const job = jobOf(ctx);
  const stages = manyEnum(ctx.query, "stage", STAGES);
  const minRating = oneInteger(ctx.query, "minRating", 1, 5);
  const rated = (a: Application) =>
    a.rating !== null &&
    (fault("applications-min-rating-exclusive") ? a.rating > minRating! : a.rating >= minRating!);
  const found = applicationsOf(job.id).filter((a) => {
    if (fault("applications-filters-ored") && stages.length > 0 && minRating !== undefined)
      return stages.includes(a.stage) || rated(a);
    return (
      (stages.length === 0 || stages.includes(a.stage)) && (minRating === undefined || rated(a))
    );
  });
  const scope = `applications ${job.id}`;
  const { data, meta } = page(ctx, found, {
    scope,
    orders: byRating,
    defaultSort: "-appliedAt",
    numeric: "rating",
  });
  return { status: 200, json: { data: data.map(view), meta } };
};

const create = (ctx: Context) => {
  const job = jobOf(ctx);
  const c = new Checker();
  const body = c.body(ctx.json());
  c.require(body, ["candidateId"]);
  const candidate =
    typeof body.candidateId === "string" ? candidates.get(body.candidateId) : undefined;
  const foreign =
    candidate?.workspace !== ctx.workspace.id && !fault("application-foreign-candidate");
  if (c.has(body, "candidateId") && (!candidate || foreign))
    c.add("candidateId", "is not a candidate");
  const rating =
    c.has(body, "rating") && body.rating !== null ? c.integer(body.rating, "rating", 1, 5) : null;
  const coverLetter =
    c.has(body, "coverLetter") && body.coverLetter !== null
      ? c.text(body.coverLetter, "coverLetter", 0, 10_000)
      : null;
  c.done();
  refuseArchived(job);
  const accepts =
    job.status === "open" || (fault("application-create-on-hold-job") && job.status === "on_hold");
  if (!accepts) throw conflict("job_not_open", "The job takes no applications");
  if (applicationsOf(job.id).some((a) => a.candidateId === candidate!.id)) {
    throw conflict("already_applied", "The candidate has applied for this job before");
  }
  const at = now();
  const application: Application = {
    id: newId("app"),
    workspace: ctx.workspace.id,
    jobId: job.id,
    candidateId: candidate!.id,
    stage: "applied",
    rating,
    coverLetter,
    nextInterviewAt: null,
    scores: {},
    averageScore: null,
    rejectionReason: null,
    stageHistory: [{ from: null, to: "applied", at }],
    appliedAt: at,
    updatedAt: at,
  };
  applications.set(application.id, application);
  forgetLists();
  const Location = `${BASE}/jobs/${job.id}/applications/${application.id}`;
  return { status: 201, headers: { Location }, json: { data: view(application) } };
};

const get = (ctx: Context) => ({
  status: 200,
  json: { data: view(applicationOf(ctx, fault("application-under-other-job"))) },
});

const readInterview = (c: Checker, value: unknown): string | null => {
  const at =
    typeof value === "string" ? parseDateTime(value, !fault("interview-offset-dropped")) : null;
  if (at === null) c.add("nextInterviewAt", "must be a date-time");
  else if (at < FIRST || at >= END) c.add("nextInterviewAt", "must lie in the years 2000 to 2099");
  else return new Date(at).toISOString();
  return null;
};

const average = (scores: Record<string, number>): number | null => {
  const values = Object.values(scores);
  if (values.length === 0) return null;
  return Math.round((values.reduce((sum, v) => sum + v, 0) / values.length) * 100) / 100;
};

const mergeScores = (
  c: Checker,
  value: unknown,
  before: Record<string, number>,
): Record<string, number> => {
  const merged: Record<string, number> = Object.assign(Object.create(null), before);
  const o = c.object(value, "scores");
  if (!o) return merged;
  for (const [name, v] of Object.entries(o)) {
    if (!SCORE.test(name)) c.add("scores", "names must be lower-case letters and underscores");
    else if (v === null) delete merged[name];
    else merged[name] = c.integer(v, `scores.${name}`, 1, 5);
  }
  if (Object.keys(merged).length > 8) c.add("scores", "must have at most 8 members");
  return merged;
};

const update = (ctx: Context) => {
  const application = applicationOf(ctx);
  const c = new Checker();
  const body = c.body(ctx.json());
  const changes: Partial<Application> = {};
  if (c.has(body, "rating"))
    changes.rating = body.rating === null ? null : c.integer(body.rating, "rating", 1, 5);
  else if (fault("application-patch-absent-clears-rating")) changes.rating = null;
  if (c.has(body, "coverLetter")) {
    changes.coverLetter =
      body.coverLetter === null ? null : c.text(body.coverLetter, "coverLetter", 0, 10_000);
  }
  if (c.has(body, "nextInterviewAt")) {
    changes.nextInterviewAt =
      body.nextInterviewAt === null ? null : readInterview(c, body.nextInterviewAt);
  }
  if (c.has(body, "scores")) {
    changes.scores = mergeScores(c, body.scores, application.scores);
    const sameOrFewer = Object.keys(changes.scores).length < Object.keys(application.scores).length;
    if (!(fault("application-average-stale") && sameOrFewer))
      changes.averageScore = average(changes.scores);
  }
  c.done();
  refuseArchived(jobOf(ctx));
  if (changes.nextInterviewAt && CLOSED_STAGES.includes(application.stage)) {
    throw conflict("application_closed", "The application is not active any more");
  }
  Object.assign(application, changes, { updatedAt: now() });
  return { status: 200, json: { data: view(application) } };
};

const readMove = (c: Checker, body: Members): { stage: string; reason: string | null } => {
  const stage = c.has(body, "stage") ? c.oneOf(body.stage, "stage", STAGES) : "";
  if (stage === "") c.add("stage", "is required");
  const reason = c.has(body, "reason") ? c.text(body.reason, "reason", 1, 500) : null;
  if (stage === "rejected" && reason === null) c.add("reason", "is required when rejecting");
  return { stage, reason };
};

const checkMove = (
  job: Job,
  application: Application,
  stage: string,
  hiredBefore: number,
): void => {
  if (!MOVES[application.stage]!.includes(stage)) {
    throw conflict(
      "invalid_transition",
      `An application cannot go from ${application.stage} to ${stage}`,
    );
  }
  const free = job.openings - hiredBefore;
  const full = fault("hire-beyond-openings") ? free < 0 : free <= 0;
  if (stage === "hired" && full) throw conflict("no_openings", "All openings of the job are taken");
};

const applyMove = (application: Application, stage: string, reason: string | null): void => {
  const at = now();
  application.stageHistory.push({ from: application.stage, to: stage, at });
  application.stage = stage;
  if (stage === "rejected" || !fault("reopen-keeps-reason"))
    application.rejectionReason = stage === "rejected" ? reason : null;
  if (CLOSED_STAGES.includes(stage)) application.nextInterviewAt = null;
  application.updatedAt = at;
};

const move = (ctx: Context) => {
  const application = applicationOf(ctx);
  const job = jobOf(ctx);
  const c = new Checker();
  const { stage, reason } = readMove(c, c.body(ctx.json()));
  c.done();
  refuseArchived(job);
  checkMove(job, application, stage, hiredCount(job));
  applyMove(application, stage, reason);
  return { status: 200, json: { data: view(application) } };
};

const bulkMove = (ctx: Context) => {
  const job = jobOf(ctx);
  const c = new Checker();
  const body = c.body(ctx.json());
  const { stage, reason } = readMove(c, body);
  c.require(body, ["applicationIds"]);
  const ids: unknown[] = Array.isArray(body.applicationIds) ? body.applicationIds : [];
  if (c.has(body, "applicationIds") && (ids.length < 1 || ids.length > 50))
    c.add("applicationIds", "must be an array of 1 to 50 items");
  if (new Set(ids).size < ids.length) c.add("applicationIds", "must not repeat an item");
  const chosen: Application[] = [];
  for (const [i, id] of ids.slice(0, 50).entries()) {
    const application = typeof id === "string" ? applications.get(id) : undefined;
    if (application?.jobId === job.id) chosen.push(application);
    else c.add(`applicationIds[${i}]`, "is not an application of this job");
  }
  if (c.details.length > 0) throw invalid(c.details);
  refuseArchived(job);
  const hired = hiredCount(job);
  for (const [i, application] of chosen.entries()) {
    checkMove(job, application, stage, hired + i);
    if (fault("bulk-move-partial")) applyMove(application, stage, reason);
  }
  if (!fault("bulk-move-partial"))
    for (const application of chosen) applyMove(application, stage, reason);
  return { status: 200, json: { data: chosen.map(view), meta: { moved: chosen.length } } };
};

const base = "/jobs/{jobId}/applications";
const one = (ctx: Context) => applicationOf(ctx);
export const applicationRoutes: Route[] = [
  { method: "GET", path: base, find: jobOf, run: list },
  { method: "POST", path: base, body: "json", find: jobOf, run: create },
  { method: "GET", path: `${base}/{applicationId}`, run: get },
  { method: "PATCH", path: `${base}/{applicationId}`, body: "json", find: one, run: update },
  { method: "POST", path: `${base}/{applicationId}/move`, body: "json", find: one, run: move },
  { method: "POST", path: "/jobs/{jobId}/bulk-moves", body: "json", find: jobOf, run: bulkMove },
];
