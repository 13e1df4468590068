import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = `content: { application/json: { schema: { $ref: "#/components/schemas/Job" } } }`;

/** Jobs, which are read at a path of their own, and removed at another one. */
const jobs = `openapi: 3.1.0
info: { title: Jobs, version: 1.0.0 }
servers: [{ url: /v1 }]
paths:
  /jobs:
    post:
      operationId: addJob
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string } } } } } }
      responses: { "201": { description: It., ${json} }, "400": { description: Wrong. } }
  /jobs/{jobId}:
    get:
      operationId: getJob
      parameters: [{ name: jobId, in: path, required: true, schema: { type: string } }]
      responses: { "200": { description: It., ${json} }, "404": { description: None. } }
  /running/{jobId}:
    delete:
      operationId: stopJob
      parameters: [{ name: jobId, in: path, required: true, schema: { type: string } }]
      responses: { "204": { description: Stopped. }, "404": { description: None. } }
components:
  schemas:
    Job: { type: object, required: [id, title], properties: { id: { type: string }, title: { type: string } } }
`;

/** @param locationOf makes the `Location` of a job, by its key */
function service(locationOf: (key: string) => string): (request: Request) => Promise<Response> {
  const all = new Map<string, object>();
  const answer = (status: number): Response => new Response(null, { status });
  return async (request) => {
    const [, version, kind, key = ""] = new URL(request.url).pathname.split("/");
    const job = all.get(key);
    const asked = `${request.method} ${kind}${key === "" ? "" : "/key"}`;
    if (version !== "v1") return answer(404);
    if (asked === "GET pages/key") return new Response("<h1>It</h1>");
    if (asked === "GET jobs/key") return job === undefined ? answer(404) : Response.json(job);
    if (asked === "DELETE running/key") return answer(job === undefined ? 404 : 204);
    if (asked !== "POST jobs") return answer(404);
    const { title } = (await request.json()) as { title?: unknown };
    if (typeof title !== "string") return answer(400);
    const id = `job-${all.size + 1}`;
    all.set(id, { id, title });
    return Response.json({ id, title }, { status: 201, headers: { location: locationOf(id) } });
  };
}

async function messagesOf(locationOf: (key: string) => string, yaml = jobs): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: await read(yaml),
    server: { fetch: service(locationOf), basePath: "/v1" },
    replay: ["addJob/example"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ operationId, message }) => `${operationId}: ${message}`);
}

test.each<[string, (key: string) => string]>([
  ["/v1/job/job-1", (key) => `/v1/job/${key}`],
  ["job-1", (key) => key],
  ["http://localhost/v1/tasks/job-1", (key) => `http://localhost/v1/tasks/${key}`],
])("finds the Location %s, where nothing is", async (location, locationOf) => {
  expect(await messagesOf(locationOf)).toContain(
    `addJob: answers 201 with Location ${location}, where nothing is: GET answers 404`,
  );
});

const withoutRead = jobs.replace(/ {2}\/jobs\/\{jobId\}:(.|\n)*?(?= {2}\/running)/, "");

test("finds a Location that lacks the path below which the service is", async () => {
  expect(await messagesOf((key) => `/jobs/${key}`)).toContain(
    "addJob: answers 201 with Location /jobs/job-1, which leads out of /v1, below which all paths are",
  );
});

const withExample = jobs.replace(
  '"201": { description: It., ',
  '"201": { description: It., headers: { Location: { schema: { type: string }, example: /jobs/7 } }, ',
);

test.each<[string, (key: string) => string, string?]>([
  [
    "lacks the path that no server of the description has",
    (key) => `/jobs/${key}`,
    jobs.replace("/v1", "/"),
  ],
  ["lacks it as its example does", (key) => `/jobs/${key}`, withExample],
  ["leads to the job", (key) => `/v1/jobs/${key}`],
  ["leads to the job, by a relative reference", (key) => `jobs/${key}`],
  ["leads to the path of another origin", (key) => `https://jobs.example/v1/job/${key}`],
  ["leads out of the service", (key) => `/v2/job/${key}`],
  ["leads through a gateway", (key) => `https://jobs.example/public/jobs/${key}`],
  ["leads to a page that is not described", (key) => `/v1/pages/${key}`],
  ["leads to what can only be removed", (key) => `/v1/running/${key}`],
  ["names a job that is never read", (key) => `/v1/jobs/all/${key}`, withoutRead],
])("a Location that %s is no failure", async (_, locationOf, yaml) => {
  expect(await messagesOf(locationOf, yaml)).toEqual([]);
});

/** Lists with entries, which are shown in their list alone. */
const lists = `openapi: 3.1.0
info: { title: Lists, version: 1.0.0 }
paths:
  /lists:
    post:
      operationId: addList
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Text" } } } }
      responses: { "201": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/List" } } } } }
  /lists/{listId}:
    get:
      operationId: getList
      parameters: [{ name: listId, in: path, required: true, schema: { type: string } }]
      responses: { "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/List" } } } }, "404": { description: None. } }
  /lists/{listId}/entries:
    post:
      operationId: addEntry
      parameters: [{ name: listId, in: path, required: true, schema: { type: string } }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Text" } } } }
      responses: { "201": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Entry" } } } }, "404": { description: None. } }
components:
  schemas:
    Text: { type: object, required: [text], properties: { text: { type: string, minLength: 1 } } }
    Entry: { type: object, required: [id, text], properties: { id: { type: string }, text: { type: string } } }
    List: { type: object, required: [id, entries], properties: { id: { type: string }, entries: { type: array, items: { $ref: "#/components/schemas/Entry" } } } }
`;

test("a Location that leads to the record above is no failure where nothing reads the created one", async () => {
  const all = new Map<string, { id: string; entries: object[] }>();
  const fetch = async (request: Request): Promise<Response> => {
    const [, , key = ""] = new URL(request.url).pathname.split("/");
    const own = all.get(key);
    if (key !== "" && own === undefined) return Response.json({}, { status: 404 });
    if (request.method === "GET") return Response.json(own);
    const headers = { location: `/lists/${own?.id ?? `l-${all.size}`}` };
    const list = own ?? { id: `l-${all.size}`, entries: [] };
    all.set(list.id, list);
    if (own === undefined) return Response.json(list, { status: 201, headers });
    const entry = { id: `e-${list.entries.length}`, ...((await request.json()) as object) };
    list.entries.push(entry);
    return Response.json(entry, { status: 201, headers });
  };
  const { failures, errors, exchanges } = await verifyServer({
    description: await read(lists),
    server: { fetch },
    replay: ["addEntry/example"],
  });
  expect({ failures, errors }).toEqual({ failures: [], errors: [] });
  expect(exchanges).toBeGreaterThan(2);
});
