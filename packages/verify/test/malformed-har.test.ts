import * as fc from "fast-check";
import { UsageError } from "@openapi-packages/description";
import { verifyTraffic } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read, pets } from "./support.ts";

const description = await read(pets);

const entry = {
  startedDateTime: "2026-01-01T00:00:00.000Z",
  time: 1,
  request: {
    method: "POST",
    url: "http://localhost/pets",
    headers: [{ name: "content-type", value: "application/json" }],
    bodySize: 14,
    postData: {
      mimeType: "application/json",
      text: '{"name":"Rex"}',
      params: [{ name: "a", value: "b" }],
    },
  },
  response: {
    status: 201,
    statusText: "Created",
    headers: [{ name: "content-type", value: "application/json" }],
    bodySize: 22,
    content: { size: 22, mimeType: "application/json", text: '{"id":"1","name":"Rex"}' },
    redirectURL: "",
  },
};

const har = { log: { version: "1.2", entries: [entry] } };

/** Every place of a value, as the names that lead to it. */
function placesOf(value: unknown): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [[]];
  const inner = Object.entries(value).flatMap(([name, one]) =>
    placesOf(one).map((path) => [name, ...path]),
  );
  return [[], ...inner];
}

/** A copy with another value at a place. */
function changed(value: unknown, [name, ...rest]: readonly string[], to: unknown): unknown {
  if (name === undefined) return to;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as {
    [name: string]: unknown;
  };
  copy[name] = changed(copy[name], rest, to);
  return copy;
}

const verify = (value: unknown): Promise<unknown> =>
  verifyTraffic({ description, har: value as never, server: "http://localhost" });

test.each([
  ["request.headers", ["request", "headers"], null, "log.entries[0].request.headers is not a list"],
  [
    "response.headers",
    ["response", "headers"],
    null,
    "log.entries[0].response.headers is not a list",
  ],
  [
    "a header",
    ["request", "headers", "0"],
    null,
    "log.entries[0].request.headers[0] is not an object",
  ],
  [
    "a value",
    ["request", "headers", "0", "value"],
    5,
    "log.entries[0].request.headers[0].value is not a text",
  ],
  ["postData", ["request", "postData"], null, "log.entries[0].request.postData is not an object"],
  ["a status", ["response", "status"], "201", "log.entries[0].response.status is not a number"],
  ["a URL", ["request", "url"], "pets", "log.entries[0].request.url is not a URL"],
])("%s that is none is named with its place", async (_, path, value, message) => {
  await expect(verify(changed(har, ["log", "entries", "0", ...path], value))).rejects.toThrow(
    new UsageError(`the recorded traffic is not an HAR: ${message}`),
  );
});

// The whole may be a text: the name of a file.
test("whatever stands at whatever place, traffic is read or refused by its place", async () => {
  expect(await verify(har)).toMatchObject({ cases: 1 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...placesOf(har).slice(1)),
      fc.jsonValue(),
      async (path, value) => {
        const refused = await verify(changed(har, path, value)).catch((error: unknown) => error);
        const isRefused =
          refused instanceof UsageError && refused.message.includes("is not an HAR");
        expect(isRefused || !(refused instanceof Error)).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});
