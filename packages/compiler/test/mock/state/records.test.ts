import { describe, expect, it } from "vitest";
import { planState } from "../../../src/mock/state/plan-state.ts";
import { answers, done, modelOf, pathOf, resourceOf, seedsOf, stateFrom } from "./described.ts";

const ref = (name: string): string => `{ $ref: "#/components/schemas/${name}" }`;

const readOf = (path: string, parameter: string, schema: string): string => `
${path}:
  parameters: ${pathOf(parameter)}
  get: { operationId: Read, responses: { "200": ${answers(schema)} } }
  delete: { operationId: Remove, responses: { "204": { description: Done. } } }
`;

describe("the key of a record", () => {
  it.for([
    [
      "the parameter's own name",
      "/pets/{pet_id}",
      "pet_id",
      "{ id: TEXT, pet_id: TEXT }",
      "pet_id",
    ],
    ["its last words", "/pets/{petId}", "petId", "{ name: TEXT, id: TEXT }", "id"],
    [
      "its last words",
      "/issues/{issue_number}",
      "issue_number",
      "{ id: TEXT, number: TEXT }",
      "number",
    ],
    [
      "a likely one of its type",
      "/users/{username}",
      "username",
      "{ id: INTEGER, login: TEXT }",
      "login",
    ],
    [
      "id where the parameter is called after the thing",
      "/promo-codes/{promo_code}",
      "promo_code",
      "{ code: TEXT, id: TEXT }",
      "id",
    ],
    ["nothing, where no member has it", "/doors/{door}", "door", "{ colour: BOOLEAN }", undefined],
  ] as const)("is %s: %s", ([, path, parameter, members, key]) => {
    const properties = members
      .replaceAll("TEXT", "{ type: string }")
      .replaceAll("INTEGER", "{ type: integer }")
      .replaceAll("BOOLEAN", "{ type: boolean }");
    const schemas = `{ Thing: { type: object, properties: ${properties} } }`;
    const thing = resourceOf(stateFrom(readOf(path, parameter, ref("Thing")), schemas), "Thing");
    expect(thing.key).toBe(key);
    expect(thing.keyParameter).toBe(parameter);
  });

  it.for([
    ["{ type: string, format: uuid }", "", "uuid"],
    ["{ type: string, pattern: '^[0-9a-f]{8}-[0-9a-f]{4}$' }", "", "uuid"],
    ["{ type: integer }", "", "integer"],
    ["{ type: string }", "", "text"],
    ["{ type: string }", "required: [id], ", "given"],
  ])("is made as its schema and the requests say: %s %s", ([key, required, keyType]) => {
    const body = `{ type: object, ${required}properties: { id: { type: string } } }`;
    const paths = `${readOf("/things/{id}", "id", ref("Thing"))}
/things:
  post:
    operationId: Create
    requestBody: { content: { application/json: { schema: ${body} } } }
    responses: { "201": ${answers(ref("Thing"))} }
`;
    const state = stateFrom(paths, `{ Thing: { type: object, properties: { id: ${key} } } }`);
    expect(resourceOf(state, "Thing").keyType).toBe(keyType);
  });
});

describe("what the server writes", () => {
  it("follows from names and formats, and is not what requests give", () => {
    const thing = `
Thing:
  type: object
  properties:
    id: { type: string }
    created_at: { type: string, format: date-time }
    modified: { type: integer }
    startedAt: { type: integer, examples: [1741340401125] }
    closed_at: { type: [string, "null"], format: date }
    due_at: { type: string, format: date-time }
    finished_at: { type: string, format: date-time }
    created_by: { type: string }
    owner: { type: object, properties: { login: { type: string } } }
`;
    const paths = `${readOf("/things/{id}", "id", ref("Thing"))}
/things:
  post:
    operationId: Create
    requestBody: { content: { application/json: { schema: { type: object, properties: { finished_at: { type: string } } } } } }
    responses: { "201": ${answers(ref("Thing"))} }
`;
    expect(resourceOf(stateFrom(paths, thing), "Thing").roles).toEqual({
      created_at: { role: "created", format: "date-time" },
      modified: { role: "updated", format: "seconds" },
      startedAt: { role: "started", format: "milliseconds" },
      closed_at: { role: "ended", format: "date", isNullable: true },
      created_by: { role: "owner" },
    });
  });

  it("is that of a member that a request has in common, if it is read-only there", () => {
    const created = "created_at: { type: string, format: date-time, readOnly: true }";
    const paths = `${readOf("/things/{id}", "id", ref("Thing"))}
/things:
  post:
    operationId: Create
    requestBody: { content: { application/json: { schema: ${ref("Thing")} } } }
    responses: { "201": ${answers(ref("Thing"))} }
`;
    const thing = `{ Thing: { type: object, properties: { id: { type: string }, ${created} } } }`;
    expect(resourceOf(stateFrom(paths, thing), "Thing").roles).toEqual({
      created_at: { role: "created", format: "date-time" },
    });
  });
});

describe("a lifecycle", () => {
  const jobs = (status: string, example = "{ id: a, status: QUEUED }", given = "{}"): string => `
/jobs:
  post:
    operationId: Create
    requestBody: { content: { application/json: { schema: { type: object, properties: ${given} } } } }
    responses: { "202": ${answers(ref("Job"), example)} }
/jobs/{id}:
  parameters: ${pathOf("id")}
  get: { operationId: Read, responses: { "200": ${answers(ref("Job"), `{ id: b, status: ${status}, output: 7, parent_id: x }`)} } }
`;
  const job = (status: string): string =>
    `{ Job: { type: object, properties: { id: { type: string }, status: ${ref("Status")}, output: {}, parent_id: { type: string } } }, Status: ${status} }`;
  const lifecycle = (paths: string, schemas: string) =>
    resourceOf(stateFrom(paths, schemas), "Job").lifecycle;

  it("goes from a start by way of something to a good end", () => {
    const status = "{ enum: [QUEUED, STARTING, RUNNING, SUCCEEDED, FAILED, CANCELLED] }";
    expect(lifecycle(jobs("SUCCEEDED"), job(status))).toEqual({
      member: "status",
      steps: [
        { value: "QUEUED", lasts: 500 },
        { value: "RUNNING", lasts: 1500 },
        { value: "SUCCEEDED" },
      ],
      terminal: ["SUCCEEDED", "FAILED", "CANCELLED"],
      cancelled: "CANCELLED",
      result: { output: 7 },
    });
  });

  it("is what the description says, where it says so", () => {
    const status =
      "{ enum: [one, two, three], x-lifecycle: { steps: [{ value: three, lasts: 20 }, one], cancelled: two } }";
    expect(lifecycle(jobs("one"), job(status))).toMatchObject({
      steps: [{ value: "three", lasts: 20 }, { value: "one" }],
      terminal: ["one", "two"],
      cancelled: "two",
    });
  });

  it("moves a status below the top level, where the record says", () => {
    const paths = jobs(
      "x, progress: { state: done }",
      "{ id: a, progress: { state: open } }",
    ).replaceAll("status: x, ", "");
    const state = "{ enum: [open, done, failed], x-lifecycle: { steps: [open, done] } }";
    const schemas = `{ Job: { type: object, x-lifecycle: { member: /progress/state }, properties: { id: { type: string }, output: {}, progress: { type: object, properties: { state: ${state} } } } } }`;
    expect(lifecycle(paths, schemas)).toEqual({
      member: "/progress/state",
      steps: [{ value: "open", lasts: 500 }, { value: "done" }],
      terminal: ["done", "failed"],
      result: { output: 7 },
    });
  });

  it("moves the member whose values have steps, whatever its name", () => {
    const schemas =
      "{ Job: { type: object, properties: { id: { type: string }, status: { enum: [queued, done] }, cooking: { enum: [raw, well], x-lifecycle: { steps: [raw, well] } } } } }";
    expect(lifecycle(jobs("done"), schemas)).toMatchObject({ member: "cooking" });
  });

  it.for([
    ["values have no end", "{ enum: [open, closed] }", "{ id: a, status: open }", "{}"],
    [
      "records are created at their end",
      "{ enum: [queued, done] }",
      "{ id: a, status: done }",
      "{}",
    ],
    [
      "requests say how far it is",
      "{ enum: [queued, done] }",
      "{ id: a, status: queued }",
      "{ status: {} }",
    ],
  ] as const)("is none where %s", ([, status, example, given]) => {
    expect(lifecycle(jobs("x", example, given), job(status))).toBeUndefined();
  });

  it("tells of itself in the stream below its records", () => {
    const event = "{ type: object, properties: { event_id: { type: string } } }";
    const paths = `${jobs("done")}
/jobs/{id}/events:
  parameters: ${pathOf("id")}
  get: { operationId: ListEvents, responses: { "200": ${answers(`{ type: array, items: ${event} }`)} } }
/jobs/{id}/events/live:
  parameters: ${pathOf("id")}
  get: { operationId: Follow, responses: { "200": { description: A., content: { text/event-stream: { schema: ${event} } } } } }
`;
    const state = stateFrom(paths, job("{ enum: [QUEUED, done] }"));
    const { events } = resourceOf(state, "Job").lifecycle ?? {};
    expect(events?.operationId).toBe("Follow");
    expect(resourceOf(state, events?.resource ?? "").isOpen).toBe(false);
  });
});

describe("what is there before anybody calls", () => {
  const pets = (list: string, one: string): string => `
/owners/{owner_id}/pets:
  parameters: [{ name: owner_id, in: path, required: true, schema: { type: string }, example: ann }]
  get: { operationId: ListPets, responses: { "200": ${answers(`{ type: array, items: ${ref("Pet")} }`, list)} } }
/pets/{pet_id}:
  parameters: ${pathOf("pet_id")}
  get: { operationId: GetPet, responses: { "200": ${answers(ref("Pet"), one)} } }
`;
  const pet =
    "{ Pet: { type: object, required: [pet_id], properties: { pet_id: { type: integer }, name: { type: string } } } }";

  it("is what examples of lists and reads show, each once with the most that is shown", () => {
    const state = stateFrom(
      pets("[{ pet_id: 1, name: Rex }, { pet_id: 2 }]", "{ pet_id: 2, name: Tom }"),
      pet,
    );
    expect(seedsOf(state, "Pet")).toEqual([
      { scope: { owner_id: "ann" }, value: { pet_id: 1, name: "Rex" } },
      { scope: { owner_id: "ann" }, value: { pet_id: 2, name: "Tom" } },
    ]);
  });

  it("is made from the schema where no example conforms", () => {
    const [seed] = resourceOf(stateFrom(pets("[{}]", "{}"), pet), "Pet").seeds;
    expect(seed?.scope).toEqual({ owner_id: "ann" });
    expect(seed?.value).toHaveProperty("pet_id");
  });

  it("is nothing but examples where there is one", () => {
    const state = stateFrom(pets("[{ pet_id: 9 }]", "{}"), pet);
    expect(seedsOf(state, "Pet")).toEqual([{ scope: { owner_id: "ann" }, value: { pet_id: 9 } }]);
  });

  it("is below a record that is there, where nothing says which", () => {
    const toy = "{ type: object, properties: { toy_id: { type: string } } }";
    const state = stateFrom(
      `${pets("[{ pet_id: 5 }]", "{ pet_id: 5 }")}
/pets/{pet_id}/toys:
  parameters: ${pathOf("pet_id")}
  get: { operationId: ListToys, responses: { "200": ${answers(`{ type: array, items: ${ref("Toy")} }`, "[{ toy_id: ball }]")} } }
`,
      pet.replace("{ Pet", `{ Toy: ${toy}, Pet`),
    );
    expect(seedsOf(state, "Toy")).toEqual([{ scope: { pet_id: "5" }, value: { toy_id: "ball" } }]);
  });

  it("has a key to ask for it by, even where no example shows one", () => {
    const path = `
/pets:
  get: { operationId: ListPets, responses: { "200": ${answers(`{ type: array, items: ${ref("Pet")} }`, "[{ name: Rex }]")} } }
  post: { operationId: AddPet, responses: { "201": ${answers(ref("Pet"))} } }
/pets/{pet_id}:
  parameters: [{ name: pet_id, in: path, required: true, schema: { type: integer }, example: 7 }]
  get: { operationId: GetPet, responses: { "200": ${answers(ref("Pet"), "{ name: Rex }")} } }
`;
    const state = stateFrom(path, pet.replace("pet_id]", "name]"));
    expect(seedsOf(state, "Pet")).toEqual([{ scope: {}, value: { name: "Rex", pet_id: 7 } }]);
  });

  it("has a number as its key where the path takes any text", () => {
    const path = `
/pets/{pet_id}:
  parameters: ${pathOf("pet_id")}
  get: { operationId: GetPet, responses: { "200": ${answers(ref("Pet"), "{ name: Rex }")} } }
`;
    const state = stateFrom(path, pet.replace("pet_id]", "name]"));
    expect(seedsOf(state, "Pet")).toEqual([{ scope: {}, value: { name: "Rex", pet_id: 1 } }]);
  });

  it("may be anything where records are created and removed, and none is ever shown", () => {
    const state = stateFrom(
      `
/pets:
  post: { operationId: AddPet, responses: { "201": ${answers(ref("Pet"))} } }
/pets/{pet_id}:
  parameters: ${pathOf("pet_id")}
  delete: { operationId: RemovePet, responses: { "204": ${done} } }
`,
      pet,
    );
    expect(resourceOf(state, "Pet")).toMatchObject({ isOpen: true, seeds: [] });
  });

  it("is asked for when somebody looks, and made once", () => {
    let asked = 0;
    const state = planState(modelOf(pets("[]", "{ pet_id: 3 }"), pet), () => {
      asked += 1;
      return [];
    });
    expect(asked).toBe(0);
    const { seeds } = resourceOf(state, "Pet");
    expect(resourceOf(state, "Pet").seeds).toBe(seeds);
    expect(asked).toBe(2);
  });
});
