import { verifyServer, type VerifyReport } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { statedSize } from "../../src/server/cases/files/stated-sizes.ts";
import { sentencesOf } from "../../src/description/said.ts";
import { describe as read } from "../support.ts";
import { keptFiles, keptFileService, type FileFault } from "./kept-files.ts";

const description = await read(keptFiles);

const verified = (fault?: FileFault, seed = 0): Promise<VerifyReport> =>
  verifyServer({
    description,
    server: { fetch: keptFileService(fault) },
    replay: [`putPlan/files/getPlan@${seed}`, `addFile/files/getFile@${seed}`],
  });

test.each([0, 1, 2])("a service that keeps files has no failure, seed %i", async (seed) => {
  expect(await verified(undefined, seed)).toMatchObject({ failures: [], errors: [], leftOut: [] });
});

test("a file is read by the key that its upload answers, in whole and in parts", async () => {
  const { coverage } = await verified();
  const { statuses } = coverage.find(({ operationId }) => operationId === "getFile") ?? {};
  expect(statuses).toMatchObject({ 206: expect.any(Number), 416: expect.any(Number) });
});

test.each<[FileFault, string, string]>([
  [
    "shortens ranges",
    "getFile",
    "answers 206 with 9 bytes, and Content-Range bytes 2-11/60 names 10, for bytes=2-11",
  ],
  [
    "names another range",
    "getFile",
    "answers 206 with Content-Range bytes 3-11/60 in place of bytes 2-11/60, for bytes=2-11",
  ],
  [
    "fails on names",
    "getFile",
    'answers 500 for a file named "Übersicht 中文.txt" with bytes of every value, which was accepted',
  ],
  [
    "tags by length",
    "getPlan",
    'gives another content the same ETag, "31" (RFC 9110, section 8.8.1)',
  ],
  [
    "mixes uploads",
    "putPlan",
    "a file that was uploaded together with 2 others has not the bytes that were sent",
  ],
  [
    "refuses the largest plan",
    "putPlan",
    "refuses a file of 131072 bytes with 413, which its description allows",
  ],
  [
    "takes a larger plan",
    "putPlan",
    "takes a file of 131073 bytes, where its description allows 131072: it answers 204",
  ],
  [
    "serves PNG",
    "getPlan",
    "a file of the type image/jpeg comes back with the same bytes as image/png",
  ],
])("finds a service that %s", async (fault, operationId, message) => {
  const { failures, errors } = await verified(fault);
  expect(errors).toEqual([]);
  expect(failures.map((one) => [one.operationId, one.message])).toContainEqual([
    operationId,
    message,
  ]);
});

test.each([
  ["A photo has 1 to 262,144 bytes, which are not looked at.", 262_144],
  ["It must not exceed 5 MiB.", 5 * 1024 * 1024],
  ["Files of up to 100 KiB are taken.", 102_400],
  ["A file of 1 byte to 256 KiB (larger: 413).", 262_144],
  ["Files of up to 5 MB are taken.", undefined],
  ["Photos have at most 100 bytes. Films have at most 900 bytes.", undefined],
  ["The first 512 bytes are looked at.", undefined],
])("reads the largest size of a file: %s", (text, bytes) => {
  expect(statedSize(sentencesOf(text))).toBe(bytes);
});
