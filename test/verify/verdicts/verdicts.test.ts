import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { verifyCompatibility } from "@openapi-packages/verify";
import { parse } from "yaml";
import {
  basePath,
  changesBy,
  type Edit,
  type Edited,
} from "../../../generator/test/changes/diff/edited.ts";
import { operationsEdits } from "../../../generator/test/changes/diff/edits/operations.ts";
import { othersEdits } from "../../../generator/test/changes/diff/edits/others.ts";
import { parametersEdits } from "../../../generator/test/changes/diff/edits/parameters.ts";
import { requestsEdits } from "../../../generator/test/changes/diff/edits/requests.ts";
import { responsesEdits } from "../../../generator/test/changes/diff/edits/responses.ts";
import { unchangedEdits } from "../../../generator/test/changes/diff/edits/unchanged.ts";
import { describe } from "../../../packages/verify/test/support.ts";
import { sampled } from "../../test-all.ts";

const edits = [
  ...unchangedEdits,
  ...operationsEdits,
  ...parametersEdits,
  ...requestsEdits,
  ...responsesEdits,
  ...othersEdits,
];

/** What `diff` calls breaking for callers in use, and no call to our own server shows, with the reason. */
const unseen: Readonly<Record<string, string>> = {
  "a member of a webhook, which callers read": "webhooks are no calls of clients",
  "a property of a webhook renamed": "webhooks are no calls of clients",
  "a narrowed pattern of a response": "whether one pattern allows less than another nobody decides",
  "a server gone": "calls are compared below the server's address",
  "servers of one operation": "calls are compared below the server's address",
  explode: "our server reads a list that was exploded either way, others do not",
  "no other properties in a request": "nobody describes which other properties callers send",
};

test.each(sampled(edits, 12))(
  "calls break where diff says that they do: %s",
  async (name, edit) => {
    const changes = await changesBy(edit);
    const isSaid = changes.some(({ verdicts }) => verdicts.run === "breaking");
    const { failures, errors } = await verifyCompatibility({
      base: await describe(readFileSync(basePath, "utf8")),
      head: await describe(edited(edit)),
      compatibility: "backward",
    });
    expect(errors).toEqual([]);
    expect(failures.length > 0).toBe(isSaid && unseen[name] === undefined);
  },
);

test("what no call shows is among the edits", () => {
  const names = edits.map(([name]) => name);
  expect(Object.keys(unseen).filter((name) => !names.includes(name))).toEqual([]);
});

function edited(edit: Edit): string {
  const description: Edited = parse(readFileSync(basePath, "utf8"));
  edit(description);
  return JSON.stringify(description);
}
