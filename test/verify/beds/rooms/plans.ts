import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { nothing, Refusal, type Answer } from "./answers.ts";
import type { Call } from "./calls.ts";
import { faulty } from "./faults.ts";
import { checkMediaType, isUnmodified, readBytes } from "./requests.ts";
import { findRoom } from "./rooms.ts";
import { plans, type Plan } from "./store.ts";

const MAX_PLAN = 1024 * 1024;

const tag = ({ type, bytes }: Plan): string => {
  const content = faulty("plan-tag-of-length") ? String(bytes.length) : bytes;
  return `"${createHash("sha256").update(type).update("\n").update(content).digest("base64url")}"`;
};

export function getFloorPlan(call: Call): Answer {
  const plan = plans.get(findRoom(call).id);
  if (plan === undefined) throw new Refusal(404, "The room has no floor plan.");
  if (isUnmodified(call.request, tag(plan))) return nothing(304, { ETag: tag(plan) });
  return { status: 200, headers: { "Content-Type": plan.type, ETag: tag(plan) }, body: plan.bytes };
}

/** The upload that came last. */
let latest: Plan;

export async function putFloorPlan(call: Call): Promise<Answer> {
  findRoom(call);
  const type = checkMediaType(call.request, ["image/png", "image/jpeg"]);
  const bytes = await readBytes(call.request, MAX_PLAN);
  latest = { type, bytes: faulty("plan-as-text") ? Buffer.from(bytes.toString()) : bytes };
  let plan = latest;
  if (faulty("uploads-mixed")) {
    await sleep(20);
    plan = latest;
  }
  const room = findRoom(call);
  const before = plans.get(room.id);
  isUnmodified(call.request, before && tag(before));
  plans.set(room.id, plan);
  return nothing(before === undefined ? 201 : 204, { ETag: tag(plan) });
}
