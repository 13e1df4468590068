import { expect, test } from "vitest";
import { verifiedApi } from "../../src/description/verified-api.ts";
import { refusesOthers } from "../../src/server/cases/principals/owner-words.ts";
import { describe as read } from "../support.ts";

async function isOwners(description: string, forbidden: string | undefined): Promise<boolean> {
  const refusal =
    forbidden === undefined ? "" : `, "403": { description: ${JSON.stringify(forbidden)} }`;
  const api = verifiedApi(
    await read(`openapi: 3.1.0
info: { title: Reviews, version: 1.0.0 }
paths:
  /reviews/{reviewId}:
    parameters: [{ name: reviewId, in: path, required: true, schema: { type: string } }]
    delete:
      operationId: deleteReview
      description: ${JSON.stringify(description)}
      responses: { "204": { description: Gone. }${refusal} }
`),
  );
  const [operation] = api.operations;
  if (operation === undefined) throw new Error("no operation");
  return refusesOthers(operation);
}

test.each([
  ["", "Another user registered this species."],
  ["", "The review is not yours."],
  ["", "You are not the author."],
  ["", "The recipe belongs to somebody else."],
  ["", "It belongs to another account."],
  ["", "It was not created by you."],
  ["", "You can only change comments that you have written."],
  ["Only the user who registered a species can replace it; others get 403.", "Forbidden."],
  ["Only its author may delete a review.", "Forbidden."],
  ["Only whoever wrote it can delete it.", "Not allowed."],
])("a 403 is for those who do not own the record: %s %s", async (description, forbidden) => {
  expect(await isOwners(description, forbidden)).toBe(true);
});

test.each([
  ["Only the author can delete it.", undefined],
  ["Deletes a review.", "The token lacks the scope reviews:write."],
  ["Tells another user of it.", "Forbidden."],
  ["", "Only the author or a moderator may delete it."],
  ["Admins may delete all reviews, only the author their own.", "Not the author."],
  ["", "Another user is editing the review."],
  ["", "The shop is closed, and only open shops can be changed."],
])("a 403 may be for other reasons: %s %s", async (description, forbidden) => {
  expect(await isOwners(description, forbidden)).toBe(false);
});
