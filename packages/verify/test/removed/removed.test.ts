import { createMock } from "@openapi-packages/mock";
import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { notes, noteService, type NoteFault } from "./notes.ts";

type Fetch = (request: Request) => Response | Promise<Response>;

const all = ["putNote/flow/left-out", "putLook/flow/left-out", "patchNote/flow/null"];

async function messagesOf(
  fetch: Fetch,
  yaml = notes(),
  { seed = 0, replay = all } = {},
): Promise<string[]> {
  const description = await read(yaml);
  const server = { fetch: async (request: Request) => fetch(request) };
  const report = await verifyServer({ description, server, replay, seed });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  expect(report.exchanges).toBeLessThan(25);
  return report.failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

test("what is left out or null is removed, or has the service's own value", async () => {
  for (const seed of [0, 1, 2])
    expect(await messagesOf(noteService(), notes(), { seed })).toEqual([]);
  const description = await read(notes());
  expect(await messagesOf(createMock(description.mock).fetch)).toEqual([]);
});

const left = "which the PUT left out (RFC 9110, section 9.3.4)";

test.each<[NoteFault, string]>([
  ["keeps comments", `read-after-update putNote: keeps \`comment\`, ${left}`],
  ["keeps codes", `read-after-update putNote: keeps \`code\`, ${left}`],
  ["keeps fonts", `read-after-update putLook: keeps \`font\`, ${left}`],
  [
    "ignores null",
    "read-after-update patchNote: takes null for `comment` and keeps the value (RFC 7396)",
  ],
])("finds a service that %s", async (fault, message) => {
  expect(await messagesOf(noteService(fault))).toEqual([message]);
});

test("null counts in JSON where the schema allows it", async () => {
  const yaml = notes("application/json");
  expect(await messagesOf(noteService(), yaml)).toEqual([]);
  expect(await messagesOf(noteService("ignores null"), yaml)).toEqual([
    "read-after-update patchNote: takes null for `comment` and keeps the value",
  ]);
});

test.each(["Members that are left out stay unchanged.", "What a body leaves out stays as it is."])(
  "a PUT that is said to keep what it leaves out is not tried: %s",
  async (description) => {
    const yaml = notes().replace(
      "operationId: putNote",
      `operationId: putNote\n      description: ${description}`,
    );
    const replay = ["putNote/flow/left-out"];
    await expect(messagesOf(noteService("keeps comments"), yaml, { replay })).rejects.toThrow(
      /there is no case/,
    );
  },
);

test("a PUT is tried where members that it leaves out are said to be gone", async () => {
  const yaml = notes().replace(
    "operationId: putNote",
    "operationId: putNote\n      description: Members that it leaves out are gone.",
  );
  expect(await messagesOf(noteService("keeps comments"), yaml)).toEqual([
    `read-after-update putNote: keeps \`comment\`, ${left}`,
  ]);
});
