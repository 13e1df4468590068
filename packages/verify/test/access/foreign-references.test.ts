import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const content = (schema: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } }`;
const id = (name: string): string =>
  `[{ name: ${name}, in: path, required: true, schema: { type: string } }]`;

/** Jobs in sheds, which nobody makes, with machines, which users make. */
const sheds = `openapi: 3.1.0
info: { title: Sheds, version: 1.0.0 }
security: [{ key: [] }]
paths:
  /sheds:
    get:
      operationId: listSheds
      responses:
        "200":
          description: Mine.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Shed" } } } }
  /machines:
    post:
      operationId: addMachine
      requestBody: { required: true, ${content("NewMachine")} }
      responses: { "201": { description: Made., ${content("Machine")} } }
  /machines/{machineId}:
    parameters: ${id("machineId")}
    get: { operationId: getMachine, responses: { "200": { description: It., ${content("Machine")} }, "404": { description: None. } } }
  /jobs:
    post:
      operationId: addJob
      requestBody: { required: true, ${content("NewJob")} }
      responses: { "201": { description: Made., ${content("Job")} }, "422": { description: Wrong. } }
  /jobs/{jobId}:
    parameters: ${id("jobId")}
    get: { operationId: getJob, responses: { "200": { description: It., ${content("Job")} }, "404": { description: None. } } }
    patch:
      operationId: changeJob
      requestBody: { required: true, ${content("JobChange")} }
      responses: { "200": { description: It., ${content("Job")} }, "404": { description: None. }, "422": { description: Wrong. } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    Shed: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }
    NewMachine: { type: object, required: [name], properties: { name: { type: string } } }
    Machine: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }
    NewJob:
      type: object
      required: [shedId, machineId]
      properties: { shedId: { type: string, example: s-1 }, machineId: { type: string } }
    JobChange:
      type: object
      properties: { shedId: { type: string }, machineId: { type: string } }
    Job:
      type: object
      required: [id, shedId, machineId]
      properties: { id: { type: string }, shedId: { type: string }, machineId: { type: string } }
`;

type Way =
  | "takes machines of others"
  | "moves jobs into sheds of others"
  | "takes any text as a machine"
  | "has the same sheds for all"
  | "shows machines of others";

interface Job {
  readonly id: string;
  readonly owner: string;
  readonly shedId: string;
  readonly machineId: string;
}

function shedService(...ways: readonly Way[]): (request: Request) => Promise<Response> {
  const does = (way: Way): boolean => ways.includes(way);
  const machines = new Map<string, { readonly owner: string; readonly name: unknown }>();
  const jobs = new Map<string, Job>();
  const refuse = (status: number): Response => new Response(null, { status });
  const owners = new Map([
    ["s-1", "ada"],
    ["s-2", "ada"],
    ["s-7", "bob"],
  ]);
  const shedsOf = (owner: string): string[] =>
    [...owners].flatMap(([shed, whose]) =>
      whose === owner || does("has the same sheds for all") ? [shed] : [],
    );
  const hasShed = (owner: string, shed: string, isMove: boolean): boolean =>
    shedsOf(owner).includes(shed) ||
    (isMove && owners.has(shed) && does("moves jobs into sheds of others"));
  const hasMachine = (owner: string, machine: string): boolean =>
    does("takes any text as a machine") ||
    machines.get(machine)?.owner === owner ||
    (machines.has(machine) &&
      (does("takes machines of others") || does("shows machines of others")));
  return async (request) => {
    const [, kind, key = ""] = new URL(request.url).pathname.split("/");
    const owner = request.headers.get("x-key");
    if (owner === null) return refuse(401);
    const body = (request.method === "GET" ? {} : await request.json()) as Partial<Job> & {
      readonly name?: unknown;
    };
    if (kind === "sheds")
      return Response.json(shedsOf(owner).map((shed) => ({ id: shed, name: shed })));
    if (kind === "machines") {
      if (request.method === "POST") {
        const made = `m-${machines.size + 100}`;
        machines.set(made, { owner, name: body.name });
        return Response.json({ id: made, name: body.name }, { status: 201 });
      }
      const machine = machines.get(key);
      const isShown = machine?.owner === owner || does("shows machines of others");
      return machine !== undefined && isShown
        ? Response.json({ id: key, name: machine.name })
        : refuse(404);
    }
    const known = jobs.get(key);
    if (request.method !== "POST" && known?.owner !== owner) return refuse(404);
    const made = {
      shedId: "",
      machineId: "",
      id: `j-${jobs.size + 100}`,
      ...known,
      ...body,
      owner,
    };
    const isMove = known !== undefined;
    if (!hasShed(owner, made.shedId, isMove) || !hasMachine(owner, made.machineId))
      return refuse(422);
    jobs.set(made.id, made);
    const { owner: _, ...shown } = made;
    return Response.json(shown, { status: request.method === "POST" ? 201 : 200 });
  };
}

async function messagesOf(...ways: readonly Way[]): Promise<string[]> {
  const report = await verifyServer({
    description: await read(sheds),
    server: { fetch: shedService(...ways) },
    credentials: { key: "ada" },
    otherCredentials: { key: "bob" },
    replay: ["addJob/foreign-references"],
  });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  expect(report.exchanges).toBeLessThan(24);
  return report.failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

test.each<[Way[]]>([
  [[]],
  [["takes any text as a machine"]],
  [["has the same sheds for all", "moves jobs into sheds of others"]],
  [["shows machines of others"]],
])("a job has a shed and a machine of its owner, or of all: %j", async (ways) => {
  expect(await messagesOf(...ways)).toEqual([]);
});

test.each<[Way, string]>([
  [
    "takes machines of others",
    "other-principal addJob: takes a reference to another principal's Machine in `machineId`, and refuses one to nothing; if others may, name Machine in sharedResources",
  ],
  [
    "moves jobs into sheds of others",
    "other-principal changeJob: takes a reference to another principal's Shed in `shedId`, and refuses one to nothing; if others may, name Shed in sharedResources",
  ],
])("finds a service that %s", async (way, message) => {
  expect(await messagesOf(way)).toEqual([message]);
});
