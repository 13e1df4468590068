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
  ["does not list reservations below their article", "lists-once", "list_article_reservations"],
])("finds a service that %s", async (fault, check, operationId) => {
  const { failures } = await verified(fault);
  expect(failures).toContainEqual(expect.objectContaining({ check, operationId }));
});
