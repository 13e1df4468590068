import { describe, expect, it } from "vitest";
import { answers, done, kindsOf, operationOf, pathOf, resourceOf, stateFrom } from "./described.ts";

const pet =
  "{ type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }";

const ref = (name: string): string => `{ $ref: "#/components/schemas/${name}" }`;
const listOf = (name: string): string => `{ type: array, items: ${ref(name)} }`;

describe("what an operation does", () => {
  it("follows from its method and path, and what it answers", () => {
    const state = stateFrom(
      `
/pets:
  get: { operationId: ListPets, responses: { "200": ${answers(listOf("Pet"))} } }
  post: { operationId: AddPet, responses: { "201": ${answers(ref("Pet"))} } }
/pets/{petId}:
  parameters: ${pathOf("petId")}
  get: { operationId: GetPet, responses: { "200": ${answers(ref("Pet"))} } }
  patch: { operationId: ChangePet, responses: { "200": ${answers(ref("Pet"))} } }
  put: { operationId: PutPet, responses: { "200": ${answers(ref("Pet"))} } }
  delete: { operationId: RemovePet, responses: { "204": ${done} } }
/pets/{petId}/photo:
  parameters: ${pathOf("petId")}
  get: { operationId: GetPhoto, responses: { "200": { description: A., content: { image/png: {} } } } }
/weather:
  get: { operationId: GetWeather, responses: { "200": ${answers("{ type: object }")} } }
`,
      `{ Pet: ${pet} }`,
    );
    expect(kindsOf(state)).toEqual({
      ListPets: "list Pet",
      AddPet: "create Pet",
      GetPet: "read Pet",
      ChangePet: "update Pet",
      PutPet: "replace Pet",
      RemovePet: "delete Pet",
      GetPhoto: "below Pet",
    });
    expect(operationOf(state, "RemovePet")).not.toHaveProperty("at");
    expect(operationOf(state, "GetPet")).toMatchObject({
      at: "",
      path: [{ parameter: "petId", resource: "Pet", member: "id" }],
    });
  });

  it("finds records and lists in what wraps them", () => {
    const wrapped = `{ type: object, properties: { pet: ${ref("Pet")} } }`;
    const list = `{ type: object, properties: { links: { type: object }, pets: ${listOf("Pet")} } }`;
    const state = stateFrom(
      `
/pets:
  get: { operationId: ListPets, responses: { "200": ${answers(list)} } }
  post: { operationId: AddPet, responses: { "201": ${answers(wrapped)} } }
/pets/{pet_id}:
  parameters: ${pathOf("pet_id")}
  get: { operationId: GetPet, responses: { "200": ${answers(wrapped)} } }
`,
      `{ Pet: ${pet} }`,
    );
    const places = ["ListPets", "AddPet", "GetPet"].map((id) => operationOf(state, id).at);
    expect(places).toEqual(["/pets", "/pet", "/pet"]);
  });

  it("is done with a record at a path below its own, and may cancel it", () => {
    const job =
      "{ type: object, properties: { job_id: { type: string, format: uuid }, state: { type: string } } }";
    const state = stateFrom(
      `
/jobs/{job_id}:
  parameters: ${pathOf("job_id")}
  get: { operationId: GetJob, responses: { "200": ${answers(ref("Job"))} } }
/jobs/{job_id}/cancel:
  parameters: ${pathOf("job_id")}
  post: { operationId: CancelJob, responses: { "200": ${answers(ref("Job"))} } }
/jobs/{job_id}/restart:
  parameters: ${pathOf("job_id")}
  post: { operationId: RestartJob, responses: { "200": ${answers(ref("Job"))} } }
  get: { operationId: RestartJobByLink, responses: { "200": ${answers(ref("Job"))} } }
/jobs/{job_id}/report:
  parameters: ${pathOf("job_id")}
  get: { operationId: GetReport, responses: { "200": ${answers(ref("Job"))} } }
`,
      `{ Job: ${job} }`,
    );
    expect(operationOf(state, "CancelJob")).toMatchObject({ kind: "act", action: "cancel" });
    expect(operationOf(state, "RestartJob")).toMatchObject({ kind: "act", at: "" });
    expect(operationOf(state, "RestartJob")).not.toHaveProperty("action");
    expect(operationOf(state, "RestartJobByLink").kind).toBe("act");
    // Nothing creates jobs: any may be there, so that there is nothing to look up.
    expect(kindsOf(state)).not.toHaveProperty("GetReport");
    expect(resourceOf(state, "Job")).toMatchObject({ keyType: "uuid", isOpen: true });
  });

  it("streams what a path next to it lists", () => {
    const event = "{ type: object, properties: { event_id: { type: string } } }";
    const state = stateFrom(
      `
/runs/{run_id}:
  parameters: ${pathOf("run_id")}
  get: { operationId: GetRun, responses: { "200": ${answers("{ type: object, properties: { run_id: { type: string } } }")} } }
/runs/{run_id}/events:
  parameters: ${pathOf("run_id")}
  get: { operationId: ListEvents, responses: { "200": ${answers(listOf("Event"))} } }
/runs/{run_id}/events/stream:
  parameters: ${pathOf("run_id")}
  get: { operationId: Follow, responses: { "200": { description: A., content: { text/event-stream: { schema: ${ref("Event")} } } } } }
`,
      `{ Event: ${event} }`,
    );
    expect(operationOf(state, "ListEvents")).toMatchObject({ kind: "list", resource: "Event" });
    expect(operationOf(state, "Follow")).toMatchObject({ kind: "stream", resource: "Event" });
  });

  it("signs an address for a record whose path has the same parameters", () => {
    const file =
      "{ type: object, properties: { name: { type: string }, bytes: { type: integer }, content: {} } }";
    const url = "{ type: object, properties: { url: { type: string } } }";
    const state = stateFrom(
      `
/boxes/{box}/files/{name}:
  parameters: ${pathOf("box", "name")}
  get: { operationId: GetFile, responses: { "200": ${answers(ref("File"))} } }
/boxes/{box}/file-urls/{name}:
  parameters: ${pathOf("box", "name")}
  post:
    operationId: SignFile
    requestBody: { content: { application/json: { schema: { type: object, properties: { verb: { enum: [GET, PUT] } } } } } }
    responses: { "200": ${answers(url)} }
/boxes/{box}/summary/{name}:
  parameters: ${pathOf("box", "name")}
  get: { operationId: Summarize, responses: { "200": ${answers(url)} } }
`,
      `{ File: ${file} }`,
    );
    expect(operationOf(state, "SignFile")).toEqual({
      kind: "sign",
      resource: "File",
      path: [{ parameter: "box" }, { parameter: "name", resource: "File", member: "name" }],
      url: "url",
      method: "verb",
      size: "bytes",
      contents: "content",
    });
    expect(kindsOf(state)).not.toHaveProperty("Summarize");
  });

  it("creates many of a list in the request, where it answers none or a list", () => {
    const item = "{ type: object, properties: { text: { type: string } } }";
    const state = stateFrom(
      `
/notes:
  get: { operationId: ListNotes, responses: { "200": ${answers(listOf("Note"))} } }
  post:
    operationId: AddNotes
    requestBody: { content: { application/json: { schema: { type: object, properties: { notes: { type: array, items: ${item} } } } } } }
    responses: { "202": ${done} }
`,
      "{ Note: { type: object, properties: { note_id: { type: string }, text: { type: string } } } }",
    );
    expect(operationOf(state, "AddNotes")).toEqual({
      kind: "create",
      resource: "Note",
      path: [],
      many: "/notes",
      given: ["text"],
    });
  });
});

describe("a resource", () => {
  it("is the same wherever its schema is answered, or a larger or smaller one with its key", () => {
    const key = `{ type: object, required: [key_id, name], properties: { key_id: { type: string }, name: { type: string } } }`;
    const withValue = `{ type: object, required: [key_id, name, value], properties: { key_id: { type: string }, name: { type: string }, value: { type: string } } }`;
    const state = stateFrom(
      `
/keys/{key_id}:
  parameters: ${pathOf("key_id")}
  get: { operationId: GetKey, responses: { "200": ${answers(ref("Key"))} } }
/users/{user_id}/keys:
  parameters: ${pathOf("user_id")}
  get: { operationId: ListKeys, responses: { "200": ${answers(listOf("Key"))} } }
  post: { operationId: CreateKey, responses: { "201": ${answers(ref("KeyWithValue"))} } }
`,
      `{ Key: ${key}, KeyWithValue: ${withValue} }`,
    );
    expect(kindsOf(state)).toEqual({
      GetKey: "read Key",
      ListKeys: "list Key",
      CreateKey: "create Key",
    });
    expect(operationOf(state, "CreateKey")).toMatchObject({ once: ["value"], given: [] });
    expect(resourceOf(state, "Key").isOpen).toBe(false);
  });

  it("is another one where each has members that the other must not lack", () => {
    const event = (parent: string): string =>
      `{ type: object, required: [event_id, ${parent}], properties: { event_id: { type: string }, ${parent}: { type: string } } }`;
    const state = stateFrom(
      `
/events/{event_id}:
  parameters: ${pathOf("event_id")}
  get: { operationId: GetEvent, responses: { "200": ${answers(ref("JobEvent"))} } }
/runs/{run_id}:
  parameters: ${pathOf("run_id")}
  get: { operationId: GetRun, responses: { "200": ${answers("{ type: object, properties: { run_id: { type: string } } }")} } }
/runs/{run_id}/events:
  parameters: ${pathOf("run_id")}
  get: { operationId: ListRunEvents, responses: { "200": ${answers(listOf("RunEvent"))} } }
`,
      `{ JobEvent: ${event("job_id")}, RunEvent: ${event("run_id")} }`,
    );
    expect(operationOf(state, "GetEvent").resource).toBe("JobEvent");
    expect(operationOf(state, "ListRunEvents")).toMatchObject({
      resource: "RunEvent",
      path: [{ parameter: "run_id", member: "run_id" }],
    });
  });

  it.for([
    ["runs", "run_id", "run_id"],
    ["runs", "runId", "runId"],
    ["runs", "plan_id", undefined],
  ] as const)("is below a record of /%s/{id} by its %s", ([things, name, member]) => {
    const state = stateFrom(
      `
/${things}/{id}:
  parameters: ${pathOf("id")}
  get: { operationId: GetRun, responses: { "200": ${answers(ref("Run"))} } }
/${things}/{id}/events:
  parameters: ${pathOf("id")}
  get: { operationId: ListEvents, responses: { "200": ${answers(listOf("Event"))} } }
`,
      `{
  Run: { type: object, required: [id], properties: { id: { type: string }, input: { type: string } } },
  Event: { type: object, required: [id], properties: { id: { type: string }, ${name}: { type: string } } }
}`,
    );
    const parent = { parameter: "id", resource: "Run", ...(member !== undefined && { member }) };
    expect(operationOf(state, "ListEvents").path).toEqual([parent]);
  });

  it("counts the views of a schema as that schema", () => {
    const account =
      "{ type: object, required: [account_id, secret], properties: { account_id: { type: string, readOnly: true }, secret: { type: string, writeOnly: true } } }";
    const state = stateFrom(
      `
/accounts:
  post:
    operationId: Open
    requestBody: { content: { application/json: { schema: ${ref("Account")} } } }
    responses: { "201": ${answers(ref("Account"))} }
/accounts/{account_id}:
  parameters: ${pathOf("account_id")}
  get: { operationId: GetAccount, responses: { "200": ${answers(ref("Account"))} } }
`,
      `{ Account: ${account} }`,
    );
    expect(kindsOf(state)).toEqual({ Open: "create Account", GetAccount: "read Account" });
  });

  it("has one place for each path where its keys are names", () => {
    const variable = "{ type: object, properties: { name: { type: string } } }";
    const state = stateFrom(
      `
/projects/{project}/variables/{name}:
  parameters: ${pathOf("project", "name")}
  get: { operationId: GetOfProject, responses: { "200": ${answers(ref("Variable"))} } }
  delete: { operationId: RemoveOfProject, responses: { "204": ${done} } }
/stages/{stage}/variables/{name}:
  parameters: ${pathOf("stage", "name")}
  get: { operationId: GetOfStage, responses: { "200": ${answers(ref("Variable"))} } }
`,
      `{ Variable: ${variable} }`,
    );
    expect(operationOf(state, "GetOfProject").resource).toBe("Variable");
    expect(operationOf(state, "GetOfStage").resource).toBe("StageVariable");
  });

  it("is known from its list where it is only removed at its path, and not where it is joined to something", () => {
    const paths = (method: string): string => `
/grants:
  get: { operationId: ListGrants, responses: { "200": ${answers(listOf("Grant"))} } }
/grants/{grant_id}:
  parameters: ${pathOf("grant_id")}
  delete: { operationId: Revoke, responses: { "204": ${done} } }
  ${method}: { operationId: Other, responses: { "204": ${done} } }
`;
    const grant = "{ Grant: { type: object, properties: { id: { type: integer } } } }";
    expect(operationOf(stateFrom(paths("head"), grant), "Revoke").kind).toBe("delete");
    expect(kindsOf(stateFrom(paths("put"), grant))).toEqual({ ListGrants: "list Grant" });
  });
});
