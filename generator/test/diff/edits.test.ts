import { expect, it } from "vitest";
import { changesBy, shortChange } from "./edited.ts";
import { unchangedEdits } from "./edits/unchanged.ts";
import { operationsEdits } from "./edits/operations.ts";
import { parametersEdits } from "./edits/parameters.ts";
import { requestsEdits } from "./edits/requests.ts";
import { responsesEdits } from "./edits/responses.ts";
import { othersEdits } from "./edits/others.ts";

const edits = [
  ...unchangedEdits,
  ...operationsEdits,
  ...parametersEdits,
  ...requestsEdits,
  ...responsesEdits,
  ...othersEdits,
];

it.each(edits)("judges %s", async (_name, edit, expected) => {
  const changes = await changesBy(edit);
  expect(changes.map(shortChange).toSorted()).toEqual(expected.toSorted());
});
