import { requireLead, teamOf } from "./access.ts";
import { BASE, checked, JSON_TYPE, param, readJson, requireType, sendJson } from "./calls.ts";
import type { Call } from "./calls.ts";
import { etagOf, isAnswered, requirePreconditions } from "./conditional.ts";
import { badParameter, notFound } from "./errors.ts";
import { isFault } from "./faults.ts";
import type { Category, Policy } from "./store.ts";
import * as is from "./validate.ts";

const CODE = /^[^\x00-\x20\x7F.][^\x00-\x1F\x7F]*$/;
const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const MAX_LIMIT = 100_000_000;

const categoryFields: is.Fields = {
  name: { check: is.text(1, 80) },
  active: { check: is.bool, fallback: () => true },
  monthlyLimit: { check: is.nullable(is.integer(0, MAX_LIMIT)), fallback: () => null },
};

const policyFields: is.Fields = {
  maxReportTotal: { check: is.nullable(is.integer(0, MAX_LIMIT)) },
  receiptRequiredFrom: { check: is.nullable(is.integer(0, MAX_LIMIT)) },
  instructions: { check: is.text(0, 500), fallback: () => "" },
  reminderDays: { check: is.set(is.oneOf(DAYS), 7), fallback: () => [] },
};

const viewOf = (code: string, category: Category) => ({ code, ...category });

function sendTagged(call: Call, view: object): void {
  const etag = etagOf(view);
  if (isAnswered(call, etag)) return;
  call.res.set("ETag", etag);
  sendJson(call, 200, view);
}

function codeIn(call: Call): string {
  const code = param(call, "code");
  return isFault("category-decoded-twice") ? decodeURIComponent(code) : code;
}

export function getCategory(call: Call): void {
  const team = teamOf(param(call, "teamId"));
  const code = codeIn(call);
  const category = team.categories.get(code);
  if (category === undefined) throw notFound("category");
  sendTagged(call, viewOf(code, category));
}

export function putCategory(call: Call): void {
  const team = teamOf(param(call, "teamId"));
  requireLead(call.user, team);
  const code = codeIn(call);
  if (!CODE.test(code) || is.lengthOf(code) > 40)
    throw badParameter("code", "must have 1 to 40 characters and start with no dot or space");
  requireType(call, JSON_TYPE);
  const earlier = team.categories.get(code);
  requirePreconditions(call, earlier && etagOf(viewOf(code, earlier)));
  const category = checked<Category>(readJson(call), categoryFields);
  team.categories.set(code, category);
  const isCreated = earlier === undefined && !isFault("category-created-as-200");
  if (isCreated)
    call.res.set("Location", `${BASE}/teams/${team.id}/categories/${encodeURIComponent(code)}`);
  sendJson(call, isCreated ? 201 : 200, viewOf(code, category));
}

const cached = new Map<string, { policy: Policy; until: number }>();

/** The policy is read with each form that is opened. */
function policyOf({ id, policy }: { id: string; policy: Policy }): Policy {
  const known = cached.get(id);
  if (known !== undefined && known.until > Date.now()) return known.policy;
  cached.set(id, { policy, until: Date.now() + 30_000 });
  return policy;
}

export function getPolicy(call: Call): void {
  const team = teamOf(param(call, "teamId"));
  sendTagged(call, isFault("policy-read-stale") ? policyOf(team) : team.policy);
}

export function putPolicy(call: Call): void {
  const team = teamOf(param(call, "teamId"));
  if (!isFault("foreign-policy-changed")) requireLead(call.user, team);
  requireType(call, JSON_TYPE);
  requirePreconditions(call, etagOf(team.policy));
  team.policy = checked<Policy>(readJson(call), policyFields);
  sendJson(call, 200, team.policy);
}
