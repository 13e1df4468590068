import { renderReport, verifyServer, type VerifyReport } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { responseTime, responseTimes } from "../../src/coverage/response-times.ts";
import { verifiedApi } from "../../src/description/verified-api.ts";
import { describe as read, pets } from "../support.ts";
import { startPets } from "../pets-service.ts";

const description = await read(pets);

test("percentiles are those of the nearest rank, in tenths of a millisecond", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index + 0.04);
  expect(responseTimes(hundred)).toEqual({ p50: 50, p95: 95, max: 100 });
  expect(responseTimes([7.26])).toEqual({ p50: 7.3, p95: 7.3, max: 7.3 });
  expect(responseTimes([])).toBeUndefined();
});

test("a stream is timed until its headers, and another answer until its last byte", async () => {
  const news = await read(`openapi: 3.1.0
info: { title: News, version: 1.0.0 }
paths:
  /news:
    get:
      operationId: WatchNews
      responses:
        "200":
          description: News.
          content: { text/event-stream: { schema: { type: string } }, application/json: {} }
`);
  const [operation] = verifiedApi(news).operations;
  const timed = (type: string, isWhole = true): number | undefined =>
    operation &&
    responseTime(operation, {
      status: 200,
      headers: [["content-type", type]],
      body: new Uint8Array(),
      isWhole,
      times: { head: 1, whole: 9 },
    });
  expect(timed("text/event-stream")).toBe(1);
  expect(timed("application/json")).toBe(9);
  expect(timed("application/json", false)).toBe(1);
});

async function verified(
  options: { maxResponseTime?: number; expectations?: object } = {},
): Promise<VerifyReport> {
  const service = await startPets();
  try {
    const { url: server } = service;
    return await verifyServer({
      description,
      server,
      operations: ["ListPets", "GetPet"],
      ...options,
    });
  } finally {
    await service.close();
  }
}

const isSlow = ({ check }: { readonly check: string }): boolean => check === "response-time";

test("each operation has its times, in every format", async () => {
  const report = await verified();
  expect(report.failures.filter(isSlow)).toEqual([]);
  const times = report.coverage.map(({ responseTimes: own }) => own);
  expect(times).toEqual(
    ["ListPets", "GetPet"].map(() => ({
      p50: expect.any(Number),
      p95: expect.any(Number),
      max: expect.any(Number),
    })),
  );
  for (const { p50, p95, max } of times.filter((one) => one !== undefined)) {
    expect(p50).toBeLessThanOrEqual(p95);
    expect(p95).toBeLessThanOrEqual(max);
  }
  for (const format of ["pretty", "junit", "github"] as const)
    expect(renderReport(format, report)).toMatch(/GetPet: p50 [\d.]+ ms, p95 [\d.]+ ms/);
  for (const format of ["json", "sarif"] as const)
    expect(renderReport(format, report)).toMatch(/"p95": [\d.]+/);
});

test("an answer that takes longer than allowed is a failure of its operation", async () => {
  const { failures } = await verified({ maxResponseTime: 1e-6 });
  const slow = failures.filter(isSlow);
  expect(slow.map(({ operationId }) => operationId)).toEqual(
    expect.arrayContaining(["ListPets", "GetPet"]),
  );
  expect(new Set(slow.map(({ operationId }) => operationId)).size).toBe(slow.length);
  expect(slow[0]?.message).toMatch(
    /^answers after [\d.]+ ms, and 0\.000001 ms are the most that is allowed$/,
  );
});

test("expectations have the time of an operation", async () => {
  const { failures } = await verified({
    maxResponseTime: 1e-6,
    expectations: { maxResponseTimes: { ListPets: 1e6 } },
  });
  const slow = failures.filter(isSlow).map(({ operationId }) => operationId);
  expect(slow).toContain("GetPet");
  expect(slow).not.toContain("ListPets");
  await expect(
    verified({ expectations: { maxResponseTimes: { ListPet: 10, GetPet: 0 } } }),
  ).rejects.toThrow(
    /maxResponseTimes\/ListPet: there is no operation "ListPet".*maxResponseTimes\/GetPet: a response time is/s,
  );
});
