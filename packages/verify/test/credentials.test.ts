import { createMock } from "@openapi-packages/mock";
import { verifyServer, type CheckName, type VerifyServerOptions } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { shelterService, type Fault } from "./shelter-service.ts";
import { shelters } from "./shelters.ts";
import { describe as read } from "./support.ts";

const description = await read(shelters);
const ids = description.mock.operations.map(({ operation }) => operation.operationId);

const verified = (faults: Fault[], options: Partial<VerifyServerOptions> = {}) =>
  verifyServer({
    description,
    server: { fetch: shelterService(...faults) },
    credentials: { token: "right" },
    expiredCredentials: { token: "expired" },
    replay: ids.map((id) => `${id}/credentials`),
    ...options,
  });

test("a service that asks for credentials everywhere has no failure, and each operation refused", async () => {
  const report = await verified([]);
  expect(report).toMatchObject({ failures: [], errors: [] });
  expect(report.coverage.every(({ statuses }) => (statuses["401"] ?? 0) >= 3)).toBe(true);
});

test.each<[Fault, CheckName, readonly string[]]>([
  ["lets everyone in", "ignores-credentials", ids],
  ["lets everyone read", "ignores-credentials", ["GetShelter", "ListPets", "GetPet"]],
  ["takes any token", "ignores-credentials", ids],
  ["takes expired tokens", "ignores-credentials", ids],
])("finds a service that %s, once per operation", async (fault, check, operationIds) => {
  const { failures } = await verified([fault]);
  expect(failures.map((one) => [one.check, one.operationId]).toSorted()).toEqual(
    operationIds.map((id) => [check, id]).toSorted(),
  );
});

test("401 without WWW-Authenticate is one failure, at the scheme", async () => {
  const { failures } = await verified(["says no scheme"]);
  expect(failures).toEqual([
    expect.objectContaining({
      check: "challenge",
      pointer: "/components/securitySchemes/token",
    }),
  ]);
});

test("credentials that something else asks for are not verified", async () => {
  const report = await verifyServer({
    description,
    server: { fetch: shelterService("lets everyone in") },
    statuses: ["401"],
    expectations: { credentialsElsewhere: true },
  });
  expect(report.failures.filter(({ check }) => check === "ignores-credentials")).toEqual([]);
  expect(report.coverage.every(({ statuses }) => statuses["401"] === undefined)).toBe(true);
});

test("operations that anybody may call are let in, and scopes are asked of those that require some", async () => {
  const own = await read(`openapi: 3.1.0
info: { title: Scopes, version: 1.0.0 }
security: [{ token: [write] }]
paths:
  /open: { get: { operationId: Open, security: [], responses: { "204": { description: Done. } } } }
  /optional: { get: { operationId: Optional, security: [{ token: [] }, {}], responses: { "204": { description: Done. } } } }
  /plain: { get: { operationId: Plain, security: [{ token: [] }], responses: { "204": { description: Done. } } } }
  /scoped: { get: { operationId: Scoped, responses: { "204": { description: Done. } } } }
components:
  securitySchemes:
    token:
      type: oauth2
      flows: { clientCredentials: { tokenUrl: /token, scopes: { write: Writes. } } }
`);
  const mock = createMock(own.mock, {
    demandCredentials: true,
    credentials: { token: ["right", "weak"] },
  });
  const { failures } = await verifyServer({
    description: own,
    server: mock,
    credentials: { token: "right" },
    weakCredentials: { token: "weak" },
  });
  expect(failures.map(({ check, operationId }) => [check, operationId])).toEqual([
    ["ignores-scopes", "Scoped"],
  ]);
});
