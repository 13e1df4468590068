import { expect, it } from "vitest";
import { changesBy, shortChange } from "./edited.ts";
import { allEdits } from "./edits/all-edits.ts";

it.each(allEdits)("judges %s", async (_name, edit, expected) => {
  const changes = await changesBy(edit);
  expect(changes.map(shortChange).toSorted()).toEqual(expected.toSorted());
});
