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
  });

test("a faultless service has no failure in any flow", async () => {
  const report = await verified();
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  // The service looks at no value of a request, and knows no methods: other kinds of cases find that.
  const others = /\/(invalid|bounds|generated|content-types|accept|methods)\b/;
  expect(report.failures.filter(({ id }) => !others.test(id))).toEqual([]);
});

test.each<[Fault, CheckName, string]>([
  ["hides what was created", "not-created", "GetPet"],
  ["does not list what was created", "not-created", "ListPets"],
  ["lists twice", "listed-twice", "ListPets"],
  ["forgets a member", "not-as-written", "GetPet"],
  ["ignores changes", "not-as-written", "UpdatePet"],
  ["ignores changes", "not-as-written", "ReplacePet"],
  ["adds with each PUT", "not-idempotent", "ReplacePet"],
  ["keeps what was deleted", "not-deleted", "GetPet"],
  ["lists what was deleted", "not-deleted", "ListPets"],
  ["fails at a second DELETE", "not-idempotent", "DeletePet"],
  ["keeps what it refused", "refused-but-done", "CreatePet"],
  ["does not look at the parent", "wrong-parent", "GetPet"],
])("finds a service that %s", async (fault, check, operationId) => {
  const { failures } = await verified(fault);
  expect(failures).toContainEqual(expect.objectContaining({ check, operationId }));
});
