import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { jobs, jobService, type JobFault } from "./jobs.ts";

async function reportOf(
  replay: readonly string[],
  { fault, said }: { readonly fault?: JobFault; readonly said?: string } = {},
) {
  const { fetch, statuses } = jobService(fault);
  const description = await read(jobs(said));
  const report = await verifyServer({ description, server: { fetch }, replay });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  const lines = report.failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
  return { lines, statuses };
}

const flows = ["patchJob/flow/merged", "patchJob/flow/null", "putMark/flow/left-out"];

test("a change of a part of an object is tried on a record that was made with it", async () => {
  const { lines, statuses } = await reportOf(["patchJob/example"]);
  expect(lines).toEqual([]);
  expect(statuses.filter((one) => one.startsWith("PATCH"))).toEqual(["PATCH 400", "PATCH 200"]);
});

test("another example is tried where the first one is refused, and is the one that later cases change", async () => {
  const replay = ["moveJob/example", "moveJob/bounds/body/reason/length-5"];
  const { lines, statuses } = await reportOf(replay);
  expect(lines).toEqual([]);
  expect(statuses).toEqual([
    "POST 201",
    "POST 422",
    "POST 200",
    "POST 201",
    "POST 200",
    "POST 200",
  ]);
});

test("contacts that keep their names, times in UTC and notes that are gone are no matter", async () => {
  expect((await reportOf(flows)).lines).toEqual([]);
});

const alone =
  "accepts-valid patchJob: answers 400 to a merge patch of `contact.phone` alone, and takes it with the other members as they are (RFC 7396)";

test.each<[JobFault, string]>([
  ["replaces contacts", alone],
  [
    "ignores null",
    "read-after-update patchJob: takes null for `due` and keeps the value (RFC 7396)",
  ],
  [
    "keeps notes",
    "read-after-update putMark: keeps `note`, which the PUT left out (RFC 9110, section 9.3.4)",
  ],
])("finds a service that %s", async (fault, line) => {
  expect((await reportOf(flows, { fault })).lines).toEqual([line]);
});

test("an object that is said to be sent as a whole may be refused in part", async () => {
  const said = "Changes it. The contact is sent as a whole.";
  expect((await reportOf(flows, { fault: "replaces contacts", said })).lines).toEqual([]);
});
