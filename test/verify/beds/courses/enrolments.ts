import { fault } from "./faults.ts";
import {
  academies,
  exclusive,
  later,
  learnerEnrolments,
  newId,
  now,
  pause,
  toCents,
  toDecimal,
} from "./store.ts";
import type { Academy, Enrolment } from "./store.ts";
import { BASE, badRequest, conflict, json, notFound, readJson } from "./http.ts";
import type { Context, Reply } from "./http.ts";
import { findCourse, seatsTaken } from "./courses.ts";
import { integer, matching, nullable, object, rejects, text } from "./validate.ts";
import type { Members, Shape } from "./validate.ts";
import { LEARNER_KEY } from "./learners.ts";

const newEnrolment: Shape = {
  learnerKey: { check: matching(LEARNER_KEY, 40), required: true },
  discountPercent: { check: integer(0, 100), default: 0 },
  note: { check: nullable(text(0, 500)), default: null },
};

const enrolmentChange: Shape = {
  score: { check: nullable(integer(0, 100)) },
  note: { check: nullable(text(0, 500)) },
};

export const enrolmentView = (e: Enrolment): Members => ({ ...e });

export function findEnrolment(academy: Academy, id: string): Enrolment {
  const enrolment = academy.enrolments.get(id);
  if (enrolment === undefined) throw notFound("enrolment");
  return enrolment;
}

function discounted(price: string, percent: number): string {
  const hundredths = toCents(price) * (100 - percent);
  return toDecimal(
    Math.floor(fault("enrolment-discount-floored") ? hundredths / 100 : (hundredths + 50) / 100),
  );
}

const sharedReplays: Academy["replays"] = new Map();

export async function createEnrolment(ctx: Context): Promise<Reply> {
  const { academy } = ctx;
  const early = findCourse(academy, ctx.params[0]!);
  const raw = await readJson(ctx.req);
  const key = ctx.req.headers["idempotency-key"] as string | undefined;
  if (key !== undefined && !/^[A-Za-z0-9_-]{1,64}$/.test(key))
    throw badRequest("Idempotency-Key does not have the right form.");
  const body = object(newEnrolment, raw, true);
  const request = JSON.stringify([early.id, body]);
  const replays = fault("enrolment-idempotency-across-academies") ? sharedReplays : academy.replays;
  const takenBefore = seatsTaken(academy, early);

  return exclusive(academy, async () => {
    const course = findCourse(academy, ctx.params[0]!);
    const replay = key === undefined ? undefined : replays.get(key);
    if (replay !== undefined && replay.request === request) {
      return {
        status: 201,
        headers: { "Content-Type": "application/json", Location: replay.location },
        body: replay.body,
      };
    }
    const learner = academy.learners.get(body.learnerKey as string);
    if (learner === undefined) {
      if (fault("enrolment-unknown-learner-404")) throw notFound("learner");
      throw rejects("learnerKey", "is not a learner of this academy");
    }
    if (replay !== undefined)
      throw conflict("idempotency_key_reused", "The key belongs to another request.");
    if (course.state !== "published")
      throw conflict("not_published", "The course is not published.");
    const earlier = learnerEnrolments(academy, learner.key);
    const blocking = fault("enrolment-cancelled-blocks")
      ? earlier
      : earlier.filter((e) => e.status !== "cancelled");
    if (blocking.some((e) => e.courseId === course.id))
      throw conflict("already_enrolled", "The learner is enrolled already.");
    const taken = fault("enrolment-oversell-race") ? takenBefore : seatsTaken(academy, course);
    if (taken >= course.capacity) throw conflict("course_full", "There is no seat left.");
    if (
      course.prerequisiteId !== null &&
      !earlier.some((e) => e.courseId === course.prerequisiteId && e.passed === true)
    ) {
      throw conflict("prerequisite_missing", "The learner has not passed the prerequisite.");
    }
    const at = now();
    const enrolment: Enrolment = {
      id: newId(),
      courseId: course.id,
      learnerKey: learner.key,
      status: "active",
      discountPercent: body.discountPercent as number,
      amount: discounted(course.price, body.discountPercent as number),
      score: null,
      passed: null,
      note: body.note as string | null,
      cancelledAt: null,
      createdAt: at,
      updatedAt: at,
    };
    academy.enrolments.set(enrolment.id, enrolment);
    const location = `${BASE}/enrolments/${enrolment.id}`;
    const reply = json(201, enrolmentView(enrolment), { Location: location });
    if (key !== undefined) replays.set(key, { request, location, body: reply.body as string });
    return reply;
  });
}

export async function getEnrolment(ctx: Context): Promise<Reply> {
  await pause();
  if (fault("enrolment-get-other-academy")) {
    for (const a of academies)
      if (a.enrolments.has(ctx.params[0]!))
        return json(200, enrolmentView(a.enrolments.get(ctx.params[0]!)!));
  }
  return json(200, enrolmentView(findEnrolment(ctx.academy, ctx.params[0]!)));
}

export async function updateEnrolment(ctx: Context): Promise<Reply> {
  const { academy } = ctx;
  findEnrolment(academy, ctx.params[0]!);
  const body = object(enrolmentChange, await readJson(ctx.req), false);
  return exclusive(academy, async () => {
    const enrolment = findEnrolment(academy, ctx.params[0]!);
    if (enrolment.status === "cancelled")
      throw conflict("enrolment_cancelled", "The enrolment is cancelled.");
    if (
      fault("enrolment-score-zero-ignored")
        ? body.score || body.score === null
        : body.score !== undefined
    ) {
      enrolment.score = body.score as number | null;
      enrolment.status = enrolment.score === null ? "active" : "completed";
      enrolment.passed =
        enrolment.score === null ? null : enrolment.score >= academy.settings.passMark;
    }
    if (body.note !== undefined) enrolment.note = body.note as string | null;
    if (!fault("enrolment-updated-at-still")) enrolment.updatedAt = later(enrolment.updatedAt);
    return json(200, enrolmentView(enrolment));
  });
}

export async function cancelEnrolment(ctx: Context): Promise<Reply> {
  const { academy } = ctx;
  return exclusive(academy, async () => {
    const enrolment = findEnrolment(academy, ctx.params[0]!);
    const refused = fault("enrolment-cancel-completed")
      ? ["cancelled"]
      : ["cancelled", "completed"];
    if (refused.includes(enrolment.status))
      throw conflict("not_active", `The enrolment is ${enrolment.status}.`);
    enrolment.status = "cancelled";
    enrolment.updatedAt = later(enrolment.updatedAt);
    enrolment.cancelledAt = enrolment.updatedAt;
    return json(200, enrolmentView(enrolment));
  });
}
