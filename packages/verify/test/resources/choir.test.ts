import { verifyServer, type CheckName, type VerifyReport } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { choirService, type ChoirFault } from "./choir-service.ts";
import { choir } from "./choir.ts";

const description = await read(choir);

const verified = (...faults: ChoirFault[]): Promise<VerifyReport> =>
  verifyServer({
    description,
    server: { fetch: choirService(...faults) },
    replay: [
      "singersStore/flow/created",
      "singersUpdate/flow/updated",
      "singersDestroy/flow/deleted",
      "rehearsalsStore/flow/created",
      "attend/flow/created",
      "attend/flow/twice",
      "unattend/flow/deleted",
      "attendances/flow/wrong-parent",
    ],
  });

test.each([0, 1, 2])(
  "a faultless service with keys in Location alone has no failure, seed %i",
  async (seed) => {
    const server = { fetch: choirService() };
    const report = await verifyServer({ description, server, seed });
    expect(report).toMatchObject({ failures: [], errors: [], leftOut: [] });
    expect(report.coverage.filter((one) => !one.isCovered)).toEqual([]);
  },
);

test.each<[ChoirFault, CheckName, string]>([
  ["loses the voice", "shows-what-was-sent", "singersShow"],
  ["loses the pieces", "shows-what-was-sent", "rehearsalsShow"],
  ["ignores changes", "read-after-update", "singersUpdate"],
  ["keeps deleted singers", "read-after-delete", "singersShow"],
  ["lists deleted singers", "lists-deleted", "singersIndex"],
  ["does not list rehearsals of the leader", "lists-once", "rehearsalsIndex"],
  ["forgets who comes", "read-after-create", "attendance"],
  ["keeps the first remark", "read-after-update", "attend"],
  ["lists everyone who comes anywhere", "wrong-parent", "attendances"],
  ["keeps who was taken out", "read-after-delete", "attendance"],
])("finds a service that %s", async (fault, check, operationId) => {
  const { failures } = await verified(fault);
  expect(failures).toContainEqual(expect.objectContaining({ check, operationId }));
});
