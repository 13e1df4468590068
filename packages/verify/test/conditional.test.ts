import { verifyServer, type VerifyReport } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { shelterService, type Fault } from "./shelter-service.ts";
import { shelters } from "./shelters.ts";
import { describe as read } from "./support.ts";

const description = await read(shelters);

const verified = (...faults: Fault[]): Promise<VerifyReport> =>
  verifyServer({
    description,
    server: { fetch: shelterService(...faults) },
    credentials: { token: "right" },
    replay: [
      "GetPet/conditional/not-modified",
      "HeadPet/conditional/head",
      "ReplacePet/conditional/stale",
      "UpdatePet/conditional/stale",
    ],
  });

test("a service with validators has no failure, and each condition was tried", async () => {
  const report = await verified();
  expect(report).toMatchObject({ failures: [], errors: [] });
  const statusesOf = (id: string) =>
    report.coverage.find(({ operationId }) => operationId === id)?.statuses;
  expect(statusesOf("GetPet")).toMatchObject({ 304: 1 });
  expect(statusesOf("UpdatePet")).toEqual({ 412: 1 });
  expect(statusesOf("HeadPet")).toEqual({ 200: 1 });
});

test("412 alone is no promise to look at If-Match", async () => {
  const own = await read(
    shelters.replaceAll("{ name: If-Match, in: header, schema: { type: string } }", ""),
  );
  const report = await verifyServer({
    description: own,
    server: { fetch: shelterService("ignores If-Match") },
    credentials: { token: "right" },
    statuses: ["412"],
  });
  expect(report.failures.filter(({ check }) => check === "conditional")).toEqual([]);
});

test.each<[Fault, string]>([
  ["sends 304 never", "GetPet"],
  ["sends 304 whatever the tag", "GetPet"],
  ["ignores If-Match", "UpdatePet"],
  ["ignores If-Match", "ReplacePet"],
  ["has other headers for HEAD", "HeadPet"],
])("finds a service that %s", async (fault, operationId) => {
  const { failures } = await verified(fault);
  expect(failures).toContainEqual(expect.objectContaining({ check: "conditional", operationId }));
});
