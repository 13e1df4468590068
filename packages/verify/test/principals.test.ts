import { verifyServer, type Expectations } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { shelterService, type Fault } from "./shelter-service.ts";
import { shelters } from "./shelters.ts";
import { describe as read } from "./support.ts";

const description = await read(shelters);

const verified = (faults: readonly Fault[], expectations: Expectations = {}) =>
  verifyServer({
    description,
    server: { fetch: shelterService(...faults) },
    credentials: { token: "right" },
    otherCredentials: { token: "other" },
    statuses: ["403"],
    operations: ["GetPet", "GetShelter"],
    expectations,
  });

test("a service that keeps its principals apart has no failure", async () => {
  expect(await verified([])).toMatchObject({ failures: [], errors: [] });
});

test.each<[Fault, string]>([
  ["lets others delete", "DeletePet"],
  ["tells others that it is there", "GetShelter"],
])("finds a service that %s", async (fault, operationId) => {
  const { failures } = await verified([fault]);
  expect(failures).toContainEqual(
    expect.objectContaining({ check: "other-principal", operationId }),
  );
});

test("what others read and list alike is theirs too, unless it is said to be private", async () => {
  const faults = ["shows others' records"] as const;
  expect((await verified(faults)).failures).toEqual([]);
  const { failures } = await verified(faults, { privateResources: ["Pet"] });
  expect(failures.map(({ operationId }) => operationId)).toEqual(
    expect.arrayContaining(["GetPet", "ListPets"]),
  );
});

test("resources that are said to be shared are left alone", async () => {
  const { failures } = await verified(["lets others delete"], { sharedResources: ["Pet"] });
  expect(failures).toEqual([]);
});
