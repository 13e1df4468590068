import { fault } from "./faults.ts";
import { BASE, conflict, json, notFound, readJson } from "./http.ts";
import type { Context, Reply } from "./http.ts";
import { preconditions, tagOf } from "./conditional.ts";
import {
  academies,
  courseEnrolments,
  exclusive,
  later,
  nextCourseId,
  now,
  pause,
  sumAmounts,
} from "./store.ts";
import type { Academy, Course } from "./store.ts";
import { materialView, materialsOf } from "./materials.ts";
import {
  boolean,
  date,
  integer,
  lengthOf,
  matching,
  nullable,
  object,
  oneOf,
  PRICE,
  rejects,
  text,
  uniqueList,
} from "./validate.ts";
import type { Members, Shape } from "./validate.ts";

export const LEVELS = ["beginner", "intermediate", "advanced"];
export const STATES = ["draft", "published", "closed"];
const TRANSITIONS: Record<string, string[]> = {
  draft: ["published"],
  published: ["closed"],
  closed: ["published"],
};

const utf16 = (t: string): number => t.length;

const newCourse: Shape = {
  title: {
    check: text(1, 255, fault("course-create-title-utf16") ? utf16 : lengthOf),
    required: true,
  },
  description: { check: nullable(text(0, 2000)), default: null },
  level: { check: oneOf(...LEVELS), default: "beginner" },
  online: { check: boolean, default: false },
  startsOn: { check: date, required: true },
  endsOn: { check: nullable(date), default: null },
  capacity: { check: integer(1, 500), required: true },
  price: { check: matching(PRICE, 8), default: "0.00" },
  tags: { check: uniqueList(10, text(1, 30)), default: [] },
  prerequisiteId: { check: nullable(integer(1, Number.MAX_SAFE_INTEGER)), default: null },
};

const courseChange: Shape = {
  ...newCourse,
  title: { check: text(1, 255) },
  state: { check: oneOf(...STATES) },
};

export function findCourse(academy: Academy, id: string): Course {
  const course = /^[1-9][0-9]{0,15}$/.test(id) ? academy.courses.get(Number(id)) : undefined;
  if (course === undefined) throw notFound("course");
  return course;
}

export function seatsTaken(academy: Academy, course: Course): number {
  return courseEnrolments(academy, course.id).filter((e) => e.status !== "cancelled").length;
}

function average(scores: number[]): number | null {
  if (scores.length === 0) return null;
  const sum = scores.reduce((a, b) => a + b, 0);
  const tenths = (sum * 10) / scores.length;
  return (fault("course-average-floored") ? Math.floor(tenths) : Math.round(tenths)) / 10;
}

export function courseView(academy: Academy, c: Course): Members {
  const enrolments = courseEnrolments(academy, c.id).filter((e) => e.status !== "cancelled");
  return {
    id: c.id,
    title: c.title,
    description: c.description,
    level: c.level,
    online: c.online,
    state: c.state,
    startsOn: c.startsOn,
    endsOn: c.endsOn,
    capacity: c.capacity,
    price: c.price,
    tags: c.tags,
    prerequisiteId: c.prerequisiteId,
    enrolledCount: enrolments.length,
    seatsLeft: c.capacity - enrolments.length,
    revenue: sumAmounts(enrolments),
    averageScore: average(enrolments.flatMap((e) => (e.score === null ? [] : [e.score]))),
    materials: materialsOf(academy, c.id).map(materialView),
    createdAt: c.createdAt,
    updatedAt: c.updatedAt,
  };
}

function courseTag(academy: Academy, c: Course): string {
  if (fault("course-etag-ignores-enrolments")) return tagOf(`${c.id} ${c.updatedAt}`);
  return tagOf(JSON.stringify(courseView(academy, c)));
}

function checkReferences(academy: Academy, c: Course, creating: boolean): void {
  const unchecked = creating && fault("course-create-end-before-start");
  if (c.endsOn !== null && c.endsOn < c.startsOn && !unchecked)
    throw rejects("endsOn", "is before startsOn");
  if (c.prerequisiteId !== null) {
    const scope = creating && fault("course-create-foreign-prerequisite") ? academies : [academy];
    const known = scope.some((a) => a.courses.has(c.prerequisiteId!));
    if (!known || c.prerequisiteId === c.id)
      throw rejects("prerequisiteId", "is not another course");
  }
}

export async function createCourse(ctx: Context): Promise<Reply> {
  const body = object(newCourse, await readJson(ctx.req), true);
  return exclusive(ctx.academy, async () => {
    const at = now();
    const course = { id: 0, state: "draft", ...body, createdAt: at, updatedAt: at } as Course;
    checkReferences(ctx.academy, course, true);
    course.id = nextCourseId();
    ctx.academy.courses.set(course.id, course);
    const base = fault("course-create-location-without-base") ? "" : BASE;
    return json(201, courseView(ctx.academy, course), {
      Location: `${base}/courses/${course.id}`,
      ETag: courseTag(ctx.academy, course),
    });
  });
}

export async function getCourse(ctx: Context): Promise<Reply> {
  await pause();
  const course = findCourse(ctx.academy, ctx.params[0]!);
  const etag = courseTag(ctx.academy, course);
  return (
    preconditions(ctx, true, etag) ?? json(200, courseView(ctx.academy, course), { ETag: etag })
  );
}

export async function updateCourse(ctx: Context): Promise<Reply> {
  const { academy } = ctx;
  const early = findCourse(academy, ctx.params[0]!);
  const raw = await readJson(ctx.req);
  if (fault("course-patch-if-match-race")) preconditions(ctx, true, courseTag(academy, early));
  return exclusive(academy, async () => {
    const course = findCourse(academy, ctx.params[0]!);
    if (!fault("course-patch-if-match-race")) preconditions(ctx, true, courseTag(academy, course));
    const body = object(courseChange, raw, false);
    if (fault("course-patch-null-ignored")) {
      for (const member of Object.keys(body)) if (body[member] === null) delete body[member];
    }
    const changed = { ...course, ...body } as Course;
    checkReferences(academy, changed, false);
    if (
      changed.capacity < seatsTaken(academy, course) &&
      !fault("course-patch-capacity-below-enrolled")
    ) {
      throw conflict("capacity_too_small", "There are more enrolments than that.");
    }
    if (fault("course-patch-half-applied")) Object.assign(course, { ...body, state: course.state });
    if (changed.state !== course.state && !TRANSITIONS[course.state]!.includes(changed.state)) {
      throw conflict(
        "invalid_transition",
        `A ${course.state} course cannot become ${changed.state}.`,
      );
    }
    Object.assign(course, changed, { updatedAt: later(course.updatedAt) });
    return json(200, courseView(academy, course), { ETag: courseTag(academy, course) });
  });
}

export async function deleteCourse(ctx: Context): Promise<Reply> {
  const { academy } = ctx;
  return exclusive(academy, async () => {
    const course = findCourse(academy, ctx.params[0]!);
    if (!fault("course-delete-if-match-ignored"))
      preconditions(ctx, true, courseTag(academy, course));
    const enrolments = courseEnrolments(academy, course.id);
    if (enrolments.some((e) => e.status === "active"))
      throw conflict("active_enrolments", "Learners are still enrolled.");
    for (const e of enrolments) academy.enrolments.delete(e.id);
    for (const m of materialsOf(academy, course.id)) academy.materials.delete(m.id);
    academy.courses.delete(course.id);
    if (!fault("course-delete-dangling-prerequisite")) {
      for (const other of academy.courses.values())
        if (other.prerequisiteId === course.id) other.prerequisiteId = null;
    }
    return { status: 204 };
  });
}
