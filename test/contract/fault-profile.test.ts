import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createClient } from "@genai-app/client";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { operations } from "./cases.ts";
import type { OperationCase } from "./cases.ts";
import { badOutcome, goodOutcome, outcomeOf } from "./faults/outcome.ts";
import type { Caller, Outcome } from "./faults/outcome.ts";
import { documentedErrors, networkFaults } from "./faults/cells.ts";
import type { Cell } from "./faults/cells.ts";
import { ruleOf } from "./faults/matrix.ts";
import { isRetried } from "./faults/policy.ts";
import type { Told } from "./faults/reach.ts";
import { token } from "./subjects/subject.ts";

const root = join(import.meta.dirname, "..", "..");
const folder = mkdtempSync(join(tmpdir(), "fault-profile-"));

/** What the profile lets happen to which operation, at its first request. */
const cells = [
  cellOf("GetConfig", "reset"),
  cellOf("ListBuckets", "half-body"),
  cellOf("ListAssistants", "malformed-json"),
  cellOf("CreateApiKey", "reset"),
  cellOf("GetStructureRunEventsSSE", "stream-truncated"),
  cellOf("ListStructures", "503"),
  cellOf("CreateBucket", "422"),
  cellOf("DeleteFunction", "half-body"),
];

function cellOf(operationId: string, name: string): Cell {
  const operation = operations.find((one) => one.operationId === operationId);
  const fault = [...networkFaults, ...documentedErrors].find((one) => one.name === name);
  if (operation && fault) return { operation, fault };
  throw new Error(`there is no ${operationId} or no ${name}`);
}

let child: ChildProcess;
let url = "";

beforeAll(async () => {
  const config = join(folder, "config.json");
  const rules = cells.map((cell) => ({ ...ruleOf(cell), times: 1 }));
  writeFileSync(join(folder, "faults.json"), JSON.stringify({ rules }));
  writeFileSync(config, '{ "mock": { "faults": "faults.json" } }');
  child = spawn(
    join(root, "node_modules", ".bin", "node"),
    ["generator/src/cli.ts", "mock", "spec/openapi.yaml"].concat([
      "--port",
      "0",
      "--no-state",
      "--config",
      config,
    ]),
    { cwd: root, stdio: ["ignore", "pipe", "inherit"] },
  );
  if (child.stdout === null) throw new Error("it says nothing");
  const lines = createInterface(child.stdout);
  for await (const line of lines) {
    url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? "";
    if (url !== "") break;
  }
  child.stdout.resume();
});
afterAll(async () => {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
  rmSync(folder, { recursive: true });
});

// The client waits for a random time before it tries again.
beforeEach(() => void vi.spyOn(Math, "random").mockReturnValue(0));
afterEach(() => void vi.restoreAllMocks());

test.each(cells)("a profile lets $operation.operationId fail by $fault.name", async (cell) => {
  const { operation } = cell;
  const first = await outcomeOf(caller(operation), operation, {});
  const fails: Omit<Outcome, "requests"> = isRetried(cell)
    ? goodOutcome(operation)
    : badOutcome(cell);
  expect(first).toMatchObject(fails);
  expect(first.requests).toHaveLength(isRetried(cell) ? 2 : 1);
  expect(await outcomeOf(caller(operation), operation, {})).toMatchObject(goodOutcome(operation));
});

/** A client of the mock in the other process; what has been sent is counted here. */
function caller({ operationId }: OperationCase): Caller {
  const sent: Told[] = [];
  const client = createClient({
    baseUrl: url,
    auth: token,
    fetch: (request, init) => {
      sent.push({ operationId, fault: undefined });
      return fetch(request, init);
    },
  });
  const traffic = { take: async () => sent };
  return { client, clock: { reset: () => {}, receive: () => {} }, traffic };
}
