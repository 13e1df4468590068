import { verifyServer, type VerifyReport } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { photos, photoService, type Handling } from "./photos.ts";

const description = await read(photos);

const verified = (handling: Handling): Promise<VerifyReport> =>
  verifyServer({
    description,
    server: { fetch: photoService(handling) },
    replay: ["addPhoto/files/getPhotoContent", "putIcon/files/getIcon"],
  });

test.each<[string, Handling]>([
  ["keeps all bytes", {}],
  [
    "makes other pictures of photos",
    { keep: (bytes, path) => (path === "icons" ? bytes : Buffer.from("smaller")) },
  ],
  ["names files by itself", { name: () => "photo.png" }],
  [
    "writes file names in ASCII",
    { name: (text) => text.normalize("NFD").replaceAll(/[^ -~]/g, "") },
  ],
  [
    "looks at the first bytes",
    { status: (bytes) => (/PNG/.test(bytes.toString("latin1", 0, 4)) ? undefined : 400) },
  ],
  ["refuses large files", { status: ({ length }) => (length > 1000 ? 413 : undefined) }],
])("a service that %s has no failure", async (_, handling) => {
  const report = await verified(handling);
  expect(report).toMatchObject({ failures: [], errors: [], leftOut: [] });
});

test("all kinds of files are tried", async () => {
  const { coverage } = await verified({});
  const statusesOf = (id: string) =>
    coverage.find(({ operationId }) => operationId === id)?.statuses;
  expect(statusesOf("addPhoto")).toEqual({ 201: 7, 415: 1 });
  expect(statusesOf("putIcon")).toEqual({ 204: 5 });
  expect(statusesOf("getIcon")).toEqual({ 200: 6 });
});

test.each<[string, Handling, string, RegExp]>([
  [
    "reads files as UTF-8",
    { keep: (bytes) => Buffer.from(bytes.toString("utf8")) },
    "getIcon",
    /bytes of every value, differs from byte/,
  ],
  [
    "reads photos as text of 7 bits",
    {
      keep: (bytes, path) =>
        path === "icons" ? bytes : Buffer.from(bytes.toString("ascii"), "latin1"),
    },
    "getPhotoContent",
    /differs from byte/,
  ],
  [
    "trims files",
    { keep: (bytes) => Buffer.from(bytes.toString("latin1").trimEnd(), "latin1") },
    "getIcon",
    /differs from byte/,
  ],
  [
    "ends files at 64 KiB",
    { keep: (bytes) => bytes.subarray(0, 65_536) },
    "getIcon",
    /130,000 bytes, .*65536 bytes are shown/,
  ],
  [
    "changes line ends",
    { keep: (bytes) => Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1") },
    "getIcon",
    /differs from byte/,
  ],
  [
    "fails on NUL",
    { status: (bytes) => (bytes.includes(0) ? 500 : undefined) },
    "putIcon",
    /answers 500 to a file with bytes of every value/,
  ],
  [
    "reads file names as Latin-1",
    { name: (text) => Buffer.from(text, "utf8").toString("latin1") },
    "addPhoto",
    /^shows ".*" as `fileName` of a file with "/,
  ],
  [
    "counts characters",
    { size: (bytes) => bytes.toString("utf8").length },
    "addPhoto",
    /^shows \d+ as `size` of a file with \d+ bytes$/,
  ],
  ["takes any type of part", { isLenient: true }, "addPhoto", /takes the part image as text\/html/],
])("finds a service that %s", async (_, handling, operationId, message) => {
  const { failures, errors } = await verified(handling);
  expect(errors).toEqual([]);
  expect(failures.map((one) => [one.operationId, one.message])).toContainEqual([
    operationId,
    expect.stringMatching(message),
  ]);
});
