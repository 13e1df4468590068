import { fault } from "./faults.ts";
import { contains, manyEnum, oneDate, oneEnum, oneText, page, type Order } from "./query.ts";
import { applicationsOf, jobs, newId, now, ofWorkspace } from "./store.ts";
import {
  BASE,
  conflict,
  invalid,
  notFound,
  type Context,
  type Job,
  type Route,
  type Salary,
} from "./types.ts";
import { Checker, type Members } from "./validate.ts";

export const STATUSES = ["draft", "open", "on_hold", "closed"];
const DEPARTMENTS = ["engineering", "design", "sales", "support", "operations"];
const TYPES = ["full_time", "part_time", "contract", "internship"];
const TRANSITIONS: Record<string, string[]> = {
  draft: ["open"],
  open: ["on_hold", "closed"],
  on_hold: ["open", "closed"],
  closed: ["open"],
};
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const CURRENCY = /^[A-Z]{3}$/;
export const CLOSED_STAGES = ["hired", "rejected", "withdrawn"];

export const hiredCount = (job: Job): number =>
  applicationsOf(job.id).filter((a) => a.stage === "hired").length;

const view = (job: Job) => {
  const { workspace, removed, ...rest } = job;
  const all = applicationsOf(job.id);
  const gone = fault("candidate-delete-counts-stale") ? removed : 0;
  return {
    ...rest,
    applicationCount: all.length + gone,
    activeCount: all.filter((a) => !CLOSED_STAGES.includes(a.stage)).length,
    hiredCount: hiredCount(job),
  };
};

export const jobOf = (ctx: Context): Job => {
  const job = jobs.get(ctx.params[0]!);
  if (!job || job.workspace !== ctx.workspace.id) throw notFound("Job");
  return job;
};

export const refuseArchived = (job: Job): void => {
  if (job.archivedAt !== null) throw conflict("job_archived", "The job is archived");
};

const slugTaken = (ctx: Context, slug: string, self?: Job): boolean =>
  ofWorkspace(jobs, ctx.workspace).some((j) => {
    if (!self && fault("job-slug-archived-reused") && j.archivedAt !== null) return false;
    return j !== self && j.slug === slug;
  });

const deriveSlug = (ctx: Context, title: string): string => {
  const lower = title.replace(/[A-Z]/g, (c) => c.toLowerCase()).replace(/[^a-z0-9]+/g, "-");
  const cut = (n: number) => lower.replace(/^-/, "").slice(0, n).replace(/-$/, "") || "job";
  let slug = cut(60);
  for (let n = 2; slugTaken(ctx, slug); n++) slug = `${cut(60 - `-${n}`.length)}-${n}`;
  return slug;
};

const TEXTS: Record<"title" | "description", [number, number]> = {
  title: [1, 120],
  description: [0, 5000],
};

// The members that a create and an update have in common; absent members stay away.
const readCommon = (c: Checker, body: Members): Partial<Job> => {
  const out: Partial<Job> = {};
  if (c.has(body, "title")) out.title = c.text(body.title, "title", ...TEXTS.title);
  if (c.has(body, "slug")) out.slug = c.text(body.slug, "slug", 1, 60, SLUG);
  if (c.has(body, "department"))
    out.department = c.oneOf(body.department, "department", DEPARTMENTS);
  if (c.has(body, "employmentType"))
    out.employmentType = c.oneOf(body.employmentType, "employmentType", TYPES);
  if (c.has(body, "openings")) out.openings = c.integer(body.openings, "openings", 1, 99);
  if (c.has(body, "skills")) out.skills = c.list(body.skills, "skills", 10, 30);
  const given = (name: string) => c.has(body, name) && body[name] !== null;
  if (given("description"))
    out.description = c.text(body.description, "description", ...TEXTS.description);
  else if (c.has(body, "description")) out.description = null;
  if (given("closesOn")) out.closesOn = c.date(body.closesOn, "closesOn");
  else if (c.has(body, "closesOn")) out.closesOn = null;
  return out;
};

const readSalary = (c: Checker, value: unknown, before: Salary | null): Salary | null => {
  if (value === null) return null;
  const o = c.object(value, "salary");
  if (!o) return null;
  const salary: Salary = before ? { ...before } : { min: 0, max: 0, currency: "EUR" };
  for (const name of ["min", "max"] as const) {
    if (c.has(o, name)) salary[name] = c.integer(o[name], `salary.${name}`, 0, 10_000_000);
    else if (!before) c.add(`salary.${name}`, "is required");
  }
  if (c.has(o, "currency")) salary.currency = c.text(o.currency, "salary.currency", 3, 3, CURRENCY);
  return salary;
};

const checkSalary = (c: Checker, salary: Salary | null): void => {
  if (c.details.length === 0 && salary && salary.min > salary.max)
    c.add("salary.max", "must not be below salary.min");
};

const orders: Order<Job>[] = [
  { name: "createdAt", key: (j) => j.createdAt },
  { name: "title", key: (j) => j.title },
];

const list = (ctx: Context) => {
  const q = oneText(ctx.query, "q", 1, 100);
  let statuses = manyEnum(ctx.query, "status", STATUSES);
  if (fault("jobs-status-last-value")) statuses = statuses.slice(-1);
  const department = oneEnum(ctx.query, "department", DEPARTMENTS);
  const archived = oneEnum(ctx.query, "archived", ["true", "false"]) === "true";
  const from = oneDate(ctx.query, "createdFrom");
  const to = oneDate(ctx.query, "createdTo");
  if (from && to && to < from)
    throw invalid([{ field: "createdTo", message: "must not be before createdFrom" }]);
  const upTo = (at: string) =>
    fault("jobs-created-to-exclusive") ? at <= `${to}T00:00:00.000Z` : at.slice(0, 10) <= to!;
  const found = ofWorkspace(jobs, ctx.workspace).filter(
    (j) =>
      (j.archivedAt !== null) === archived &&
      (q === undefined || contains(j.title, q) || contains(j.description ?? "", q)) &&
      (statuses.length === 0 || statuses.includes(j.status)) &&
      (department === undefined || j.department === department) &&
      (from === undefined || j.createdAt.slice(0, 10) >= from) &&
      (to === undefined || upTo(j.createdAt)),
  );
  const { data, meta } = page(ctx, found, { scope: "jobs", orders, defaultSort: "-createdAt" });
  return { status: 200, json: { data: data.map(view), meta } };
};

const create = (ctx: Context) => {
  const c = new Checker();
  const body = c.body(ctx.json());
  c.require(body, ["title", "department"]);
  const common = readCommon(c, body);
  const salary = c.has(body, "salary") ? readSalary(c, body.salary, null) : null;
  const status = c.has(body, "status")
    ? c.oneOf(body.status, "status", ["draft", "open"])
    : "draft";
  if (!fault("job-create-salary-range-unchecked")) checkSalary(c, salary);
  c.done();
  if (common.slug !== undefined && slugTaken(ctx, common.slug))
    throw conflict("slug_taken", "Another job has this slug");
  const at = now();
  const job: Job = {
    id: newId("job"),
    workspace: ctx.workspace.id,
    slug: common.slug ?? deriveSlug(ctx, common.title!),
    title: common.title!,
    department: common.department!,
    description: common.description ?? null,
    status,
    employmentType: common.employmentType ?? "full_time",
    openings: common.openings ?? 1,
    salary,
    closesOn: common.closesOn ?? null,
    skills: common.skills ?? [],
    archivedAt: null,
    createdAt: at,
    updatedAt: at,
    removed: 0,
  };
  jobs.set(job.id, job);
  const Location = `${fault("job-location-without-base") ? "" : BASE}/jobs/${job.id}`;
  return { status: 201, headers: { Location }, json: { data: view(job) } };
};

const get = (ctx: Context) => {
  const job = fault("job-visible-to-other-workspace") ? jobs.get(ctx.params[0]!) : jobOf(ctx);
  if (!job) throw notFound("Job");
  return { status: 200, json: { data: view(job) }, etagSource: etagSource(job) };
};

const etagSource = (job: Job) =>
  fault("job-etag-ignores-counts") ? `${job.id} ${job.updatedAt}` : undefined;

const update = (ctx: Context) => {
  const job = jobOf(ctx);
  const c = new Checker();
  const body = c.body(ctx.json());
  const changes = readCommon(c, body);
  if (fault("job-patch-null-ignored")) {
    if (changes.description === null) delete changes.description;
    if (changes.closesOn === null) delete changes.closesOn;
  }
  if (c.has(body, "status")) changes.status = c.oneOf(body.status, "status", STATUSES);
  if (c.has(body, "salary")) {
    changes.salary = readSalary(c, body.salary, job.salary);
    checkSalary(c, changes.salary);
  }
  c.done();
  refuseArchived(job);
  if (changes.slug !== undefined && slugTaken(ctx, changes.slug, job))
    throw conflict("slug_taken", "Another job has this slug");
  if (changes.openings !== undefined && changes.openings < hiredCount(job)) {
    throw conflict("openings_below_hired", "More people are hired already");
  }
  if (fault("job-patch-half-applied")) Object.assign(job, { ...changes, status: job.status });
  if (
    changes.status !== undefined &&
    changes.status !== job.status &&
    !TRANSITIONS[job.status]!.includes(changes.status)
  ) {
    throw conflict("invalid_transition", `A job cannot go from ${job.status} to ${changes.status}`);
  }
  Object.assign(job, changes);
  if (!fault("job-patch-updated-at-stuck")) job.updatedAt = now();
  return { status: 200, json: { data: view(job) }, etagSource: etagSource(job) };
};

const archive = (ctx: Context) => {
  const job = jobOf(ctx);
  if (job.archivedAt === null || fault("archive-again-moves-date")) {
    job.archivedAt = now();
    job.updatedAt = job.archivedAt;
  }
  return { status: 204 };
};

const restore = (ctx: Context) => {
  const job = jobOf(ctx);
  if (job.archivedAt === null) throw conflict("not_archived", "The job is not archived");
  job.archivedAt = null;
  job.updatedAt = now();
  if (fault("restore-resets-status")) job.status = "draft";
  return { status: 200, json: { data: view(job) } };
};

export const jobRoutes: Route[] = [
  { method: "GET", path: "/jobs", run: list },
  { method: "POST", path: "/jobs", body: "json", run: create },
  { method: "GET", path: "/jobs/{jobId}", find: jobOf, run: get },
  { method: "PATCH", path: "/jobs/{jobId}", body: "json", find: jobOf, run: update },
  { method: "DELETE", path: "/jobs/{jobId}", find: jobOf, run: archive },
  { method: "POST", path: "/jobs/{jobId}/restore", find: jobOf, run: restore },
];
