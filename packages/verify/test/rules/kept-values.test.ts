import { verifyServer } from "@openapi-packages/verify";
import { describe, expect, test } from "vitest";
import { verifiedApi } from "../../src/description/verified-api.ts";
import { resourceFlows } from "../../src/server/cases/flows/resources.ts";
import { uniqueRulesOf } from "../../src/server/cases/rules/unique-rules.ts";
import { describe as read } from "../support.ts";

interface Said {
  readonly create: string;
  readonly removal?: string;
  readonly states?: string;
  /** The name of the resource. */
  readonly name?: string;
}

/** Describes jobs with a slug that a body may leave out. */
const jobs = ({
  create,
  removal = "Deletes a job.",
  states = "[open, closed]",
  name = "Job",
}: Said): string => `openapi: 3.1.0
info: { title: Jobs, version: "1" }
paths:
  /jobs:
    post:
      operationId: addJob
      description: ${JSON.stringify(create)}
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [title]
              properties: { title: { type: string, example: Cook }, slug: { type: string, pattern: "^[a-z]{4}-[a-z]{4}$", example: head-cook } }
            example: { title: Cook }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } } }
        "400": { description: Wrong. }
        "409": { description: It conflicts. }
  /jobs/{jobId}:
    parameters: [{ name: jobId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getJob
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } } }
        "404": { description: None. }
    delete:
      operationId: removeJob
      description: ${JSON.stringify(removal)}
      responses:
        "204": { description: Done. }
        "404": { description: None. }
  /jobs/{jobId}/state:
    parameters: [{ name: jobId, in: path, required: true, schema: { type: string } }]
    post:
      operationId: moveJob
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [state], properties: { state: { type: string, enum: ${states} } } } } }
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } } }
        "404": { description: None. }
        "409": { description: It is there already. }
components:
  schemas:
    ${name}:
      type: object
      required: [id, title, slug, state]
      properties:
        id: { type: string, readOnly: true }
        title: { type: string }
        slug: { type: string }
        state: { type: string, enum: ${states}, readOnly: true }
`;

interface Job {
  readonly id: string;
  readonly slug: string;
  readonly state: string;
}

/** A service whose jobs hinder others with the same slug in some of their states. */
function jobService(hindering: readonly string[]) {
  const known = new Map<string, Job>();
  const answer = (status: number): Response => new Response(null, { status });
  return async (request: Request): Promise<Response> => {
    const [, , id = ""] = new URL(request.url).pathname.split("/");
    const text = await request.text();
    const body = (text === "" ? {} : JSON.parse(text)) as Partial<Job>;
    const keep = (job: Job, status: number): Response => {
      known.set(job.id, job);
      return Response.json(job, { status });
    };
    if (id === "") {
      const own = `j-${known.size}`;
      const { slug = own.replace(/\d/g, "x".repeat(known.size + 1)) } = body;
      if (body.slug !== undefined && !/^[a-z]{4}-[a-z]{4}$/.test(slug)) return answer(400);
      const isTaken = [...known.values()].some(
        (one) => one.slug === slug && hindering.includes(one.state),
      );
      return isTaken ? answer(409) : keep({ ...body, id: own, slug, state: "open" }, 201);
    }
    const job = known.get(id);
    if (job === undefined || job.state === "deleted") return answer(404);
    if (request.method === "GET") return Response.json(job);
    if (request.method === "POST") return keep({ ...job, state: body.state ?? "" }, 200);
    keep({ ...job, state: "deleted" }, 200);
    return answer(204);
  };
}

async function said(texts: Said, hindering: readonly string[]): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: await read(jobs(texts)),
    server: { fetch: jobService(hindering) },
    replay: ["addJob/unique/slug"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, message }) => `${check}: ${message}`);
}

const all = ["open", "closed", "archived", "deleted"];
const create = "A given slug that another job has, even an archived one, is refused with 409.";

describe("a value that another record has", () => {
  test("is tried in a member that bodies may leave out", async () => {
    expect(await said({ create }, [])).toEqual([
      `described-rule: takes the \`slug\` of another record, and the description says ${JSON.stringify(create)}`,
    ]);
    expect(await said({ create }, all)).toEqual([]);
  });

  test("is kept by a record that a deletion archives", async () => {
    const texts = { create, removal: "Archives a job." };
    expect(await said(texts, ["open"])).toEqual([
      `described-rule: takes the \`slug\` of a record that is archived, and the description says ${JSON.stringify(create)}`,
    ]);
    expect(await said(texts, all)).toEqual([]);
  });

  test("is kept by a record in a state, and free once it is deleted", async () => {
    const texts = { create, states: "[open, archived]" };
    expect(await said(texts, ["open"])).toHaveLength(1);
    expect(await said(texts, ["open", "archived"])).toEqual([]);
  });

  test("is kept by a deleted record", async () => {
    const deleted = "Slugs are unique, including deleted jobs.";
    expect(await said({ create: deleted, removal: "It goes." }, ["open"])).toHaveLength(1);
    expect(await said({ create: deleted }, all)).toEqual([]);
  });

  test("is free after a deletion where nothing archives a record", async () => {
    expect(await said({ create }, ["open", "closed"])).toEqual([]);
  });
});

test.each<[string, string[]]>([
  ["409 if another job has the slug.", ["slug"]],
  ["Another one already uses the slug.", ["slug"]],
  ["409 if another job has to be closed, whose slug is shown.", []],
  ["409 if another user has the slug open.", []],
  ["409 if another job has changed its slug.", []],
  ["409 if another job has the slug, unless it is closed.", []],
])("members that another record has: %s", async (text, members) => {
  const api = verifiedApi(await read(jobs({ create: text })));
  const rules = resourceFlows(api).flatMap((one) => uniqueRulesOf(api, one));
  expect(rules.flatMap((one) => one.members)).toEqual(members);
});

test("a record may be called by the last word of its resource", async () => {
  const text = "409 if another post has the slug.";
  const rulesOf = async (name: string): Promise<number> => {
    const api = verifiedApi(await read(jobs({ create: text, name })));
    return resourceFlows(api).flatMap((one) => uniqueRulesOf(api, one)).length;
  };
  expect(await rulesOf("JobPost")).toBe(1);
  expect(await rulesOf("Job")).toBe(0);
});

test.each<[string, string, number]>([
  ["Application", "A candidate applies once per house (409 otherwise).", 1],
  ["Vote", "A member votes only once for each poll.", 1],
  ["Job", "A job runs once per file.", 0],
  ["Application", "A candidate applies once per month.", 0],
  ["Application", "A mail leaves once per house.", 0],
  ["Application", "A request applies once per key.", 0],
])("a %s is made once: %s", async (name, text, count) => {
  const api = verifiedApi(await read(jobs({ create: text, name })));
  const rules = resourceFlows(api).flatMap((one) => uniqueRulesOf(api, one));
  expect(rules).toHaveLength(count);
});
