import { verifyServer, type VerifyReport } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { proofs, proofService, type ProofFault, type ProofHabit, type Way } from "./proofs.ts";

async function verified(
  way: Way,
  does?: ProofFault | ProofHabit,
  deletion?: string,
): Promise<VerifyReport> {
  const description = await read(proofs(way, deletion));
  const server = { fetch: proofService(way, does) };
  const replay = ["addProof/files/getProof", "addProof/flow/below"];
  return verifyServer({ description, server, replay });
}

const statusesOf = ({ coverage }: VerifyReport, id: string) =>
  coverage.find(({ operationId }) => operationId === id)?.statuses;

test.each<Way>(["links", "location", "key"])("a file is found by %s", async (way) => {
  const report = await verified(way);
  expect(report).toMatchObject({ failures: [], errors: [], leftOut: [] });
  expect(statusesOf(report, "addProof")).toEqual({ 201: 9, 415: 1 });
  expect(statusesOf(report, "getProof")).toEqual({ 200: 10, 206: 5, 404: 1, 416: 1 });
});

test.each<ProofHabit>([
  "takes two proofs of a claim",
  "ignores ranges",
  "sends names in ASCII",
  "sends names as UTF-8",
  "names files by itself",
])("a service that %s has no failure", async (habit) => {
  const report = await verified("links", habit);
  expect(report).toMatchObject({ failures: [], errors: [], leftOut: [] });
  expect(statusesOf(report, "addProof")?.["201"]).toBeGreaterThan(6);
});

test.each([
  "Its proofs stay for seven years.",
  "A claim with proofs cannot be deleted before they are.",
  "The proofs must be deleted first.",
  "Deletes the claim.",
])("files may outlive their record: %s", async (deletion) => {
  const { failures } = await verified("links", "keeps the proofs of deleted claims", deletion);
  expect(failures).toEqual([]);
});

const name = "Übersicht 中文.pdf";
const misread = Buffer.from(name).toString("latin1");

test.each<[ProofFault, string, string]>([
  ["reads files as text", "getProof", "with bytes of every value, differs from byte 137 on"],
  [
    "reads names as Latin-1",
    "addProof",
    `shows ${JSON.stringify(misread)} as \`fileName\` of a file with ${JSON.stringify(name)}`,
  ],
  [
    "shows names as Latin-1",
    "getProof",
    `answers with the name ${JSON.stringify(misread)} in Content-Disposition, for a file that was uploaded as ${JSON.stringify(name)}`,
  ],
  ["escapes no quotes", "getProof", "a Content-Disposition that is no list of parameters"],
  [
    "sends the first bytes for the last",
    "getProof",
    "answers 206 with Content-Range bytes 0-4/60 in place of bytes 55-59/60, for bytes=-5",
  ],
  [
    "refuses long suffixes",
    "getProof",
    "answers 416, and the file of 60 bytes has them (RFC 9110, section 15.5.17), for bytes=-1060",
  ],
  [
    "ends ranges beyond the end",
    "getProof",
    "answers 206 with Content-Range bytes 53-1059/60 in place of bytes 53-59/60",
  ],
  [
    "takes ranges beyond the end",
    "getProof",
    "answers 200 to a range beyond the end of 60 bytes, where 416 is described, for bytes=1059-",
  ],
  ["ignores If-Range", "getProof", "answers 206 although If-Range names another version than"],
  [
    "keeps the first type",
    "addProof",
    'shows "application/pdf" as `contentType` of a file with the media type image/png',
  ],
  ["digests text", "addProof", "as `sha256` of a file with the sha256"],
  ["keeps the tag", "getClaim", "gives another content the same ETag"],
  [
    "forgets to note proofs",
    "getClaim",
    "shows `hasProof` as false after addProof was answered by 201",
  ],
  [
    "keeps the proofs of deleted claims",
    "getProof",
    "answers 200 with a file of a deleted Claim, whose files are deleted with it",
  ],
])("finds a service that %s", async (fault, operationId, message) => {
  const { failures, errors } = await verified("links", fault);
  expect(errors).toEqual([]);
  expect(failures.map((one) => [one.operationId, one.message])).toEqual([
    [operationId, expect.stringContaining(message)],
  ]);
});
