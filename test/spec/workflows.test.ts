import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { glob } from "node:fs/promises";
import { createMock, type Mock } from "@openapi-packages/mock";
import { toNodeListener } from "@openapi-packages/runtime/server/node";
import { verifyServer, type FetchHandler } from "@openapi-packages/verify";
import { readDescription } from "@openapi-packages/compiler";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const files = (
  await Array.fromAsync(glob("spec/workflows/*.arazzo.yaml", { cwd: root }))
).toSorted();
const description = await readDescription(join(root, "spec", "openapi.yaml"));
const token = "a-key-that-stays";

/** A mock whose runs go on with each look at the clock, so that nobody waits for them. */
function hurriedMock(): Mock {
  let now = Date.parse("2026-01-01T00:00:00Z");
  return createMock(description.mock, {
    demandCredentials: true,
    credentials: { bearerAuth: [token] },
    clock: { now: () => (now += 1500), wait: () => Promise.resolve() },
  });
}

/** Runs Redocly CLI, and gives its exit code and what it wrote. */
async function redocly(...parameters: string[]): Promise<{ code: number; output: string }> {
  const program = join(root, "node_modules", "@redocly", "cli", "bin", "cli.js");
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", NO_COLOR: "1" };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...parameters], { cwd: root, env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : 1, output: out + err }),
    );
  });
}

test("redocly lints the workflows", async () => {
  const { code, output } = await redocly("lint", ...files);
  expect({ code, output: code === 0 ? "" : output }).toEqual({ code: 0, output: "" });
});

test("redocly runs the workflows against the mock", async () => {
  const http = createServer(toNodeListener(hurriedMock().server));
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  try {
    const { code, output } = await redocly(
      "respect",
      ...files,
      "--server",
      `api=http://127.0.0.1:${port}`,
      "--input",
      `token=${token}`,
      // Errors that all operations share are documented by x-common-errors.
      "--severity",
      "STATUS_CODE_CHECK=off",
    );
    expect({ code, output: code === 0 ? "" : output }).toEqual({ code: 0, output: "" });
  } finally {
    http.closeAllConnections();
    http.close();
  }
});

const verified = (fetch: FetchHandler) =>
  verifyServer({
    description,
    server: { fetch },
    credentials: { bearerAuth: token },
    workflows: files.map((file) => join(root, file)),
    replay: [
      "run-an-assistant",
      "cancel-a-run",
      "upload-an-asset",
      "rotate-a-key",
      "ask-a-knowledge-base",
    ].map((id) => `workflow/${id}`),
  });

test("verification runs the same workflows", async () => {
  expect(await verified(hurriedMock().fetch)).toMatchObject({ failures: [], errors: [], cases: 5 });
});

test("a step that does not meet its criteria is a failure, with the requests that lead to it", async () => {
  const mock = hurriedMock();
  const { failures } = await verified(async (request) => {
    const response = await mock.fetch(request);
    const headers = { authorization: `Bearer ${token}` };
    return response.status === 401 ? mock.fetch(new Request(request, { headers })) : response;
  });
  expect(failures).toEqual([
    expect.objectContaining({
      check: "workflow",
      operationId: "ListAssistants",
      message: expect.stringContaining("rotate-a-key: after step is-refused $statusCode == 401"),
    }),
  ]);
  expect(failures[0]?.exchanges).toHaveLength(6);
});
