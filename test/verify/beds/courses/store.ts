import { randomUUID } from "node:crypto";

export type Level = "beginner" | "intermediate" | "advanced";
export type CourseState = "draft" | "published" | "closed";
export type EnrolmentStatus = "active" | "completed" | "cancelled";

export type Course = {
  id: number;
  title: string;
  description: string | null;
  level: Level;
  online: boolean;
  state: CourseState;
  startsOn: string;
  endsOn: string | null;
  capacity: number;
  price: string;
  tags: string[];
  prerequisiteId: number | null;
  createdAt: string;
  updatedAt: string;
};

export type Address = { street: string; postcode: string; city: string; country: string };

export type Learner = {
  key: string;
  name: string;
  email: string;
  phone: string | null;
  birthDate: string | null;
  newsletter: boolean;
  address: Address | null;
  createdAt: string;
  updatedAt: string;
};

export type Enrolment = {
  id: string;
  courseId: number;
  learnerKey: string;
  status: EnrolmentStatus;
  discountPercent: number;
  amount: string;
  score: number | null;
  passed: boolean | null;
  note: string | null;
  cancelledAt: string | null;
  createdAt: string;
  updatedAt: string;
};

export type Material = {
  id: string;
  courseId: number;
  title: string;
  kind: string;
  fileName: string;
  contentType: string;
  size: number;
  sha256: string;
  createdAt: string;
  bytes: Buffer;
};

export type Settings = {
  academyName: string;
  contactEmail: string;
  passMark: number;
  currency: string;
  invoiceFooter: string | null;
  notifications: { onEnrolment: boolean; onCancellation: boolean; digest: string };
  updatedAt: string;
};

export type Replay = { request: string; location: string; body: string };

export type Academy = {
  token: string;
  settings: Settings;
  courses: Map<number, Course>;
  learners: Map<string, Learner>;
  enrolments: Map<string, Enrolment>;
  materials: Map<string, Material>;
  replays: Map<string, Replay>;
  queue: Promise<unknown>;
};

export const academies: Academy[] = [];

let lastCourseId = 100;
export const nextCourseId = (): number => ++lastCourseId;
export const newId = (): string => randomUUID();

/** Stands for the round trip to a database. */
export const pause = (): Promise<void> => new Promise((done) => setTimeout(done, 2));

/** Stands for the opening of a transaction. */
const begin = (): Promise<void> => new Promise((done) => setTimeout(done, 12));

/** Changes of one academy run one after the other. */
export function exclusive<T>(academy: Academy, work: () => Promise<T>): Promise<T> {
  const run = academy.queue.then(begin).then(work);
  academy.queue = run.catch(() => undefined);
  return run;
}

export const now = (): string => new Date().toISOString();

/** A time later than the last change, even within the same millisecond. */
export const later = (previous: string): string =>
  new Date(Math.max(Date.now(), Date.parse(previous) + 1)).toISOString();

export const toCents = (decimal: string): number => Number(decimal.replace(".", ""));
export const toDecimal = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;

export function compareText(a: string, b: string): number {
  const left = [...a];
  const right = [...b];
  for (let i = 0; i < left.length && i < right.length; i++) {
    const d = left[i]!.codePointAt(0)! - right[i]!.codePointAt(0)!;
    if (d !== 0) return d;
  }
  return left.length - right.length;
}

export const courseEnrolments = (academy: Academy, courseId: number): Enrolment[] =>
  [...academy.enrolments.values()].filter((e) => e.courseId === courseId);

export const learnerEnrolments = (academy: Academy, key: string): Enrolment[] =>
  [...academy.enrolments.values()].filter((e) => e.learnerKey === key);

export const sumAmounts = (list: Enrolment[]): string =>
  toDecimal(list.reduce((sum, e) => sum + toCents(e.amount), 0));
