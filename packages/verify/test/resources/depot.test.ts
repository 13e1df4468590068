import { createMock } from "@openapi-packages/mock";
import { verifyServer, type CheckName, type VerifyReport } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { depotService, type DepotFault } from "./depot-service.ts";
import { depot } from "./depot.ts";

const description = await read(depot);

const verified = (...faults: DepotFault[]): Promise<VerifyReport> =>
  verifyServer({
    description,
    server: { fetch: depotService(...faults) },
    replay: [
      "put_price/flow/read",
      "list_article_reservations/flow/wrong-parent",
      "put_article/flow/created",
      "put_article/flow/twice",
      "delete_article/flow/deleted",
      "create_reservation/flow/created",
    ],
  });

test.each([0, 1, 2])(
  "a faultless service of keys that clients choose has no failure, seed %i",
  async (seed) => {
    const server = { fetch: depotService() };
    const report = await verifyServer({ description, server, seed });
    expect(report).toMatchObject({ failures: [], errors: [], leftOut: [] });
    expect(report.coverage.filter((one) => !one.isCovered)).toEqual([]);
  },
);

test.each<[DepotFault, CheckName, string]>([
  ["creates nothing", "read-after-create", "get_article"],
  ["does not list what was put", "lists-once", "list_articles"],
  ["keeps the first title", "read-after-update", "put_article"],
  ["forgets the note", "shows-what-was-sent", "get_article"],
  ["answers something else than it keeps", "shows-what-was-sent", "put_article"],
  ["keeps deleted articles", "read-after-delete", "get_article"],
  ["lists deleted articles", "lists-deleted", "list_articles"],
  ["lists an old title", "read-after-update", "list_articles"],
  ["keeps the first price", "read-after-update", "put_price"],
  ["has one price for all", "changes-others", "put_price"],
  ["keeps deleted prices", "read-after-delete", "get_price"],
  ["lists reservations of all articles", "wrong-parent", "list_article_reservations"],
  ["reserves for another article", "shows-what-was-sent", "create_reservation"],
  ["does not list reservations below their article", "lists-once", "list_article_reservations"],
])("finds a service that %s", async (fault, check, operationId) => {
  const { failures } = await verified(fault);
  expect(failures).toContainEqual(expect.objectContaining({ check, operationId }));
});

test.each<[DepotFault, string]>([
  ["needs no request key", "header.X-Request-Key/missing"],
  ["takes any quantity", "body/quantity/above-maximum"],
])(
  "does not take a stock that ran out for the refusal of a service that %s",
  async (fault, what) => {
    const server = { fetch: depotService(fault) };
    const operations = ["create_reservation"];
    const { failures } = await verifyServer({ description, server, operations });
    const id = `create_reservation/invalid/${what}@0`;
    expect(failures).toContainEqual(expect.objectContaining({ check: "takes-invalid", id }));
  },
);

test("what cannot be told from the state of records is left out", async () => {
  const server = { fetch: depotService("sells out") };
  const replay = ["create_reservation/invalid/header.X-Request-Key/missing"];
  const { failures, leftOut } = await verifyServer({ description, server, replay });
  expect(failures).toEqual([]);
  const reason = expect.stringContaining("it answers 409") as string;
  expect(leftOut).toContainEqual(expect.objectContaining({ reason }));
});

test("a mock that keeps no value below a record has no failure", async () => {
  const server = createMock(description.mock);
  const report = await verifyServer({ description, server });
  expect(report.failures).toEqual([]);
});
