import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = (schema: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } }`;

/** Tasks of a team, of which nothing tells which teams there are. */
const tasks = await read(`openapi: 3.1.0
info: { title: Tasks, version: "1" }
paths:
  /tasks:
    post:
      operationId: addTask
      requestBody: { required: true, ${json("NewTask")} }
      responses:
        "201": { description: Made., ${json("Task")} }
        "409": { description: There is one already. }
        "422": { description: No such team. }
  /tasks/{taskId}:
    parameters: [{ name: taskId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: showTask
      responses: { "200": { description: It., ${json("Task")} }, "404": { description: None. } }
components:
  schemas:
    NewTask:
      type: object
      required: [teamId, importId]
      properties:
        teamId: { type: string, example: team-a }
        importId: { type: string, example: import-1 }
        kind: { type: string, minLength: 1, example: Round }
        label: { type: string, minLength: 1, example: Blue }
    Task:
      type: object
      required: [id, teamId, importId]
      properties: { id: { type: string }, teamId: { type: string }, importId: { type: string }, kind: { type: string }, label: { type: string } }
`);

type Task = Readonly<Record<"teamId" | "importId" | "kind" | "label", string | undefined>>;

/** Says why a task is refused; 201 if it is not. */
type Rule = (task: Task, known: readonly Task[]) => number;

/** Creates tasks, and returns the answers and what was sent. */
async function created(rule: Rule) {
  const all = new Map<string, Task & { readonly id: string }>();
  const sent: { readonly task: Task; readonly status: number }[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const [, , id = ""] = new URL(request.url).pathname.split("/");
    const shown = all.get(id);
    if (request.method === "GET") return Response.json(shown ?? {}, { status: shown ? 200 : 404 });
    const task = (await request.json()) as Task;
    const status = rule(task, [...all.values()]);
    sent.push({ task, status });
    const made = { ...task, id: `t-${all.size}` };
    if (status === 201) all.set(made.id, made);
    return Response.json(status === 201 ? made : {}, { status });
  };
  const server = { fetch };
  const report = await verifyServer({
    description: tasks,
    server,
    replay: ["addTask/flow/created"],
  });
  expect(report.errors).toEqual([]);
  return { sent, made: sent.filter(({ status }) => status === 201) };
}

test("leaves names of records alone where other texts have to be unique", async () => {
  const { sent, made } = await created(({ teamId, kind, label }, known) => {
    const isTaken = known.some((one) => one.kind === kind || one.label === label);
    return isTaken ? 409 : teamId === "team-a" ? 201 : 422;
  });
  expect(made.length).toBeGreaterThan(1);
  expect(sent.filter(({ status }) => status === 422)).toEqual([]);
});

test("changes what looks like a name of a record in its last attempt", async () => {
  const { made } = await created(({ importId }, known) =>
    known.some((one) => one.importId === importId) ? 409 : 201,
  );
  expect(made.length).toBeGreaterThan(1);
});
