import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const plans = (below: string, answers: string, more = ""): string => `openapi: 3.1.0
info: { title: Plans, version: "1" }
paths:
  /plans:
    post:
      operationId: addPlan
      responses: { "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Plan" } } } } }
  /plans/{planId}:
    parameters: [{ name: planId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getPlan
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Plan" } } } }
        "404": { description: None. }
  /plans/{planId}/${below}s:
    parameters: [{ name: planId, in: path, required: true, schema: { type: string } }]
    post:
      operationId: add
      ${more}
      responses: { ${answers}, "404": { description: None. } }
components:
  schemas:
    Plan:
      type: object
      required: [id, ${below}Count]
      properties: { id: { type: string }, ${below}Count: { type: integer, description: The number of ${below}s. } }
`;

/** Finds faults in a service whose plans have a number that stays. */
async function found(yaml: string, number: object, answer: () => Response): Promise<string[]> {
  let count = 0;
  const fetch = (request: Request): Response => {
    const [, , id, below] = new URL(request.url).pathname.split("/");
    if (below !== undefined) return answer();
    count += 1;
    const status = id === undefined ? 201 : 200;
    return Response.json({ id: id ?? `p-${count}`, ...number }, { status });
  };
  const description = await read(yaml);
  const replay = ["add/at-once/counted"];
  const { failures, errors } = await verifyServer({ description, server: { fetch }, replay });
  expect(errors).toEqual([]);
  return failures.map(({ message }) => message);
}

const noted =
  "requestBody: { required: true, content: { application/json: { schema: { type: object, required: [text], properties: { text: { type: string } } } } } }";
const note = (state: string): string =>
  `"201": { description: Made., content: { application/json: { schema: { type: object, properties: { id: { type: string }, ${state} } } } } }`;

test("who has made a record may watch it already", async () => {
  const yaml = plans("watcher", `"204": { description: Watched. }`);
  const watched = (): Response => new Response(null, { status: 204 });
  expect(await found(yaml, { watcherCount: 1 }, watched)).toEqual([]);
});

test("what was accepted need not be there yet", async () => {
  const yaml = plans("note", `"202": { description: Accepted. }`, noted);
  const accepted = (): Response => new Response(null, { status: 202 });
  expect(await found(yaml, { noteCount: 0 }, accepted)).toEqual([]);
});

test.each([
  ["status: { type: string, enum: [pending, approved] }", { status: "pending" }],
  ["approved: { type: boolean }", { approved: false }],
])("what has a state may count later: %s", async (member, state) => {
  const yaml = plans("note", note(member), noted);
  let count = 0;
  const made = (): Response => {
    count += 1;
    return Response.json({ id: `n-${count}`, ...state }, { status: 201 });
  };
  expect(await found(yaml, { noteCount: 0 }, made)).toEqual([]);
});
