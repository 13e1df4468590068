import { expect, test } from "vitest";
import { verifyTraffic, type Har } from "@openapi-packages/verify";
import { describe } from "./support.ts";

/** How many requests are those of an operation: the one there is, or none. */
async function found(described: string, url: string, server?: string): Promise<number> {
  const description = await describe(`openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
servers: [{ url: ${JSON.stringify(described)} }]
paths:
  /pets:
    get: { operationId: ListPets, responses: { "204": { description: None. } } }
`);
  const request = { method: "GET", url, headers: [] };
  const response = { status: 204, headers: [], content: { size: 0 } };
  const startedDateTime = "2026-11-22T10:00:00.000Z";
  const har: Har = { log: { version: "1.2", entries: [{ startedDateTime, request, response }] } };
  const { cases } = await verifyTraffic({ description, har, ...(server && { server }) });
  return cases;
}

test.each([
  ["/", "https://any.example/pets"],
  ["/v1/", "http://any.example:8080/v1/pets?page=1"],
  ["https://api.example/V1", "http://API.example/v1/pets"],
  ["//api.example", "https://api.example/pets"],
  [
    "https://{region}.api.example/{tenant}-{stage}/v{major}",
    "https://eu.api.example/a-b-c/v2/pets",
  ],
  ["{scheme}://api.example/v1", "https://api.example/v1/pets"],
])("requests below %s are found: %s", async (described, url) => {
  expect(await found(described, url)).toBe(1);
});

test.each([
  ["/v1", "https://any.example/v2/pets"],
  ["https://api.example/v1", "https://api.example.com/v1/pets"],
  ["https://api.example/v1", "https://api.example/v10/pets"],
  ["https://{region}.api.example", "https://api.example/pets"],
  ["https://api.example/{a}x{b}x", "https://api.example/x/pets"],
])("requests that are not below %s are not: %s", async (described, url) => {
  expect(await found(described, url)).toBe(0);
});

test("a server that is named replaces those of the description, with its scheme", async () => {
  const server = "https://stage.example/api";
  expect(await found("/v1", "https://stage.example/api/pets", server)).toBe(1);
  expect(await found("/v1", "http://stage.example/api/pets", server)).toBe(0);
  expect(await found("/v1", "https://stage.example/v1/pets", server)).toBe(0);
});

test("a server of many variables is held against a long address at once", async () => {
  const url = `https://api.example/${"a-".repeat(4000)}/pets`;
  expect(await found("https://api.example/{a}{b}{c}-{d}-{e}-{f}x", url)).toBe(0);
  expect(await found("https://api.example/{a}{b}{c}-{d}-{e}-{f}", url)).toBe(1);
});
