import { fault } from "./faults.ts";
import { contains, many, manyEnum, oneText, page, type Order } from "./query.ts";
import {
  applications,
  attachments,
  attachmentsOf,
  candidates,
  comments,
  jobs,
  newId,
  now,
  ofWorkspace,
  pause,
} from "./store.ts";
import {
  BASE,
  conflict,
  invalid,
  notFound,
  type Address,
  type Attachment,
  type Candidate,
  type Context,
  type Result,
  type Route,
} from "./types.ts";
import { Checker, textLength, type Members } from "./validate.ts";

const SOURCES = ["referral", "careers_page", "agency", "sourced"];
const EMAIL =
  /^[A-Za-z0-9_%+-]+(\.[A-Za-z0-9_%+-]+)*@[A-Za-z0-9]+(-[A-Za-z0-9]+)*(\.[A-Za-z0-9]+(-[A-Za-z0-9]+)*)+$/;
const PHONE = /^\+[1-9][0-9]{5,14}$/;

export const attachmentView = (a: Attachment) => {
  const { bytes, ...rest } = a;
  return rest;
};

const view = (candidate: Candidate) => {
  const { workspace, ...rest } = candidate;
  return {
    ...rest,
    applicationCount: [...applications.values()].filter((a) => a.candidateId === candidate.id)
      .length,
    attachments: attachmentsOf(candidate.id).map(attachmentView),
  };
};

export const candidateOf = (ctx: Context): Candidate => {
  const candidate = candidates.get(ctx.params[0]!);
  if (!candidate || candidate.workspace !== ctx.workspace.id) throw notFound("Candidate");
  return candidate;
};

type Input = Omit<Candidate, "id" | "workspace" | "createdAt" | "updatedAt">;

const readAddress = (c: Checker, value: unknown): Address | null => {
  const o = c.object(value, "address");
  if (!o) return null;
  for (const name of ["city", "country"])
    if (!c.has(o, name)) c.add(`address.${name}`, "is required");
  return {
    street:
      c.has(o, "street") && o.street !== null ? c.text(o.street, "address.street", 1, 120) : null,
    city: c.has(o, "city") ? c.text(o.city, "address.city", 1, 80) : "",
    country: c.has(o, "country") ? c.text(o.country, "address.country", 2, 2, /^[A-Z]{2}$/) : "",
  };
};

const readCustomFields = (c: Checker, value: unknown): Record<string, string> => {
  const fields = Object.create(null);
  const o = c.object(value, "customFields");
  if (!o) return fields;
  const entries = Object.entries(o);
  if (entries.length > 10) c.add("customFields", "must have at most 10 members");
  for (const [name, v] of entries.slice(0, 10)) {
    c.text(name, "customFields", 1, 40);
    fields[name] = c.text(v, `customFields.${name.toWellFormed()}`, 0, 200);
  }
  return fields;
};

const readInput = (body: Members): Input => {
  const c = new Checker();
  c.require(body, ["fullName", "email"]);
  const given = (name: string) => c.has(body, name);
  const nameLength = fault("candidate-name-utf16-length") ? (s: string) => s.length : textLength;
  const input: Input = {
    fullName: given("fullName")
      ? c.text(body.fullName, "fullName", 1, 120, undefined, nameLength)
      : "",
    email: given("email") ? c.text(body.email, "email", 3, 254, EMAIL) : "",
    phone: given("phone") && body.phone !== null ? c.text(body.phone, "phone", 1, 16, PHONE) : null,
    source: given("source") ? c.oneOf(body.source, "source", SOURCES) : "careers_page",
    tags: given("tags") ? c.list(body.tags, "tags", 20, 30) : [],
    address: given("address") && body.address !== null ? readAddress(c, body.address) : null,
    consentToContact: given("consentToContact")
      ? c.boolean(body.consentToContact, "consentToContact")
      : false,
    customFields: given("customFields") ? readCustomFields(c, body.customFields) : {},
  };
  c.done();
  return input;
};

const emailTaken = (ctx: Context, email: string, self?: Candidate): boolean => {
  const exact = !self && fault("candidate-email-case-sensitive");
  const key = (s: string) => (exact ? s : s.toLowerCase());
  return ofWorkspace(candidates, ctx.workspace).some(
    (o) => o !== self && key(o.email) === key(email),
  );
};

const filtered = (ctx: Context): Candidate[] => {
  const tags = many(ctx.query, "tag");
  for (const tag of tags) {
    if (tag === "" || textLength(tag) > 30)
      throw invalid([{ field: "tag", message: "must have 1 to 30 characters" }]);
  }
  const sources = manyEnum(ctx.query, "source", SOURCES);
  const tagged = (o: Candidate) =>
    fault("candidates-tag-any") && tags.length > 0
      ? tags.some((tag) => o.tags.includes(tag))
      : tags.every((tag) => o.tags.includes(tag));
  return ofWorkspace(candidates, ctx.workspace).filter(
    (o) => tagged(o) && (sources.length === 0 || sources.includes(o.source)),
  );
};

const orders: Order<Candidate>[] = [
  { name: "createdAt", key: (o) => o.createdAt },
  { name: "fullName", key: (o) => o.fullName },
];

// Answers of the list, kept until some candidate changes.
const cache = new Map<string, Result>();
export const forgetLists = (): void => cache.clear();

const list = (ctx: Context): Result => {
  const key = JSON.stringify([...ctx.query]);
  const kept = fault("candidates-cache-shared") ? cache.get(key) : undefined;
  if (kept) return kept;
  const q = oneText(ctx.query, "q", 1, 100);
  const found = filtered(ctx).filter(
    (o) => q === undefined || contains(o.fullName, q) || contains(o.email, q),
  );
  const { data, meta } = page(ctx, found, {
    scope: "candidates",
    orders,
    defaultSort: "-createdAt",
  });
  const result = { status: 200, json: { data: data.map(view), meta } };
  if (fault("candidates-cache-shared")) cache.set(key, result);
  return result;
};

const create = async (ctx: Context) => {
  const c = new Checker();
  const input = readInput(c.body(ctx.json()));
  if (emailTaken(ctx, input.email))
    throw conflict("email_taken", "Another candidate has this e-mail address");
  if (fault("candidate-create-race")) await pause(25);
  const at = now();
  const candidate: Candidate = {
    id: newId("cand"),
    workspace: ctx.workspace.id,
    ...input,
    createdAt: at,
    updatedAt: at,
  };
  candidates.set(candidate.id, candidate);
  forgetLists();
  return {
    status: 201,
    headers: { Location: `${BASE}/candidates/${candidate.id}` },
    json: { data: view(candidate) },
  };
};

const get = (ctx: Context) => ({ status: 200, json: { data: view(candidateOf(ctx)) } });

const replace = (ctx: Context) => {
  const candidate = candidateOf(ctx);
  const c = new Checker();
  const body = c.body(ctx.json());
  const input = readInput(body);
  if (emailTaken(ctx, input.email, candidate))
    throw conflict("email_taken", "Another candidate has this e-mail address");
  if (fault("candidate-put-keeps-phone") && !c.has(body, "phone")) input.phone = candidate.phone;
  Object.assign(candidate, input);
  candidate.updatedAt = now();
  forgetLists();
  return { status: 200, json: { data: view(candidate) } };
};

const remove = (ctx: Context) => {
  const candidate = candidateOf(ctx);
  const own = [...applications.values()].filter((a) => a.candidateId === candidate.id);
  if (own.some((a) => a.stage === "hired") && !fault("candidate-delete-hired-allowed")) {
    throw conflict("candidate_hired", "The candidate has been hired");
  }
  for (const a of own) {
    for (const comment of comments.values())
      if (comment.applicationId === a.id) comments.delete(comment.id);
    jobs.get(a.jobId)!.removed++;
    applications.delete(a.id);
  }
  for (const a of attachmentsOf(candidate.id)) attachments.delete(a.id);
  candidates.delete(candidate.id);
  forgetLists();
  return { status: 204 };
};

const csvField = (s: string): string => {
  if (!/[",\r\n]/.test(s)) return s;
  return `"${fault("export-quotes-not-doubled") ? s : s.replaceAll('"', '""')}"`;
};

const COLUMNS = ["id", "fullName", "email", "phone", "source", "tags", "createdAt"];

const exportCsv = (ctx: Context) => {
  let rows = filtered(ctx).toSorted((a, b) =>
    a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id < b.id ? -1 : 1,
  );
  if (fault("export-first-page-only")) rows = rows.slice(0, 20);
  const lines = rows.map((o) => [
    o.id,
    o.fullName,
    o.email,
    o.phone ?? "",
    o.source,
    o.tags.join(";"),
    o.createdAt,
  ]);
  const text = [COLUMNS, ...lines].map((line) => `${line.map(csvField).join(",")}\r\n`).join("");
  return {
    status: 200,
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="candidates.csv"',
    },
    bytes: Buffer.from(text),
  };
};

export const candidateRoutes: Route[] = [
  { method: "GET", path: "/candidates", run: list },
  { method: "POST", path: "/candidates", body: "json", run: create },
  { method: "GET", path: "/candidates/{candidateId}", find: candidateOf, run: get },
  {
    method: "PUT",
    path: "/candidates/{candidateId}",
    body: "json",
    find: candidateOf,
    run: replace,
  },
  { method: "DELETE", path: "/candidates/{candidateId}", find: candidateOf, run: remove },
  { method: "GET", path: "/exports/candidates", run: exportCsv },
];
