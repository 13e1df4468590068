import { verifyServer } from "@openapi-packages/verify";
import { describe, expect, test } from "vitest";
import { verifiedApi } from "../../src/description/verified-api.ts";
import { resourceFlows } from "../../src/server/cases/flows/resources.ts";
import { keptWhileNamed } from "../../src/server/cases/states/kept-while-named.ts";
import { describe as read } from "../support.ts";

const stages = ["applied", "screened", "invited", "offered", "signed", "hired"];

/** Describes candidates, and applications that name one and go from stage to stage. */
const candidates = (deletion: string, conflict = "It is in use."): string => `openapi: 3.1.0
info: { title: Hiring, version: "1" }
paths:
  /candidates:
    post:
      operationId: addCandidate
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [name], properties: { name: { type: string, minLength: 1 } } }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Candidate" } } } }
  /candidates/{candidateId}:
    parameters: [{ name: candidateId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getCandidate
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Candidate" } } } }
        "404": { description: None. }
    delete:
      operationId: deleteCandidate
      description: ${JSON.stringify(deletion)}
      responses:
        "204": { description: Gone. }
        "404": { description: None. }
        "409": { description: ${JSON.stringify(conflict)} }
  /applications:
    post:
      operationId: apply
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [text, candidateId], properties: { text: { type: string, minLength: 1 }, candidateId: { type: string } } }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Application" } } } }
        "422": { description: There is no such candidate. }
  /applications/{applicationId}:
    parameters: [{ name: applicationId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getApplication
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Application" } } } }
        "404": { description: None. }
  /applications/{applicationId}/stage:
    parameters: [{ name: applicationId, in: path, required: true, schema: { type: string } }]
    post:
      operationId: moveApplication
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [stage], properties: { stage: { type: string, enum: [${stages.join(", ")}] } } }
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Application" } } } }
        "404": { description: None. }
        "409": { description: Not the next stage. }
components:
  schemas:
    Candidate:
      type: object
      required: [id, name]
      properties: { id: { type: string, readOnly: true }, name: { type: string } }
    Application:
      type: object
      required: [id, text, candidateId, stage]
      properties:
        id: { type: string, readOnly: true }
        text: { type: string }
        candidateId: { type: string }
        stage: { type: string, enum: [${stages.join(", ")}], readOnly: true }
`;

interface Application {
  readonly id: string;
  readonly text: string;
  readonly candidateId: string;
  readonly stage: string;
}

interface Way {
  /** The stages in which an application keeps its candidate. */
  readonly keeping: readonly string[];
  /** True if deleted candidates are marked, and still shown. */
  readonly isSoft?: boolean;
  /** True if the application is of nobody once it is hired. */
  readonly forgets?: boolean;
  /** True if the applications of a candidate are deleted, too. */
  readonly takesAlong?: boolean;
  /** True if the newest application of a candidate alone keeps it. */
  readonly seesNewest?: boolean;
  /** True if a new application of a candidate takes the others back to their first stage. */
  readonly beginsAnew?: boolean;
}

function hiringService({ keeping, isSoft, forgets, takesAlong, seesNewest, beginsAnew }: Way) {
  const people = new Map<string, { readonly id: string }>();
  const applications = new Map<string, Application>();
  let count = 0;
  const answer = (status: number): Response => new Response(null, { status });
  return async (request: Request): Promise<Response> => {
    const [, kind, id = "", action] = new URL(request.url).pathname.split("/");
    const text = await request.text();
    const body = (text === "" ? {} : JSON.parse(text)) as Partial<Application>;
    const keep = (one: Application, status: number): Response => {
      applications.set(one.id, one);
      return Response.json(one, { status });
    };
    count += 1;
    if (kind === "applications") {
      const { candidateId = "", stage = "" } = body;
      if (id === "" && !people.has(candidateId)) return answer(422);
      for (const one of applications.values())
        if (id === "" && beginsAnew === true && one.candidateId === candidateId)
          applications.set(one.id, { ...one, stage: "applied" });
      if (id === "")
        return keep({ id: `a-${count}`, text: "It", candidateId, stage: "applied" }, 201);
      const known = applications.get(id);
      if (known === undefined) return answer(404);
      if (action === undefined) return Response.json(known);
      if (stages.indexOf(stage) !== stages.indexOf(known.stage) + 1) return answer(409);
      const isLost = forgets === true && stage === "hired";
      return keep({ ...known, stage, ...(isLost && { candidateId: "c-0" }) }, 200);
    }
    if (id === "") {
      const made = { ...body, id: `c-${count}` };
      people.set(made.id, made);
      return Response.json(made, { status: 201 });
    }
    const person = people.get(id);
    if (person === undefined) return answer(404);
    if (request.method === "GET") return Response.json(person);
    const own = [...applications.values()].filter(({ candidateId }) => candidateId === id);
    const seen = seesNewest === true ? own.slice(-1) : own;
    if (seen.some(({ stage }) => keeping.includes(stage))) return answer(409);
    if (isSoft !== true) people.delete(id);
    if (takesAlong === true) for (const one of own) applications.delete(one.id);
    return answer(204);
  };
}

async function said(
  way: Way,
  deletion: string,
  conflict?: string,
  kind = "kept-while-named/apply",
): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: await read(candidates(deletion, conflict)),
    server: { fetch: hiringService(way) },
    replay: [`deleteCandidate/${kind}`],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, message }) => `${check}: ${message}`);
}

const told = (sentence: string): string[] => [
  `described-rule: answers 204 for the Candidate that the Application names, and the description says ${JSON.stringify(sentence)}`,
];

const hired = "409 when the candidate is hired in some application.";

describe("a record that another one names", () => {
  test.each([
    "Refused with 409 while it has applications.",
    "A candidate with applications cannot be deleted.",
    "Not possible (409) as long as an application names it.",
    "Only possible if the candidate has no applications.",
  ])("is found to be deleted: %s", async (sentence) => {
    expect(await said({ keeping: [] }, sentence)).toEqual(told(sentence));
    expect(await said({ keeping: stages }, sentence)).toEqual([]);
  });

  test("is found to be deleted where the conflict alone says so", async () => {
    const sentence = "The candidate has applications.";
    expect(await said({ keeping: [] }, "Deletes it.", sentence)).toEqual(told(sentence));
    expect(await said({ keeping: stages }, "Deletes it.", sentence)).toEqual([]);
  });

  test("is found to be deleted in the state that keeps it, five moves away", async () => {
    expect(await said({ keeping: [] }, hired)).toEqual(told(hired));
    expect(await said({ keeping: ["hired"] }, hired)).toEqual([]);
  });

  test("is found to be deleted where the newest of those that name it is in another state", async () => {
    const way = { keeping: ["hired"], seesNewest: true };
    expect(await said(way, hired)).toEqual(told(hired));
  });

  test("may go in other states", async () => {
    const sentence = "Only possible once all applications are hired.";
    expect(await said({ keeping: [] }, sentence)).toEqual(told(sentence));
    expect(await said({ keeping: stages.slice(0, -1) }, sentence)).toEqual([]);
  });

  test("may go where a new one that names it takes the others out of the state that keeps it", async () => {
    expect(await said({ keeping: ["hired"], beginsAnew: true }, hired)).toEqual([]);
  });

  test("may be marked, and still be shown", async () => {
    expect(await said({ keeping: [], isSoft: true }, hired)).toEqual([]);
  });

  test("may go once a move gives what named it to another one", async () => {
    expect(await said({ keeping: ["hired"], forgets: true }, hired)).toEqual([]);
  });

  test.each<[string, string]>([
    ["no sentence refuses it", candidates("The candidate has applications.")],
    [
      "no refusal is described",
      candidates(hired).replace('        "409": { description: "It is in use." }\n', ""),
    ],
  ])("may go where %s", async (_, yaml) => {
    const api = verifiedApi(await read(yaml));
    const rules = resourceFlows(api).flatMap((one) =>
      one.remove === undefined ? [] : keptWhileNamed(api, one, one.remove),
    );
    expect(rules).toEqual([]);
  });
});

describe("a record that names a deleted one in another state than those that keep it", () => {
  const others = "The other applications of the candidate are deleted too.";
  const inFirst = "Refused with 409 while it has applied applications.";
  const along = (way: Way, sentence: string): Promise<string[]> =>
    said(way, sentence, undefined, "deleted-with/Application");

  test("is found to be left", async () => {
    const sentence = `${inFirst} ${others}`;
    expect(await along({ keeping: ["applied"] }, sentence)).toEqual([
      "read-after-delete: leaves a Application of the deleted Candidate, which getApplication shows, and says that it deletes them with it",
    ]);
    expect(await along({ keeping: [] }, "Its applications are also deleted.")).toHaveLength(1);
    expect(await along({ keeping: ["applied"], takesAlong: true }, sentence)).toEqual([]);
  });

  test("may be left where the deleted one is marked, or the state cannot be left", async () => {
    const sentence = `${inFirst} ${others}`;
    expect(await along({ keeping: ["applied"], isSoft: true }, sentence)).toEqual([]);
    expect(await along({ keeping: stages }, sentence)).toEqual([]);
  });

  test.each([
    "Its applications are deleted after 30 days.",
    "Its applications are deleted only if they were not read.",
    "Its applications are not deleted.",
    "Its notes are deleted too, the applications stay.",
  ])("may be left where nothing says that it is deleted: %s", async (sentence) => {
    await expect(along({ keeping: [] }, sentence)).rejects.toThrow(/deleted-with/);
  });
});
