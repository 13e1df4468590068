import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = (schema: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } }`;

/** Applications of candidates for jobs. */
const description = await read(`openapi: 3.1.0
info: { title: Hiring, version: "1" }
paths:
  /jobs:
    get:
      operationId: listJobs
      responses:
        "200":
          description: All.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Job" } } } }
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
      responses: { "200": { description: It., ${json("Job")} }, "404": { description: None. } }
  /candidates:
    post:
      operationId: addCandidate
      requestBody: { required: true, ${json("NewCandidate")} }
      responses: { "201": { description: Made., ${json("Candidate")} } }
  /candidates/{candidateId}:
    parameters: [{ name: candidateId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: showCandidate
      responses: { "200": { description: It., ${json("Candidate")} }, "404": { description: None. } }
  /jobs/{jobId}/applications:
    parameters: [{ name: jobId, in: path, required: true, schema: { type: string } }]
    post:
      operationId: apply
      requestBody: { required: true, ${json("NewApplication")} }
      responses:
        "201": { description: Made., ${json("Application")} }
        "404": { description: No job. }
        "409": { description: "The candidate has applied before." }
        "422": { description: No candidate. }
  /jobs/{jobId}/applications/{applicationId}:
    parameters:
      - { name: jobId, in: path, required: true, schema: { type: string } }
      - { name: applicationId, in: path, required: true, schema: { type: string } }
    get:
      operationId: showApplication
      responses: { "200": { description: It., ${json("Application")} }, "404": { description: None. } }
components:
  schemas:
    NewJob: { type: object, required: [title], properties: { title: { type: string, minLength: 1 } } }
    JobChange: { type: object, properties: { title: { type: string, minLength: 1 } } }
    Job: { type: object, required: [id, title], properties: { id: { type: string }, title: { type: string } } }
    NewCandidate: { type: object, required: [name], properties: { name: { type: string, minLength: 1 } } }
    Candidate: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }
    NewApplication: { type: object, required: [candidateId], properties: { candidateId: { type: string } } }
    Application:
      type: object
      required: [id, jobId, candidateId]
      properties: { id: { type: string }, jobId: { type: string }, candidateId: { type: string } }
`);

interface Application {
  readonly id: string;
  readonly jobId: string;
  readonly candidateId: string;
}

/** An application that was sent, and its answer. */
interface Sent extends Omit<Application, "id"> {
  readonly status: number;
}

/** Returns the applications of a run where a candidate may apply once. */
async function applied(): Promise<readonly Sent[]> {
  const [jobs, candidates] = [new Map<string, object>(), new Map<string, object>()];
  const applications: Application[] = [];
  const sent: Sent[] = [];
  const apply = (jobId: string, { candidateId }: Application): Response => {
    const isFirst = applications.every((one) => one.candidateId !== candidateId);
    const status = !candidates.has(candidateId) ? 422 : isFirst ? 201 : 409;
    const made = { id: `a-${applications.length}`, jobId, candidateId };
    sent.push({ jobId, candidateId, status });
    if (status === 201) applications.push(made);
    return Response.json(status === 201 ? made : {}, { status });
  };
  const fetch = async (request: Request): Promise<Response> => {
    const [, kind, id = "", below, last] = new URL(request.url).pathname.split("/");
    const all = kind === "jobs" ? jobs : candidates;
    const text = await request.text();
    const body = (text === "" ? {} : JSON.parse(text)) as object;
    if (request.method === "GET" && id === "") return Response.json([...all.values()]);
    if (id === "") {
      const made = { ...body, id: `${kind}-${all.size}` };
      all.set(made.id, made);
      return Response.json(made, { status: 201 });
    }
    const known = all.get(id);
    if (known === undefined) return Response.json({}, { status: 404 });
    if (request.method === "POST") return apply(id, body as Application);
    const own = applications.find((one) => one.jobId === id && one.id === last);
    if (below !== undefined) return Response.json(own ?? {}, { status: own ? 200 : 404 });
    return Response.json(known);
  };
  const server = { fetch };
  const report = await verifyServer({ description, server, operations: ["apply"] });
  expect(report.errors).toEqual([]);
  return sent;
}

test("makes another candidate for the same job before it makes another job", async () => {
  const sent = await applied();
  const next = sent.findIndex(
    ({ status }, index) => status === 201 && sent[index - 1]?.status === 409,
  );
  expect(sent[next]?.jobId).toBeDefined();
  expect(sent[next]?.jobId).toBe(sent[next - 1]?.jobId);
});
