import { describe, expect, test } from "vitest";
import { isTestAll, sampled } from "../../test-all.ts";
import { lineOf, verdictOf } from "./bed.ts";
import { readClientBeds, verifyBedClient } from "./clients.ts";

/**
 * What is not found, with the reason.
 *
 * - `status-hidden`: a client may have errors without a status; the report counts them as not compared.
 * - `not-modified-thrown`: fetch itself takes 304 for no success, and so do many clients.
 * - `export-by-chunk`: the description says nothing of the items, so that no text is in them.
 */
const missed = new Set(["desk/status-hidden", "desk/not-modified-thrown", "desk/export-by-chunk"]);

/** Failures of clients without faults: those of two services take a page of a gateway for data. */
const usual = /^broken-answer \w+: a call that has an answer of another media type than documented/;

const beds = await readClientBeds();

describe.each(sampled(beds, 6))("the client of $name", (bed) => {
  test("nothing is said of it without a fault", async () => {
    const { failures, errors } = await verifyBedClient(bed, bed.faultless);
    expect(failures.map(lineOf).filter((line) => !usual.test(line))).toEqual([]);
    expect(errors).toEqual([]);
  });
});

/** Faults that are found after a long wait alone, which the client has of its own: `npm run test:all` tries them. */
const slow = new Set(isTestAll ? [] : ["rooms/own-timeout-only"]);

const found = beds.flatMap((bed) => {
  const { name, faulty } = bed;
  return faulty
    .filter(({ id }) => ![missed, slow].some((one) => one.has(`${name}/${id}`)))
    .map((fault) => ({ bed, name, id: fault.id, fault }));
});

test.each(sampled(found, 100))("$id of the client of $name is found", async ({ bed, fault }) => {
  const { failures } = await verifyBedClient(bed, fault.client);
  const said = failures.filter((failure) => !usual.test(lineOf(failure)));
  expect(verdictOf(fault, said)).toBe("found");
});
