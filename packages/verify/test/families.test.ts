import { createMock } from "@openapi-packages/mock";
import {
  isPassed,
  renderReport,
  verifyServer,
  type ReportFormat,
  type VerifyReport,
} from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read, pets } from "./support.ts";

const whole = await read(pets);
// Nobody can make a pet, so that nothing of a pet can be tried.
const withoutCreation = await read(pets.replace(/ {4}post:[\s\S]*?(?= {2}\/pets\/\{petId\}:)/, ""));

const familyOf = ({ families }: VerifyReport, name: string) =>
  families.find((one) => one.name === name);

const verified = (description = whole, options: object = {}): Promise<VerifyReport> =>
  verifyServer({ description, server: createMock(description.mock), ...options });

test("a family is tried on the operations that its cases called to their end", async () => {
  const report = await verified();
  expect(familyOf(report, "records")).toMatchObject({
    tried: ["ListPets", "CreatePet", "GetPet", "UpdatePet", "DeletePet"],
    notTried: [],
  });
  expect(familyOf(report, "unknown records")?.tried).toEqual(["GetPet", "UpdatePet", "DeletePet"]);
});

test("a family that an operation gives no cause for is not a gap", async () => {
  const report = await verified();
  expect(familyOf(report, "credentials")).toBeUndefined();
  const { tried = [], notTried = [] } = familyOf(report, "media types") ?? {};
  const concerned = [...tried, ...notTried.map(({ operationId }) => operationId)];
  expect(concerned.toSorted()).toEqual(["CreatePet", "UpdatePet"]);
});

test("what no case could reach is listed, with the reason and the way out", async () => {
  const report = await verified(withoutCreation);
  const records = familyOf(report, "records");
  expect(records?.tried).toEqual([]);
  expect(records?.notTried.map(({ operationId }) => operationId)).toContain("GetPet");
  for (const { what, how } of records?.notTried ?? []) {
    expect(what).toMatch(/create/);
    expect(how).toMatch(/creates/);
  }
});

test("a case that time did not suffice for, or that was not chosen, tried nothing", async () => {
  const report = await verified(whole, { maxTime: 0 });
  for (const { tried } of report.families) expect(tried).toEqual([]);
  expect(familyOf(report, "examples")?.notTried).toHaveLength(report.coverage.length);
  for (const { how } of familyOf(report, "examples")?.notTried ?? [])
    expect(how).toMatch(/--max-time/);
});

test("an operation that must be left alone is a gap of each family", async () => {
  const report = await verified(whole, { expectations: { leaveAlone: ["DeletePet"] } });
  const [gap] = familyOf(report, "examples")?.notTried ?? [];
  expect(gap).toMatchObject({ operationId: "DeletePet", how: "leaveAlone" });
});

test("a replay is about its failures alone, and has no families", async () => {
  const report = await verified(whole, { replay: ["GetPet/example@0"] });
  expect(report.families).toEqual([]);
});

test("too few families fail the required coverage", async () => {
  const report = await verified(withoutCreation);
  const withEachCovered = {
    ...report,
    coverage: report.coverage.map((row) => ({ ...row, isCovered: true })),
  };
  expect(isPassed(withEachCovered, { minCoverage: 0 })).toBe(true);
  expect(isPassed(withEachCovered, { minCoverage: 100 })).toBe(false);
  expect(renderReport("pretty", withEachCovered, { minCoverage: 100 })).toMatch(
    /\d+% of families tried on the operations they concern, less than 100%/,
  );
});

test.each<ReportFormat>(["pretty", "json", "junit", "sarif", "github"])(
  "%s shows what was not tried",
  async (format) => {
    const text = renderReport(format, await verified(withoutCreation));
    expect(text).toContain("no operations are recognised that create its record and show it");
  },
);

test("the table on the terminal has a row for each operation and a sign for each family", async () => {
  const report = await verified(withoutCreation);
  const lines = renderReport("pretty", report).split("\n");
  const start = lines.findIndex((line) => line.startsWith("Tried ("));
  const letters = lines[start + 1]?.trim().split(" ") ?? [];
  expect(letters).toHaveLength(report.families.length);
  const records = report.families.findIndex(({ name }) => name === "records");
  const row = lines.find((line) => line.startsWith("  GetPet ")) ?? "";
  const column = (lines[start + 1] ?? "").lastIndexOf(letters[records] ?? "?");
  expect(row.charAt(column)).toBe("·");
});
