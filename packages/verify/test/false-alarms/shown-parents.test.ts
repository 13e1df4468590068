import { randomUUID } from "node:crypto";
import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const showing = (schema: string): string =>
  `{ description: Done., content: { application/json: { schema: { type: object, required: [agent], properties: { agent: { $ref: "#/components/schemas/${schema}" } } } } } }`;
const answer = showing("Agent");
const whole = showing("WholeAgent");
const uuid = (name: string): string =>
  `{ name: ${name}, in: path, required: true, schema: { type: string, format: uuid } }`;

/** To attach and detach functions is answered with the agent that they belong to. */
const agents = `openapi: 3.1.0
info: { title: Agents, version: 1.0.0 }
paths:
  /agents:
    post:
      operationId: CreateAgent
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewAgent" } } } }
      responses: { "200": ${answer}, "400": { description: Refused. } }
  /agents/{agentUuid}:
    parameters: [${uuid("agentUuid")}]
    get:
      operationId: GetAgent
      responses: { "200": ${answer}, "400": { description: Refused. }, "404": { description: None. } }
  /agents/{agentUuid}/functions:
    parameters: [${uuid("agentUuid")}]
    post:
      operationId: AttachFunction
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewFunction" } } } }
      responses: { "200": ${whole}, "400": { description: Refused. }, "404": { description: None. } }
  /agents/{agentUuid}/functions/{functionUuid}:
    parameters: [${uuid("agentUuid")}, ${uuid("functionUuid")}]
    delete:
      operationId: DetachFunction
      responses: { "200": ${whole}, "400": { description: Refused. }, "404": { description: None. } }
components:
  schemas:
    NewAgent: { type: object, required: [name], properties: { name: { type: string } } }
    NewFunction: { type: object, required: [functionName], properties: { functionName: { type: string } } }
    Function: { type: object, required: [uuid], properties: { uuid: { type: string, format: uuid }, functionName: { type: string } } }
    WholeAgent:
      type: object
      required: [uuid]
      properties:
        uuid: { type: string, format: uuid }
        functions: { type: array, items: { $ref: "#/components/schemas/Function" } }
    Agent:
      type: object
      required: [uuid, name]
      properties:
        uuid: { type: string, format: uuid }
        name: { type: string }
        functions: { type: array, items: { $ref: "#/components/schemas/Function" } }
`;

interface Attached {
  readonly uuid: string;
  readonly functionName: string;
}

/** A service with its own refusals, which keeps what it is told. */
function agentService(): (request: Request) => Promise<Response> {
  const known = new Map<string, { uuid: string; name: string; functions: Attached[] }>();
  const refused = (status: number, allow?: string): Response =>
    new Response(null, { status, ...(allow && { headers: { allow } }) });
  return async (request) => {
    const [, , id, kind, functionId] = new URL(request.url).pathname.split("/");
    const isJson = request.headers.get("content-type")?.startsWith("application/json") === true;
    const body = isJson ? await request.json().catch(() => undefined) : undefined;
    if (id === undefined) {
      if (request.method !== "POST") return refused(405, "POST");
      if (typeof body?.name !== "string") return refused(400);
      const agent = { uuid: randomUUID() as string, name: body.name, functions: [] };
      known.set(agent.uuid, agent);
      return Response.json({ agent });
    }
    const agent = known.get(id);
    const allowed = kind === undefined ? "GET" : functionId === undefined ? "POST" : "DELETE";
    if (request.method !== allowed) return refused(405, allowed);
    if (!/^[\da-f-]{36}$/.test(id)) return refused(400);
    if (agent === undefined) return refused(404);
    if (kind === undefined) return Response.json({ agent });
    if (functionId === undefined) {
      if (typeof body?.functionName !== "string") return refused(400);
      agent.functions.push({ uuid: randomUUID(), functionName: body.functionName });
      return Response.json({ agent });
    }
    const at = agent.functions.findIndex((one) => one.uuid === functionId);
    if (at < 0) return refused(404);
    agent.functions.splice(at, 1);
    return Response.json({ agent });
  };
}

test("an answer that shows what a record belongs to is not taken for the record", async () => {
  const { failures, errors } = await verifyServer({
    description: await read(agents),
    server: { fetch: agentService() },
  });
  expect(failures.map(({ message }) => message)).toEqual([]);
  expect(errors).toEqual([]);
});
