import { createHash } from "node:crypto";
import { academies, newId, nextCourseId } from "./store.ts";
import type { Academy, Course, Enrolment, Learner } from "./store.ts";

function academy(
  token: string,
  academyName: string,
  contactEmail: string,
  currency: string,
): Academy {
  const created: Academy = {
    token,
    settings: {
      academyName,
      contactEmail,
      passMark: 60,
      currency,
      invoiceFooter: null,
      notifications: { onEnrolment: true, onCancellation: true, digest: "weekly" },
      updatedAt: "2025-01-07T08:00:00.000Z",
    },
    courses: new Map(),
    learners: new Map(),
    enrolments: new Map(),
    materials: new Map(),
    replays: new Map(),
    queue: Promise.resolve(),
  };
  academies.push(created);
  return created;
}

function course(
  a: Academy,
  day: string,
  part: Partial<Course> & { title: string; startsOn: string },
): Course {
  const at = `${day}T09:00:00.000Z`;
  const c: Course = {
    id: nextCourseId(),
    description: null,
    level: "beginner",
    online: false,
    state: "published",
    endsOn: null,
    capacity: 12,
    price: "0.00",
    tags: [],
    prerequisiteId: null,
    createdAt: at,
    updatedAt: at,
    ...part,
  };
  a.courses.set(c.id, c);
  return c;
}

function learner(
  a: Academy,
  day: string,
  part: Partial<Learner> & { key: string; name: string; email: string },
): Learner {
  const at = `${day}T10:30:00.000Z`;
  const l: Learner = {
    phone: null,
    birthDate: null,
    newsletter: false,
    address: null,
    createdAt: at,
    updatedAt: at,
    ...part,
  };
  a.learners.set(l.key, l);
  return l;
}

function enrolment(
  a: Academy,
  day: string,
  c: Course,
  l: Learner,
  part: Partial<Enrolment> = {},
): void {
  const at = `${day}T14:15:00.000Z`;
  const e: Enrolment = {
    id: newId(),
    courseId: c.id,
    learnerKey: l.key,
    status: "active",
    discountPercent: 0,
    amount: c.price,
    score: null,
    passed: null,
    note: null,
    cancelledAt: null,
    createdAt: at,
    updatedAt: at,
    ...part,
  };
  a.enrolments.set(e.id, e);
}

export function seed(): void {
  const north = academy("north-4f7c1d", "Northside Academy", "office@northside.example", "EUR");
  const excel = course(north, "2025-01-10", {
    title: "Spreadsheets from scratch",
    description: "Cells, formulas and a first chart.",
    startsOn: "2025-03-03",
    endsOn: "2025-03-14",
    price: "149.00",
    tags: ["office", "evening"],
  });
  const excel2 = course(north, "2025-01-11", {
    title: "Spreadsheets for reporting",
    description: "Pivot tables; bring your own data.",
    level: "intermediate",
    startsOn: "2025-05-05",
    endsOn: "2025-05-09",
    price: "220.50",
    tags: ["office"],
    prerequisiteId: excel.id,
    capacity: 8,
  });
  const talk = course(north, "2025-01-15", {
    title: "Speaking in public",
    startsOn: "2025-04-01",
    capacity: 3,
    price: "95.00",
    tags: ["soft skills"],
  });
  course(north, "2025-02-02", {
    title: "Negotiation online",
    level: "advanced",
    online: true,
    startsOn: "2025-05-05",
    price: "1200.00",
    state: "draft",
  });
  course(north, "2025-02-03", {
    title: "First aid refresher",
    startsOn: "2025-02-20",
    endsOn: "2025-02-20",
    state: "closed",
    price: "95.00",
  });
  const anna = learner(north, "2025-01-20", {
    key: "N-1001",
    name: "Anna Bergström",
    email: "anna.b@example.org",
    birthDate: "1988-02-29",
    newsletter: true,
    address: { street: "Hamngatan 4", postcode: "111 47", city: "Stockholm", country: "SE" },
  });
  const bo = learner(north, "2025-01-21", {
    key: "N-1002",
    name: "Bo Lind",
    email: "Bo.Lind@example.org",
    phone: "+46 70 123 45 67",
  });
  const carl = learner(north, "2025-01-22", {
    key: "2025/17",
    name: "Bo Lind",
    email: "bo.lind2@example.org",
    birthDate: "1995-11-02",
  });
  enrolment(north, "2025-02-01", excel, anna, { status: "completed", score: 82, passed: true });
  enrolment(north, "2025-02-02", excel, bo, {
    status: "completed",
    score: 55,
    passed: false,
    discountPercent: 10,
    amount: "134.10",
  });
  enrolment(north, "2025-02-03", excel, carl, {
    status: "cancelled",
    cancelledAt: "2025-02-10T07:45:00.000Z",
    updatedAt: "2025-02-10T07:45:00.000Z",
  });
  enrolment(north, "2025-03-20", excel2, anna);
  enrolment(north, "2025-03-21", talk, bo, { note: "Needs a seat near the door" });
  const bytes = Buffer.from("Week 1: cells\r\nWeek 2: formulas\r\n");
  const id = newId();
  north.materials.set(id, {
    id,
    courseId: excel.id,
    title: "Outline",
    kind: "slides",
    fileName: "outline.txt",
    contentType: "text/plain; charset=utf-8",
    size: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    createdAt: "2025-02-11T12:00:00.000Z",
    bytes,
  });

  const south = academy("south-9b02ea", "Southgate Training", "hello@southgate.example", "GBP");
  const weld = course(south, "2025-01-05", {
    title: "Welding basics",
    description: "Two days in the workshop.",
    startsOn: "2025-06-02",
    endsOn: "2025-06-03",
    capacity: 6,
    price: "310.00",
    tags: ["workshop"],
  });
  course(south, "2025-01-06", {
    title: "Reading drawings",
    startsOn: "2025-06-10",
    online: true,
    price: "45.00",
  });
  const dina = learner(south, "2025-01-09", {
    key: "S1",
    name: "Dina Okafor",
    email: "dina@example.net",
    newsletter: true,
  });
  learner(south, "2025-01-10", { key: "S2", name: "Evan Pryce", email: "evan@example.net" });
  enrolment(south, "2025-02-12", weld, dina);
}
