import { verifyServer, type CheckName, type VerifyReport } from "@openapi-packages/verify";
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
      "CreatePet/flow/created",
      "UpdatePet/flow/updated",
      "ReplacePet/flow/twice",
      "DeletePet/flow/deleted",
      "CreatePet/flow/refused",
      "GetPet/flow/wrong-parent",
    ],
  });

test("a faultless service has no failure in any flow", async () => {
  const report = await verified();
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  // The service looks at no value of a request, and knows no methods: other kinds of cases find that.
  const others = /\/(invalid|bounds|generated|content-types|accept|methods)\b/;
  expect(report.failures.filter(({ id }) => !others.test(id))).toEqual([]);
});

test.each<[Fault, CheckName, string]>([
  ["hides what was created", "read-after-create", "GetPet"],
  ["does not list what was created", "lists-once", "ListPets"],
  ["lists twice", "lists-once", "ListPets"],
  ["forgets a member", "shows-what-was-sent", "GetPet"],
  ["ignores changes", "read-after-update", "UpdatePet"],
  ["ignores changes", "read-after-update", "ReplacePet"],
  ["reads what was there before", "read-after-update", "GetPet"],
  ["forgets what a PATCH leaves out", "read-after-update", "UpdatePet"],
  ["adds with each PUT", "repeats", "ReplacePet"],
  ["keeps what was deleted", "read-after-delete", "GetPet"],
  ["lists what was deleted", "lists-deleted", "ListPets"],
  ["fails at a second DELETE", "repeats", "DeletePet"],
  ["keeps what it refused", "failed-create", "CreatePet"],
  ["does not look at the parent", "wrong-parent", "GetPet"],
])("finds a service that %s", async (fault, check, operationId) => {
  const { failures } = await verified(fault);
  expect(failures).toContainEqual(expect.objectContaining({ check, operationId }));
});
