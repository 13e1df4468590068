import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  renderReport,
  verifyServer,
  type Expectations,
  type VerifyReport,
} from "@openapi-packages/verify";
import { expect, onTestFinished, test } from "vitest";
import { verifiedApi } from "../src/description/verified-api.ts";
import { readExpectations } from "../src/expectations/read-expectations.ts";
import { startPets, type Fault, type PetsService } from "./pets-service.ts";
import { describe as read, pets } from "./support.ts";

function folderOf(): string {
  const folder = mkdtempSync(join(tmpdir(), "expectations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function start(fault?: Fault): Promise<PetsService> {
  const service = await startPets(fault);
  onTestFinished(() => service.close());
  return service;
}

async function verified(
  service: PetsService,
  expectations: Expectations,
  options: Partial<Parameters<typeof verifyServer>[0]> = {},
): Promise<VerifyReport> {
  const description = await read(pets);
  return verifyServer({ description, server: service.url, expectations, ...options });
}

const isChange = (request: string): boolean => /^(DELETE|PATCH|PUT) /.test(request);

test("what changes or deletes is never sent to a live service that nobody calls disposable", async () => {
  const service = await start();
  const report = await verified(service, {});
  expect(service.requests.filter(isChange)).toEqual([]);
  expect(report.leftOut.map(({ caseId }) => caseId)).toEqual(
    expect.arrayContaining(["UpdatePet/example", "DeletePet/example"]),
  );
  expect(report.leftOut[0]?.how).toContain("--disposable");
});

test("what expectations name is called, and nothing else that destroys", async () => {
  const service = await start();
  await verified(service, { destructive: ["DeletePet"] });
  expect(service.requests.some((one) => one.startsWith("DELETE "))).toBe(true);
  expect(service.requests.filter((one) => one.startsWith("PATCH "))).toEqual([]);
});

test("a record that is given is read, and others are made to be changed, deleted and read again", async () => {
  const service = await start();
  const expectations = {
    parameters: { petId: "1" },
    destructive: ["DeletePet"],
    after: [{ operation: "DeletePet" }],
  };
  const { failures, errors } = await verified(service, expectations);
  const flows = failures.filter(({ id }) => id.includes("/flow/"));
  expect(flows.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
  expect(errors).toEqual([]);
  expect(service.requests).toContain("GET /pets/1");
  expect(service.requests.filter((one) => one === "DELETE /pets/1")).toHaveLength(1);
});

test("what an expectation names is still deleted", async () => {
  const service = await start();
  const inputs = { DeletePet: { path: { petId: "1" } } };
  const replay = ["DeletePet/example"];
  await verified(service, { inputs, destructive: ["DeletePet"] }, { replay });
  expect(service.requests).toContain("DELETE /pets/1");
});

test("a step after the cases that fails is told without a stack", async () => {
  const service = await start();
  const after = [{ operation: "GetPet", input: { path: { petId: "none" } } }];
  const { errors } = await verified(service, { after }, { operations: ["ListPets"] });
  expect(errors).toEqual([
    { caseId: "after", message: "the step GetPet of the expectations answers 404" },
  ]);
});

test.each(["WipePets", "EraseAll", "disableAlarms"])(
  "%s is not sent to a live service",
  async (id) => {
    const service = await start();
    const wipe = `  /pets/all:
    post: { operationId: ${id}, responses: { "204": { description: Done. } } }
  /pets/{petId}:
`;
    const description = await read(pets.replace("  /pets/{petId}:\n", wipe));
    await verified(service, {}, { description });
    expect(service.requests).not.toContain("POST /pets/all");
  },
);

test("what is to be left alone is not called, disposable or not, and not to clean up either", async () => {
  const service = await start();
  const report = await verified(service, { leaveAlone: ["DeletePet"] }, { disposable: true });
  expect(service.requests.filter((one) => one.startsWith("DELETE /pets/"))).toEqual([]);
  expect(report.remaining[0]?.reason).toBe("DeletePet is to be left alone");
});

test("what a run made is deleted in reverse order, and what was there stays", async () => {
  const service = await start();
  const report = await verified(service, {}, { disposable: true });
  expect([...service.pets.keys()]).toEqual(["1"]);
  expect(report.remaining).toEqual([]);
  const deleted = service.requests.filter((one) => one.startsWith("DELETE "));
  const last = deleted.slice(-2).map((one) => Number(one.split("/").at(-1)));
  expect(last).toEqual(last.toSorted((a, b) => b - a));
});

test("what could not be deleted is listed with what made it and why", async () => {
  const service = await start((request) =>
    request.method === "DELETE" ? { status: 500, body: { message: "no" } } : undefined,
  );
  const replay = ["CreatePet/example"];
  const report = await verified(service, {}, { disposable: true, replay });
  expect(report.remaining).toEqual([
    { resource: "Pet", key: "2", madeBy: "POST /pets", reason: "DeletePet answered 500" },
  ]);
});

test("what remains for one reason is told in one line", async () => {
  const service = await start();
  const report = await verified(service, {});
  expect(report.remaining.length).toBeGreaterThan(5);
  const told = renderReport("pretty", report).match(/^ {2}Pet .*$/gm);
  expect(told).toHaveLength(1);
  expect(told?.[0]).toMatch(
    /^ {2}Pet (\d+, ){5}\d+ more, of POST \/pets: DeletePet changes or deletes data$/,
  );
});

test("what is below a record that was deleted does not remain", async () => {
  const api = verifiedApi(
    await read(
      pets
        .replace(
          "  /pets/{petId}:\n",
          `  /pets/{petId}/visits:
    get:
      operationId: ListVisits
      tags: [pets]
      parameters:
        - { name: petId, in: path, required: true, schema: { type: string, minLength: 1 } }
      responses:
        "200":
          description: All.
          content:
            application/json:
              schema: { type: array, items: { $ref: "#/components/schemas/Visit" } }
    post:
      operationId: CreateVisit
      tags: [pets]
      parameters:
        - { name: petId, in: path, required: true, schema: { type: string, minLength: 1 } }
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/NewPet" } } }
      responses:
        "201":
          description: Made.
          content: { application/json: { schema: { $ref: "#/components/schemas/Visit" } } }
  /pets/{petId}:
`,
        )
        .replace(
          "    Error:\n",
          `    Visit:
      type: object
      required: [id, name]
      properties: { id: { type: string }, name: { type: string } }
    Error:
`,
        ),
    ),
  );
  const service = await start();
  service.pets.clear();
  const report = await verifyServer({
    description: api.description,
    server: service.url,
    disposable: true,
    replay: ["CreatePet/example", "CreateVisit/example"],
  });
  expect(service.requests.some((one) => one.endsWith("/visits"))).toBe(true);
  expect(report.remaining).toEqual([]);
});

test("a server in this process is not cleaned up: it ends with the test", async () => {
  const requests: string[] = [];
  const fetch = (request: Request): Response => {
    requests.push(request.method);
    return request.method === "POST"
      ? Response.json({ id: "2", name: "Ada" }, { status: 201 })
      : Response.json({ pets: [] });
  };
  const description = await read(pets);
  await verifyServer({ description, server: { fetch }, replay: ["CreatePet/example"] });
  expect(requests).toEqual(["POST"]);
});

test("steps before the cases give parameters, and those after run in the end, in order", async () => {
  const service = await start();
  const folder = folderOf();
  const report = await verified(
    service,
    {
      before: [
        { command: "echo before > order.txt" },
        {
          operation: "CreatePet",
          input: { body: { name: "Grace" } },
          parameters: { petId: "/id" },
        },
      ],
      after: [{ operation: "DeletePet" }, { command: "echo after >> order.txt" }],
    },
    { replay: ["GetPet/example"], seed: 3, expectationsFolder: folder },
  );
  expect(report).toMatchObject({ seed: 3, failures: [], errors: [], remaining: [] });
  expect(service.requests).toEqual(["POST /pets", "GET /pets/2", "DELETE /pets/2"]);
  expect(readFileSync(join(folder, "order.txt"), "utf8")).toBe("before\nafter\n");
});

test("where a step before the cases fails, no case runs, and the steps after do", async () => {
  const service = await start();
  const expectations: Expectations = {
    before: [{ command: "exit 7" }],
    after: [{ operation: "ListPets" }],
  };
  await expect(verified(service, expectations)).rejects.toThrow('the command "exit 7" ends with 7');
  expect(service.requests).toEqual(["GET /pets"]);
});

test("a step after the cases that fails is an error of the run", async () => {
  const service = await start();
  const after = [{ operation: "GetPet", input: { path: { petId: "99" } } }];
  const report = await verified(service, { after }, { replay: ["ListPets/example"] });
  expect(report.errors).toEqual([
    { caseId: "after", message: expect.stringContaining("answers 404") },
  ]);
});

const lists299: Fault = (request, pet) =>
  request.method === "GET" && pet === undefined && request.url === "/pets"
    ? { status: 299, body: {} }
    : undefined;

test.each([
  { id: "ListPets/example", reason: "is mended in May" },
  { id: "ListPets/example@0", reason: "is mended in May" },
  { check: "status", operation: "ListPets", reason: "is mended in May" },
] as const)("a known failure is let pass while it is there: %o", async (known) => {
  const service = await start(lists299);
  const report = await verified(service, { known: [known] }, { operations: ["ListPets"] });
  expect(report.failures.filter(({ check }) => check === "status")).toEqual([]);
  expect(report.known).toMatchObject([
    { reason: "is mended in May", failure: { check: "status" } },
  ]);
  expect(report.noLongerFailing).toEqual([]);
});

test.each([
  { id: "ListPets/example", reason: "was mended" },
  { id: "ListPets/gone", reason: "was mended" },
  { check: "status", operation: "ListPets", reason: "was mended" },
] as const)("a known failure that no longer occurs is told: %o", async (known) => {
  const service = await start();
  const report = await verified(service, { known: [known] }, { operations: ["ListPets"] });
  expect(report.noLongerFailing).toMatchObject([{ reason: "was mended" }]);
});

test("of a known failure whose case did not run, nothing is said", async () => {
  const service = await start();
  const known = [{ check: "status", operation: "ListPets", reason: "is mended in May" }] as const;
  const report = await verified(service, { known }, { operations: ["GetPet"] });
  expect(report.noLongerFailing).toEqual([]);
});

test("the values of expectations are those that are sent", async () => {
  const service = await start();
  service.pets.set("77", { id: "77", name: "Ada" });
  await verified(service, { parameters: { petId: 77 } }, { replay: ["GetPet/example"] });
  expect(service.requests).toEqual(["GET /pets/77"]);
});

test("each mistake in a file of expectations is told with its place, and what may be meant", async () => {
  const path = join(folderOf(), "expectations.yaml");
  writeFileSync(
    path,
    `paramters: {}
parameters:
  petID: 7
inputs:
  GetPets: {}
  GetPet:
    path: { pet: 1 }
    headers: {}
leaveAlone: [DeletePets]
before:
  - run: ls
  - operation: CreatePet
    parameters: { petId: id }
known:
  - check: statuss
    operation: GetPet
`,
  );
  const api = verifiedApi(await read(pets));
  let message = "";
  try {
    readExpectations(api, path);
  } catch (error) {
    message = String(error);
  }
  const told = message.split("\n").map((line) => line.replace(/^.*expectations\.yaml:/, "").trim());
  expect(told).toEqual([
    '1:1  there is no member "paramters"; did you mean parameters?',
    '3:3  there is no parameter "petID"; did you mean petId?',
    '5:3  there is no operation "GetPets"; did you mean GetPet?',
    '8:5  there is no member "headers"; did you mean header?',
    '7:13  there is no parameter of GetPet "pet"; did you mean petId?',
    '9:14  there is no operation "DeletePets"; did you mean DeletePet?',
    "11:5  a step has operation, which is called, or command, which is run",
    "13:19  the place of a parameter in the answer is a JSON pointer, such as /id",
    "15:5  a known failure has a reason",
    '15:5  there is no check "statuss"; did you mean status?',
  ]);
});

test("names in options are checked as those of a file are", async () => {
  const service = await start();
  await expect(verified(service, { destructive: ["Delete"] })).rejects.toThrow(
    'expectations/destructive/0: there is no operation "Delete"; did you mean DeletePet?',
  );
  await expect(verified(service, {}, { credentials: { key: "x" } })).rejects.toThrow(
    'there is no security scheme "key"',
  );
});

test("parts of a body change members of it, and leave the others as they are", async () => {
  const bodies: unknown[] = [];
  const description = await read(pets);
  const fetch = async (request: Request): Promise<Response> => {
    if (request.method === "POST") bodies.push(await request.json());
    return Response.json({ message: "no" }, { status: 400 });
  };
  await verifyServer({
    description,
    server: { fetch },
    replay: ["CreatePet/example"],
    expectations: { inputs: { CreatePet: { bodyParts: { "/name": "Rex", "/tag/owner": 7 } } } },
  });
  const operation = verifiedApi(description).operations.find(({ id }) => id === "CreatePet");
  const example = operation && description.exampleInput(operation.model);
  expect(bodies[0]).toEqual({
    ...(example?.input["body"] as object),
    name: "Rex",
    tag: { owner: 7 },
  });
});

test("says where a part of a body is misspelt, and what it may mean", async () => {
  const path = join(folderOf(), "expectations.yaml");
  writeFileSync(path, "inputs:\n  CreatePet:\n    bodyParts:\n      /nmae: Rex\n      name: Rex\n");
  const api = verifiedApi(await read(pets));
  expect(() => readExpectations(api, path)).toThrow(
    /expectations\.yaml:4:\d+ {2}there is no member "nmae"; did you mean name\?\n.*:5:\d+ {2}the place of a part/,
  );
});
