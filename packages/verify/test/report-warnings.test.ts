import { renderReport, verifyServer, type ReportFormat } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { reportProblems } from "./report-schema.ts";
import { describe as read, pets } from "./support.ts";

const formats: readonly ReportFormat[] = ["pretty", "json", "junit", "sarif", "github"];

const server = { fetch: () => Response.json({}, { status: 404 }) };

test.each(formats)(
  "%s lists the extensions that are not followed, with their places",
  async (format) => {
    const extended = pets.replace(
      "operationId: ListPets",
      "operationId: ListPets\n      x-pagination: { style: scroll }",
    );
    const report = await verifyServer({ description: await read(extended), server });
    expect(report.warnings.map(({ code }) => code)).toEqual(["pagination-style"]);
    const [{ message, location } = expect.fail("no warning")] = report.warnings;
    expect(location.line).toBe(7);
    const text = renderReport(format, report);
    expect(
      text.replaceAll('\\"', '"').replaceAll("&quot;", '"').replaceAll("&apos;", "'"),
    ).toContain(message);
    expect(reportProblems(report)).toEqual([]);
  },
);

test.each(formats)("%s says nothing of extensions where all are followed", async (format) => {
  const report = await verifyServer({ description: await read(pets), server });
  expect(report.warnings).toEqual([]);
  expect(renderReport(format, report)).not.toMatch(/not followed/);
});
