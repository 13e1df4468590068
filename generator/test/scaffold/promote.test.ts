import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { scaffold, type ScaffoldOptions } from "../../src/scaffold/scaffold.ts";
import { goldenFolder, readTree, temporaryFolder, writeTree } from "../support.ts";

const options = (golden: string, more: Partial<ScaffoldOptions> = {}): ScaffoldOptions => ({
  spec: join(goldenFolder, golden, "description.yaml"),
  out: temporaryFolder(),
  scope: "@case",
  operations: [],
  tags: [],
  ...more,
});

/** The options for a description of one operation. */
function roomOptions(operationId: string): ScaffoldOptions {
  const folder = temporaryFolder();
  const description = `openapi: 3.1.0
info: { title: Rooms, version: "1" }
paths:
  /rooms:
    put: { operationId: ${operationId}, responses: { "204": { description: Done. } } }
`;
  writeTree(folder, { "openapi.yaml": description });
  return options("minimal", { spec: join(folder, "openapi.yaml"), scope: "@reservations" });
}

const promoted = [
  'import type { PingHandler } from "@case/server";',
  "",
  "/** `GET /ping` */",
  "export const ping: PingHandler = async () => ({",
  "  status: 200,",
  "});",
  "",
].join("\n");

describe("promote", () => {
  it("writes a handler that answers as the mock does, and lists it", async () => {
    const given = options("minimal", { operations: ["ping"], promote: true });
    const { created } = await scaffold(given);
    expect(created).toEqual(["default/ping.ts", "index.ts", ".openapi-scaffold.json"]);
    expect(readTree(given.out)["default/ping.ts"]).toBe(promoted);
  });

  it("takes the place of a handler that nobody has written, of that alone", async () => {
    const given = options("minimal");
    await scaffold(given);
    const { edited } = await scaffold({ ...given, promote: true });
    expect(edited.map(({ path }) => path)).toEqual(["default/ping.ts"]);
    expect(readTree(given.out)["default/ping.ts"]).toBe(
      promoted.replace("import type {", "import { type"),
    );
    const before = readTree(given.out);
    const again = await scaffold({ ...given, promote: true });
    expect(again.byHand).toEqual([
      { path: "default/ping.ts", message: "ping is written already; it stays as it is" },
    ]);
    expect(readTree(given.out)).toEqual(before);
  });

  it("takes the place of one that a formatter has broken into lines", async () => {
    const given = options("minimal");
    await scaffold(given);
    const path = "default/ping.ts";
    const written = readTree(given.out)[path] ?? "";
    const text = written.replace(/\(_input, (.*?)\)/, "(\n  _input,\n  $1,\n)");
    expect(text).not.toBe(written);
    writeTree(given.out, { [path]: text });
    expect((await scaffold({ ...given, promote: true })).edited).toHaveLength(1);
  });

  it.each([
    ["a comment", "throw new", "// later\n  throw new"],
    ["a statement", "throw new", "console.log(1);\n  throw new"],
    ["another error", "throw new NotImplementedError(operation.operationId)", "throw operation"],
  ])("leaves a handler with %s of the user's", async (_name, from, to) => {
    const given = options("minimal");
    await scaffold(given);
    const text = readTree(given.out)["default/ping.ts"]?.replace(from, to) ?? "";
    writeTree(given.out, { "default/ping.ts": text });
    expect((await scaffold({ ...given, promote: true })).byHand).toHaveLength(1);
    expect(readTree(given.out)["default/ping.ts"]).toBe(text);
  });

  it("puts an import on one line that fits there without the error", async () => {
    const given = roomOptions("replaceReservationOfConferenceRoom");
    const path = "default/replace-reservation-of-conference-room.ts";
    await scaffold(given);
    expect(readTree(given.out)[path]).toMatch(/^import \{\n/);
    await scaffold({ ...given, promote: true });
    const type = "type ReplaceReservationOfConferenceRoomHandler";
    expect(readTree(given.out)[path]).toMatch(`import { ${type} } from "@reservations/server";\n`);
  });

  it("leaves an import in lines whose author has written it so", async () => {
    const given = options("minimal");
    const path = "default/ping.ts";
    await scaffold(given);
    const written = readTree(given.out)[path] ?? "";
    const inLines = (list: string): string =>
      list.replace("{ ", "{\n  ").replaceAll(", ", ",\n  ").replace(" }", ",\n}");
    const text = written.replace(/\{.*?\}/, inLines);
    expect(text).not.toBe(written);
    expect(text).toMatch(/^import \{\n/);
    writeTree(given.out, { [path]: text });
    await scaffold({ ...given, promote: true });
    expect(readTree(given.out)[path]).toMatch(/^import \{\n {2}type PingHandler,\n\} from/);
  });

  it("keeps the layout of the file, with a store around", async () => {
    const given = options("minimal", { template: "store" });
    await scaffold(given);
    const path = "default/ping.ts";
    const mine = (text = ""): string =>
      text.replaceAll(";", "").replaceAll("  ", "\t").replaceAll("\n", "\r\n");
    writeTree(given.out, { [path]: mine(readTree(given.out)[path]) });
    await scaffold({ ...given, promote: true });
    expect(readTree(given.out)[path]?.split("\r\n")).toEqual([
      'import { type PingHandler } from "@case/server"',
      'import type { Store } from "../store.ts"',
      "",
      "/** `GET /ping` */",
      "export const ping =",
      "\t(_store: Store): PingHandler =>",
      "\tasync () => ({",
      "\t\tstatus: 200,",
      "\t})",
      "",
    ]);
  });

  it("yields the items of a stream one by one", async () => {
    const given = options("event-stream", { layout: "tag", promote: true });
    await scaffold(given);
    const text = Object.values(readTree(given.out)).join("\n");
    expect(text).toMatch(/body: \(async function\* \(\) \{\n {4}yield /);
  });
});
