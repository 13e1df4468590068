import { describe, expect, test } from "vitest";
import { nodeAt, operationsOf, readDescription, type ParameterObject } from "./description.ts";

const description = readDescription();
const operations = operationsOf(description);
const operationIds = operations.map(({ operation }) => operation.operationId);

test("there are 77 operations, each with an operationId of its own", () => {
  expect(operationIds).toHaveLength(77);
  expect(new Set(operationIds.map((operationId) => operationId.toLowerCase())).size).toBe(77);
});

test("the operations without an operationId in the source text have one here", () => {
  expect(operationIds).toContain("SearchKnowledgeBase");
  expect(operationIds).toContain("QueryKnowledgeBase");
});

test("the operation that the source text only names is listed as not shown", () => {
  expect(operationIds).not.toContain("CreateFunctionExecutionPost");
  expect(description["x-not-shown"].join("\n")).toContain("CreateFunctionExecutionPost");
});

test("every tag is used, and every operation has one", () => {
  const used = new Set(operations.flatMap(({ operation }) => operation.tags));
  expect([...used].toSorted()).toEqual(description.tags.map(({ name }) => name).toSorted());
});

test("a bearer token is asked for everywhere, in place of which webhooks accept api_key", () => {
  expect(description.security).toEqual([{ bearerAuth: [] }]);
  const others = operations.filter(({ operation }) => operation.security !== undefined);
  expect(others.map(({ operation: { operationId, security } }) => [operationId, security])).toEqual(
    [
      ["InvokeStructureWebhookGet", [{ bearerAuth: [] }, { apiKey: [] }]],
      ["InvokeStructureWebhookPost", [{ bearerAuth: [] }, { apiKey: [] }]],
    ],
  );
});

describe.each(operations)("$operation.operationId", ({ operation, path, pathItem, pointer }) => {
  test("answers one success, 400 and 500, no other status", () => {
    expect(Object.keys(operation.responses)).toEqual([
      expect.stringMatching(/^2\d\d$/),
      "400",
      "500",
    ]);
  });

  test("has a summary and a description", () => {
    expect(operation.summary?.trim()).toBeTruthy();
    expect(operation.description?.trim()).toBeTruthy();
  });

  test("declares the parameters of its path, all required", () => {
    const templated = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
    const declared = [
      ...(pathItem.parameters ?? []).map((_, index) =>
        pointer.replace(/\/\w+$/, `/parameters/${index}`),
      ),
      ...(operation.parameters ?? []).map((_, index) => `${pointer}/parameters/${index}`),
    ].map((place) => nodeAt<ParameterObject>(description, place).node);
    const inPath = declared.filter((parameter) => parameter.in === "path");
    expect(inPath.map(({ name }) => name)).toEqual(templated);
    expect(inPath.every(({ required }) => required)).toBe(true);
  });
});

test("lists are paged as the source text shows: events by offset, three not at all, others by page", () => {
  const unpaged = new Set(["ListConnections", "ListFunctionRunLogs", "ListUsers"]);
  const lists = operations.filter(({ operation }) => operation.operationId.startsWith("List"));
  expect(lists).not.toEqual([]);
  for (const { operation } of lists) {
    const paged = operation.tags.includes("Events") ? "offset" : "page";
    const style = unpaged.has(operation.operationId) ? "none" : paged;
    expect.soft(operation["x-pagination"]?.style, operation.operationId).toBe(style);
  }
});
