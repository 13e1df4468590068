import { verifyServer, type VerifyReport } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const answer = (status: number, schema: string): string =>
  `"${status}": { description: Done., ${json(`{ $ref: "#/components/schemas/${schema}" }`)} }`;
const refusals = `"400": { description: Wrong. }, "401": { description: Who? }, "404": { description: None. }`;
const id = (name: string): string =>
  `{ name: ${name}, in: path, required: true, schema: { type: string } }`;

/** Projects that everyone sees, with tasks that their makers alone see. */
const tasks = await read(`openapi: 3.1.0
info: { title: Tasks, version: 1.0.0 }
security: [{ token: [] }]
paths:
  /projects:
    post:
      operationId: addProject
      requestBody: { required: true, ${json("{ type: object, required: [title], properties: { title: { type: string } } }")} }
      responses: { ${answer(201, "Project")}, ${refusals} }
  /projects/{projectId}:
    get:
      operationId: getProject
      parameters: [${id("projectId")}]
      responses: { ${answer(200, "Project")}, ${refusals} }
  /projects/{projectId}/tasks:
    get:
      operationId: getTasks
      parameters: [${id("projectId")}]
      responses: { "200": { description: Tasks., ${json('{ type: array, items: { $ref: "#/components/schemas/Task" } }')} }, ${refusals} }
  /tasks:
    post:
      operationId: addTask
      requestBody: { required: true, ${json('{ $ref: "#/components/schemas/NewTask" }')} }
      responses: { ${answer(201, "Task")}, ${refusals} }
  /tasks/{taskId}:
    get:
      operationId: getTask
      parameters: [${id("taskId")}]
      responses: { ${answer(200, "Task")}, ${refusals} }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    Project: { type: object, required: [id, title], properties: { id: { type: string }, title: { type: string } } }
    NewTask: { type: object, required: [projectId, text], properties: { projectId: { type: string }, text: { type: string } } }
    Task:
      type: object
      required: [id, projectId, text]
      properties: { id: { type: string }, projectId: { type: string }, text: { type: string } }
`);

interface Task {
  readonly id: string;
  readonly projectId: string;
  readonly text: string;
}

/** @param listsAll true for a service that lists the tasks of everyone */
function service(listsAll: boolean): (request: Request) => Promise<Response> {
  const projects = new Map<string, { readonly id: string; readonly title: string }>();
  const all = new Map<string, { readonly task: Task; readonly owner: string }>();
  const refuse = (status: number): Response => new Response(null, { status });
  return async (request) => {
    const owner = request.headers.get("authorization") ?? "";
    if (owner !== "Bearer ada" && owner !== "Bearer bob") return refuse(401);
    const [, area, key = "", part] = new URL(request.url).pathname.split("/");
    const isPost = request.method === "POST";
    const given = isPost ? ((await request.json()) as { [name: string]: string }) : {};
    if (isPost && area === "projects") {
      const project = { id: `p-${projects.size + 100}`, title: given["title"] ?? "" };
      projects.set(project.id, project);
      return Response.json(project, { status: 201 });
    }
    if (isPost) {
      const { projectId = "", text = "" } = given;
      if (!projects.has(projectId)) return refuse(404);
      const task = { id: `t-${all.size + 100}`, projectId, text };
      all.set(task.id, { task, owner });
      return Response.json(task, { status: 201 });
    }
    const found = all.get(key);
    if (area === "tasks") return found?.owner === owner ? Response.json(found.task) : refuse(404);
    const project = projects.get(key);
    if (project === undefined) return refuse(404);
    const listed = [...all.values()].filter(
      (one) => one.task.projectId === key && (listsAll || one.owner === owner),
    );
    return Response.json(part === "tasks" ? listed.map(({ task }) => task) : project);
  };
}

const verified = (listsAll: boolean): Promise<VerifyReport> =>
  verifyServer({
    description: tasks,
    server: { fetch: service(listsAll) },
    credentials: { token: "ada" },
    otherCredentials: { token: "bob" },
    replay: ["addTask/other-principal", "addTask/flow/created"],
  });

test("a service that lists to each principal what is theirs has no failure", async () => {
  expect(await verified(false)).toMatchObject({ failures: [], errors: [], leftOut: [] });
});

test("finds what another principal made in a list below a record that both see", async () => {
  const { failures } = await verified(true);
  expect(failures.map(({ check, operationId }) => [check, operationId])).toEqual([
    ["other-principal", "getTasks"],
  ]);
});
