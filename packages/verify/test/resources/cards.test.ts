import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { cards, cardService, type CardFault } from "./cards.ts";

const description = await read(cards);

const verified = (fault?: CardFault) =>
  verifyServer({ description, server: { fetch: cardService(fault) } });

test("a service that keeps, removes and refuses as described has no failure", async () => {
  expect((await verified()).failures).toEqual([]);
});

test.each<[CardFault, string, string]>([
  ["keeps what is deleted", "read-after-delete", "answers 200 for what was deleted"],
  ["keeps the date that a PUT leaves out", "read-after-update", "keeps `expiresOn`"],
  [
    "answers a change that it does not keep",
    "read-after-update",
    "answers with the `points` that was written, and GetCard shows another value",
  ],
  ["takes a change without If-Match", "conditional", "answers 200 to a change without If-Match"],
  ["takes days that no calendar has", "takes-invalid", "takes days that no calendar has"],
  ["has no key in Location", "http-header", "answers 201 with Location /cards/, which has no key"],
])("finds a service that %s", async (fault, check, message) => {
  const { failures } = await verified(fault);
  expect(failures).toContainEqual(
    expect.objectContaining({ check, message: expect.stringContaining(message) as string }),
  );
});
