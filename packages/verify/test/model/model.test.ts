import { createMock } from "@openapi-packages/mock";
import { verifyServer, type TestedServer, type VerifyReport } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read, pets } from "../support.ts";
import { faultyShelters } from "./faulty-shelters.ts";
import { Shelter } from "./shelter.ts";

const described = pets.replace(
  "required: [pets]\n                properties: {",
  "required: [pets, total]\n                properties: { total: { type: integer },",
);
const description = await read(described);
const replay = ["CreatePet/model"];

const compared = (server: TestedServer, seed = 0): Promise<VerifyReport> =>
  verifyServer({ description, server, replay, seed });

/** A shelter whose programming errors are answered, as frameworks do it. */
function served(shelter: Shelter): TestedServer {
  const fetch = (request: Request): Promise<Response> =>
    shelter.fetch(request).catch(() => Response.json({ message: "Sorry." }, { status: 500 }));
  return { fetch };
}

test.each([0, 1, 2, 3])(
  "a shelter without a fault does as the mock does, by seed %s",
  async (seed) => {
    const report = await compared(served(new Shelter()), seed);
    expect(report).toMatchObject({ failures: [], errors: [], leftOut: [] });
    expect(report.exchanges).toBeLessThan(50);
  },
);

test("the mock does as the mock does", async () => {
  expect(await compared(createMock(description.mock))).toMatchObject({ failures: [], errors: [] });
});

test.each(faultyShelters)(
  "a shelter that $name is shown by the shortest sequence",
  async ({ make, kind, sequence }) => {
    const { failures, errors } = await compared(served(make()));
    expect(errors).toEqual([]);
    const found = failures.find(({ issues }) => issues[0]?.keyword === kind);
    expect(found).toMatchObject({ check: "differs-from-mock", id: "CreatePet/model@0" });
    expect(found?.exchanges.map(({ operation }) => operation?.id)).toEqual(sequence);
    expect(found?.expected?.map(({ operation }) => operation?.id)).toEqual(sequence);
    const [last, expected] = [found?.exchanges.at(-1), found?.expected?.at(-1)];
    expect([last?.response?.status, last?.value]).not.toEqual([
      expected?.response?.status,
      expected?.value,
    ]);
  },
);

test("a divergence comes without the members that do not matter", async () => {
  const { make } = faultyShelters.find(({ name }) => name === "deletes nothing") ?? {};
  const { failures } = await compared(served(make?.() ?? new Shelter()));
  const body = new TextDecoder().decode(failures[0]?.exchanges[0]?.request.body);
  expect(Object.keys(JSON.parse(body) as object)).toEqual(["name"]);
});

test.each([
  [
    { operation: "UpdatePet" },
    "expectations/differsFromMock/0: an operation that differs has a reason",
  ],
  [{ operation: "ChangePet", reason: "none" }, /differsFromMock\/0\/operation: .*ChangePet/],
])("%j is refused as an operation that differs", async (differing, message) => {
  const expectations = { differsFromMock: [differing as { operation: string; reason: string }] };
  const run = verifyServer({ description, server: served(new Shelter()), expectations });
  await expect(run).rejects.toThrow(message);
});

test("an operation that differs on purpose is not compared", async () => {
  const { make } = faultyShelters.find(({ name }) => name === "loses an update") ?? {};
  const differsFromMock = [{ operation: "UpdatePet", reason: "changes wait for approval" }];
  const server = served(make?.() ?? new Shelter());
  const report = await verifyServer({
    description,
    server,
    replay,
    expectations: { differsFromMock },
  });
  expect(report.failures).toEqual([]);
  expect(report.coverage.find(({ operationId }) => operationId === "UpdatePet")?.successes).toBe(0);
});
