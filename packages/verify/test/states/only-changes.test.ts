import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = (schema: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } }`;

interface Said {
  readonly archive?: string;
  readonly restore?: string;
  readonly pin?: string;
}

/** Jobs that are archived by DELETE, and restored. */
const jobs = ({
  archive = "Archives a job.",
  restore = "Restores a job.",
  pin = "Pins a job.",
}: Said): string => `openapi: 3.1.0
info: { title: Jobs, version: "1" }
paths:
  /jobs:
    post:
      operationId: addJob
      requestBody: { required: true, ${json("NewJob")} }
      responses: { "201": { description: Made., ${json("Job")} } }
  /jobs/{jobId}:
    parameters: [{ name: jobId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: showJob
      responses: { "200": { description: It., ${json("Job")} }, "404": { description: None. } }
    patch:
      operationId: changeJob
      requestBody: { required: true, ${json("JobChange")} }
      responses:
        "200": { description: It., ${json("Job")} }
        "202": { description: Later. }
        "404": { description: None. }
        "409": { description: Not from this state. }
    delete:
      operationId: archiveJob
      description: ${JSON.stringify(archive)}
      responses: { "204": { description: Archived. }, "404": { description: None. } }
  /jobs/{jobId}/restore:
    parameters: [{ name: jobId, in: path, required: true, schema: { type: string } }]
    post:
      operationId: restoreJob
      description: ${JSON.stringify(restore)}
      responses:
        "200": { description: It., ${json("Job")} }
        "404": { description: None. }
        "409": { description: Not archived. }
  /jobs/{jobId}/pin:
    parameters: [{ name: jobId, in: path, required: true, schema: { type: string } }]
    post:
      operationId: pinJob
      description: ${JSON.stringify(pin)}
      responses: { "200": { description: It., ${json("Job")} }, "404": { description: None. } }
components:
  schemas:
    NewJob: { type: object, required: [title], properties: { title: { type: string, minLength: 1, example: Cook } } }
    JobChange:
      type: object
      properties:
        title: { type: string, minLength: 1, example: Cook }
        status: { type: string, enum: [draft, closed, open] }
    Job:
      type: object
      required: [id, title, status]
      properties:
        id: { type: string, readOnly: true }
        title: { type: string }
        status: { type: string, enum: [draft, closed, open] }
        archivedAt: { type: [string, "null"] }
        archivedBy: { type: [string, "null"] }
        updatedAt: { type: string }
        openedAt: { type: string }
        pinned: { type: boolean }
        version: { type: integer }
        views: { type: integer }
        meta: { type: object, properties: { updatedAt: { type: string } } }
`;

interface Job {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly archivedAt: string | null;
  readonly updatedAt: string;
  readonly [member: string]: unknown;
}

interface Habits {
  /** What a new job has besides. */
  readonly made?: Readonly<Record<string, unknown>>;
  readonly pin?: (job: Job) => Job;
  /** Returns what a further deletion leaves. */
  readonly archiveAgain?: (job: Job, now: string) => Job;
  readonly restore?: (job: Job, now: string) => Job;
  /** Returns what a refused change leaves. */
  readonly refuse?: (job: Job, body: Partial<Job>) => Job;
  readonly isLater?: boolean;
  readonly views?: boolean;
}

const restored = (job: Job, now: string): Job => ({ ...job, archivedAt: null, updatedAt: now });

function jobService(habits: Habits): (request: Request) => Promise<Response> {
  const { archiveAgain = (job) => job, restore = restored, refuse = (job) => job } = habits;
  const all = new Map<string, Job>();
  const later: (() => void)[] = [];
  let [clock, views] = [0, 0];
  return async (request) => {
    const [, , id = "", action] = new URL(request.url).pathname.split("/");
    const text = await request.text();
    const body = (text === "" ? {} : JSON.parse(text)) as Partial<Job> & { title: string };
    clock += 1000;
    const now = new Date(clock).toISOString();
    if (request.method === "POST" && id === "") {
      const made = {
        ...body,
        ...habits.made,
        id: `j-${all.size}`,
        status: "draft",
        archivedAt: null,
        updatedAt: now,
      };
      all.set(made.id, made);
      return Response.json(made, { status: 201 });
    }
    const job = all.get(id);
    if (job === undefined) return Response.json({}, { status: 404 });
    const keep = (one: Job): Response => {
      all.set(id, one);
      return Response.json(one);
    };
    if (request.method === "GET") {
      const shown = { ...job, ...(habits.views === true && { views: (views += 1) }) };
      for (const one of later.splice(0)) one();
      return Response.json(shown);
    }
    if (action === "restore")
      return job.archivedAt === null ? Response.json({}, { status: 409 }) : keep(restore(job, now));
    if (action === "pin") return keep({ ...(habits.pin ?? ((one) => one))(job), pinned: true });
    if (request.method === "DELETE") {
      const isNew = job.archivedAt === null;
      keep(isNew ? { ...job, archivedAt: now, updatedAt: now } : archiveAgain(job, now));
      return new Response(null, { status: 204 });
    }
    const steps = ["draft", "open", "closed"];
    const isNext = steps.indexOf(body.status ?? job.status) - steps.indexOf(job.status) <= 1;
    if (!isNext) {
      keep(refuse(job, body));
      return Response.json({}, { status: 409 });
    }
    if (habits.isLater !== true) return keep({ ...job, ...body, updatedAt: now });
    later.push(() => all.set(id, { ...job, title: body.title }));
    return new Response(null, { status: 202 });
  };
}

async function messagesOf(id: string, said: Said, habits: Habits): Promise<string[]> {
  const report = await verifyServer({
    description: await read(jobs(said)),
    server: { fetch: jobService(habits) },
    replay: [id],
  });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  return report.failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

const only = "Only `archivedAt` and `updatedAt` change.";

const reset = (job: Job, now: string): Job => ({ ...restored(job, now), title: "None" });

test.each([
  only,
  "Only `updatedAt`, and `archivedAt` are changed.",
  "Brings a job back. Only `archivedAt`, `updatedAt` change; it has to be archived.",
])("finds an action that changes more than it says: %s", async (restore) => {
  const [message, ...others] = await messagesOf(
    "restoreJob/flow/only-changes",
    { restore },
    { restore: reset },
  );
  expect(others).toEqual([]);
  expect(message).toMatch(
    /^described-rule restoreJob: changes `title` from "[^"]+" to "None", and the description says "Only /,
  );
});

test("finds another time that changes, and a change by an action on any record", async () => {
  const opened = (job: Job, now: string): Job => ({ ...restored(job, now), openedAt: now });
  const habits = { made: { openedAt: "2020-01-01" }, restore: opened };
  expect(await messagesOf("restoreJob/flow/only-changes", { restore: only }, habits)).toEqual([
    expect.stringMatching(/^described-rule restoreJob: changes `openedAt` from "2020-01-01" to /),
  ]);
  const pin = "Only `pinned` changes.";
  const renamed = (job: Job): Job => ({ ...job, title: "None" });
  const said = await messagesOf("pinJob/flow/only-changes", { pin }, { pin: renamed });
  expect(said).toEqual([
    expect.stringMatching(/^described-rule pinJob: changes `title` from "[^"]+" to "None", and /),
  ]);
  expect(await messagesOf("pinJob/flow/only-changes", { pin }, {})).toEqual([]);
});

const made = { version: 1, archivedBy: "Ida", meta: { updatedAt: "2020-01-01" } };

test.each<[string, Habits]>([
  [only, {}],
  [only, { views: true }],
  [only, { restore: (job, now) => ({ ...restored(job, now), version: 2, archivedBy: null }) }],
  [
    "Only `meta.updatedAt` and `archivedAt` change.",
    { restore: (job, now) => ({ ...restored(job, job.updatedAt), meta: { updatedAt: now } }) },
  ],
])("an action changes what it says: %s", async (restore, habits) => {
  const whole = { ...habits, made };
  expect(await messagesOf("restoreJob/flow/only-changes", { restore }, whole)).toEqual([]);
});

test.each([
  "Only `archivedAt` and `updatedAt` change, and the title.",
  "Only `archivedAt` and `updatedAt` change where the title is taken by nobody.",
])("leaves out an action that may change more: %s", async (restore) => {
  const asked = messagesOf("restoreJob/flow/only-changes", { restore }, { restore: reset });
  await expect(asked).rejects.toThrow("there is no case");
});

const moved = (job: Job, now: string): Job => ({ ...job, updatedAt: now });

test.each([
  "Archiving an archived job changes nothing.",
  "Archiving it again has no effect.",
  "A second call does nothing.",
])("finds a second deletion that changes something: %s", async (archive) => {
  const said = await messagesOf("archiveJob/flow/deleted", { archive }, { archiveAgain: moved });
  expect(said).toEqual([
    `described-rule archiveJob: changes \`updatedAt\` of what was deleted before, and the description says ${JSON.stringify(archive)}`,
  ]);
});

test.each<[string, Habits]>([
  ["Archiving an archived job changes nothing.", {}],
  ["Archiving an archived job changes nothing.", { views: true }],
  ["Archiving it again changes nothing but `updatedAt`.", { archiveAgain: moved }],
  ["Archiving is idempotent.", { archiveAgain: moved }],
  ["Archiving a job again has no effect on its applications.", { archiveAgain: moved }],
  ["Archiving changes nothing that a reader sees.", { archiveAgain: moved }],
  ["Archives a job.", { archiveAgain: moved }],
])("a second deletion changes what it may: %s", async (archive, habits) => {
  expect(await messagesOf("archiveJob/flow/deleted", { archive }, habits)).toEqual([]);
});

const half = (job: Job, { title = job.title }: Partial<Job>): Job => ({ ...job, title });

test("finds a change that is refused for its state and made in part", async () => {
  expect(await messagesOf("changeJob/flow/refused-choice", {}, { refuse: half })).toEqual([
    "read-after-update changeJob: is refused with 409, and changes `title` nevertheless",
  ]);
});

test.each<[string, Habits]>([
  ["leaves the job as it is", {}],
  ["does what it took, later", { isLater: true }],
  ["renames the job", { refuse: (job) => ({ ...job, title: "Refused" }) }],
])("a change that is refused for its state %s", async (_, habits) => {
  expect(await messagesOf("changeJob/flow/refused-choice", {}, habits)).toEqual([]);
});
