import { fault } from "./faults.ts";
import { badRequest, BASE, conflict, json, notFound, readJson } from "./http.ts";
import type { Context, Reply } from "./http.ts";
import { preconditions } from "./conditional.ts";
import { contains, Query } from "./query.ts";
import {
  compareText,
  exclusive,
  later,
  learnerEnrolments,
  now,
  pause,
  sumAmounts,
} from "./store.ts";
import type { Academy, Learner } from "./store.ts";
import { boolean, date, EMAIL, matching, nullable, object, text } from "./validate.ts";
import type { Members, Shape } from "./validate.ts";

export const LEARNER_KEY = /^[A-Za-z0-9][A-Za-z0-9 ._@+/-]{0,39}$/;

const address: Shape = {
  street: { check: text(1, 200), required: true },
  postcode: { check: text(1, 20), required: true },
  city: { check: text(1, 100), required: true },
  country: { check: matching(/^[A-Z]{2}$/, 2), required: true },
};

const learnerInput: Shape = {
  name: { check: text(1, 255), required: true },
  email: { check: matching(EMAIL, 254), required: true },
  phone: { check: nullable(text(1, 40)), default: null },
  birthDate: { check: nullable(date), default: null },
  newsletter: { check: boolean, default: false },
  address: { check: nullable((v, field) => object(address, v, true, `${field}.`)), default: null },
};

function findLearner(academy: Academy, key: string): Learner {
  const learner = academy.learners.get(key);
  if (learner === undefined) throw notFound("learner");
  return learner;
}

function learnerView(academy: Academy, l: Learner): Members {
  const enrolments = learnerEnrolments(academy, l.key).filter((e) => e.status !== "cancelled");
  return {
    key: l.key,
    name: l.name,
    email: l.email,
    phone: l.phone,
    birthDate: l.birthDate,
    newsletter: l.newsletter,
    address: l.address,
    enrolmentCount: enrolments.length,
    totalAmount: sumAmounts(enrolments),
    createdAt: l.createdAt,
    updatedAt: l.updatedAt,
  };
}

const SORTS = ["name", "-name", "createdAt", "-createdAt"];

function readCursor(query: Query, sort: string): { value: string; key: string } | undefined {
  const raw = query.raw("cursor");
  if (raw === undefined) return undefined;
  try {
    const [order, value, key] = JSON.parse(Buffer.from(raw, "base64url").toString("utf8"));
    if (order === sort && typeof value === "string" && typeof key === "string")
      return { value, key };
  } catch {
    // falls through to the refusal
  }
  throw badRequest("cursor is not one of this list.", "cursor");
}

export async function listLearners(ctx: Context): Promise<Reply> {
  const query = new Query(ctx.query);
  const q = query.text("q", 100);
  const newsletter = query.boolean("newsletter");
  const bornFrom = query.date("bornFrom");
  const bornTo = query.date("bornTo");
  const sort = query.oneOf("sort", SORTS) ?? "name";
  const limit = query.integer("limit", 1, 100) ?? 20;
  const cursor = readCursor(query, sort);
  await pause();

  const direction = sort.startsWith("-") ? -1 : 1;
  const valueOf = (l: Learner): string => (sort.endsWith("name") ? l.name : l.createdAt);
  const found = [...ctx.academy.learners.values()].filter(
    (l) =>
      (q === undefined || contains(l.name, q) || contains(l.email, q)) &&
      (newsletter === undefined || l.newsletter === newsletter) &&
      (bornFrom === undefined || (l.birthDate !== null && l.birthDate >= bornFrom)) &&
      (bornTo === undefined || (l.birthDate !== null && l.birthDate <= bornTo)),
  );
  found.sort(
    (a, b) => direction * compareText(valueOf(a), valueOf(b)) || compareText(a.key, b.key),
  );
  const rest =
    cursor === undefined
      ? found
      : found.filter((l) => {
          const d = direction * compareText(valueOf(l), cursor.value);
          return (
            d > 0 ||
            (d === 0 && compareText(l.key, cursor.key) > 0 && !fault("learners-cursor-skips-ties"))
          );
        });
  const page = rest.slice(0, limit);
  const more = fault("learners-cursor-after-last") ? page.length === limit : rest.length > limit;
  const last = page[page.length - 1];
  const nextCursor = more
    ? Buffer.from(JSON.stringify([sort, valueOf(last!), last!.key])).toString("base64url")
    : null;
  return json(200, { items: page.map((l) => learnerView(ctx.academy, l)), nextCursor });
}

export async function getLearner(ctx: Context): Promise<Reply> {
  await pause();
  const key = fault("learner-key-plus-as-space")
    ? ctx.params[0]!.replaceAll("+", " ")
    : ctx.params[0]!;
  const learner = findLearner(ctx.academy, key);
  return preconditions(ctx, true, null) ?? json(200, learnerView(ctx.academy, learner));
}

export async function putLearner(ctx: Context): Promise<Reply> {
  const { academy } = ctx;
  const key = ctx.params[0]!;
  const raw = await readJson(ctx.req);
  if (!LEARNER_KEY.test(key)) throw badRequest("The key does not have the right form.");
  return exclusive(academy, async () => {
    const old = academy.learners.get(key);
    preconditions(ctx, old !== undefined, null);
    const keepsAbsent = old !== undefined && fault("learner-put-merges");
    const body = object(learnerInput, raw, !keepsAbsent);
    const fold = (email: unknown): string =>
      fault("learner-put-email-case") ? String(email) : String(email).toLowerCase();
    for (const other of academy.learners.values()) {
      if (other.key !== key && fold(other.email) === fold(body.email))
        throw conflict("email_taken", "Another learner has this e-mail address.");
    }
    const at = old === undefined ? now() : later(old.updatedAt);
    const learner = {
      ...(keepsAbsent ? old : {}),
      key,
      ...body,
      createdAt: old === undefined ? at : old.createdAt,
      updatedAt: at,
    } as Learner;
    academy.learners.set(key, learner);
    if (old !== undefined) return json(200, learnerView(academy, learner));
    return json(201, learnerView(academy, learner), {
      Location: `${BASE}/learners/${encodeURIComponent(key)}`,
    });
  });
}

export async function deleteLearner(ctx: Context): Promise<Reply> {
  const { academy } = ctx;
  return exclusive(academy, async () => {
    const learner = findLearner(academy, ctx.params[0]!);
    preconditions(ctx, true, null);
    const enrolments = learnerEnrolments(academy, learner.key);
    if (enrolments.some((e) => e.status === "active"))
      throw conflict("active_enrolments", "The learner is still enrolled.");
    if (!fault("learner-delete-leaves-enrolments"))
      for (const e of enrolments) academy.enrolments.delete(e.id);
    academy.learners.delete(learner.key);
    return { status: 204 };
  });
}
