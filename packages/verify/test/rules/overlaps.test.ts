import { verifyServer } from "@openapi-packages/verify";
import { describe, expect, test } from "vitest";
import { describe as read } from "../support.ts";
import {
  courts,
  courtService,
  forms,
  overlapping,
  type Form,
  type Refuses,
} from "./court-service.ts";

const refused = "A booking that overlaps with another one of the court is refused with 409.";
const free = "It may start when another one ends.";

/** Returns what is said of a service. */
async function said(
  yaml: string,
  refuses: Refuses,
  status?: string,
  keepsTimes?: boolean,
): Promise<string[]> {
  const description = await read(yaml);
  const server = { fetch: courtService(refuses, status, keepsTimes) };
  const { failures, errors } = await verifyServer({
    description,
    server,
    replay: ["CreateBooking/overlaps"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, message }) => `${check}: ${message}`);
}

/** Services that do not see all that overlaps, and where the first booking lies that they take. */
const slips: readonly (readonly [placed: string, refuses: Refuses])[] = [
  ["starts before and ends within", (own, other) => own.from >= other.from && own.from < other.to],
  ["starts within and ends after", (own, other) => own.to > other.from && own.to <= other.to],
];

/** The same where the body says how long a booking is. */
const lengthSlips: typeof slips = [
  [
    "lies within",
    (own, other) => overlapping(own, other) && !(own.from > other.from && own.to < other.to),
  ],
  [
    "lies around",
    (own, other) => overlapping(own, other) && !(own.from < other.from && own.to > other.to),
  ],
];

const found = (Object.keys(forms) as Form[]).flatMap((form) =>
  [...slips, ...(form === "starts" ? [] : lengthSlips)].map(
    ([placed, refuses]) => [placed, form, refuses] as const,
  ),
);

describe("finds a service that takes a booking that", () => {
  test.each(found)("%s another one, with %s", async (placed, form, refuses) => {
    expect(await said(courts(form, refused), refuses)).toEqual([
      `described-rule: takes a record that ${placed} another one, and the description says ${JSON.stringify(refused)}`,
    ]);
  });

  test("overlaps, where the conflict alone is described", async () => {
    const yaml = courts("ends", "", "The court is already booked at this time.");
    expect(await said(yaml, () => false)).toHaveLength(1);
  });
});

test.each(Object.keys(forms) as Form[])(
  "finds a service that refuses a booking that starts when another one ends, with %s",
  async (form) => {
    const refuses: Refuses = (own, other) => own.from <= other.to && other.from <= own.to;
    expect(await said(courts(form, `${refused} ${free}`), refuses)).toEqual([
      expect.stringMatching(/^described-rule: refuses a record that starts when .*may start when/),
    ]);
    expect(await said(courts(form, refused), refuses)).toEqual([]);
  },
);

describe("the time of a deleted booking", () => {
  test.each([
    [refused, "Deletes a booking. The court is free again."],
    [`${refused} Deleted bookings do not count.`, "Deletes a booking."],
    [`${refused} The time of a deleted booking can be booked again.`, "Deletes a booking."],
  ])("is found to be kept: %s %s", async (sentences, deletion) => {
    const yaml = courts("ends", sentences, "Refused.", deletion);
    expect(await said(yaml, overlapping, "booked", true)).toEqual([
      expect.stringMatching(/^described-rule: refuses a record at the time of one that is deleted/),
    ]);
    expect(await said(yaml, overlapping, "booked", false)).toEqual([]);
  });

  test.each(["Deletes a booking.", "Deletes a booking. Its court is not free again."])(
    "may be kept where nothing says that it is free: %s",
    async (deletion) => {
      const yaml = courts("ends", refused, "Refused.", deletion);
      expect(await said(yaml, overlapping, "booked", true)).toEqual([]);
    },
  );
});

describe("says nothing of a service that", () => {
  test.each(Object.keys(forms) as Form[])("refuses what overlaps, with %s", async (form) => {
    expect(await said(courts(form, `${refused} ${free}`), overlapping)).toEqual([]);
  });

  test("refuses all, nor of one that takes all where nothing is said against it", async () => {
    expect(await said(courts("ends", `${refused} ${free}`), (_, other) => other.to > 0)).toEqual(
      [],
    );
    for (const sentence of [
      "",
      "Bookings may overlap.",
      "At most three bookings overlap.",
      "The answer shows which bookings overlap.",
    ])
      await expect(said(courts("ends", sentence), () => false)).rejects.toThrow("there is no case");
  });

  test("does not count bookings of another status", async () => {
    const sentence = "Bookings that overlap with a booked one are refused.";
    expect(await said(courts("ends", sentence), () => false, "asked")).toEqual([]);
    expect(await said(courts("ends", sentence), () => false)).toHaveLength(1);
  });
});
