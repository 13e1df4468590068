import { expect, test } from "vitest";
import { verifiedApi } from "../../src/description/verified-api.ts";
import { refusesMissing } from "../../src/server/cases/said-of-missing.ts";
import { describe as read } from "../support.ts";

/** Whether the removal of a page from a book is said to be refused where there is no such page. */
async function isRefused(removal: string, refusal = "Not found."): Promise<boolean> {
  const description = await read(`openapi: 3.1.0
info: { title: Pages, version: "1" }
paths:
  /books/{bookId}/pages/{pageId}:
    parameters:
      - { name: bookId, in: path, required: true, schema: { type: string } }
      - { name: pageId, in: path, required: true, schema: { type: string } }
    delete:
      operationId: removePage
      description: "${removal}"
      responses:
        "204": { description: Removed. }
        "404": { description: "${refusal}" }
`);
  const api = verifiedApi(description);
  const [removePage] = api.operations;
  return removePage !== undefined && refusesMissing(api, removePage);
}

test.each<[string, string?]>([
  ["One that the book does not have is answered with 404."],
  ["404 if there is no such page."],
  ["A page that does not exist is answered with 404."],
  ["It answers 404 if the book or the page does not exist."],
  ["Removes it.", "There is no such page in the book."],
])("a sentence says that a page has to be there: %s %s", async (removal, refusal) => {
  expect(await isRefused(removal, refusal)).toBe(true);
});

test.each<[string, string?]>([
  [""],
  ["Removes the page."],
  ["404 if the book does not exist."],
  ["404 if the book of the page does not exist."],
  ["One that the book does not have is answered with 204."],
  ["404 if there is no such page, 204 even if it was removed before."],
  ["Removes it.", "There is no such book."],
])("404 may be about the book alone: %s %s", async (removal, refusal) => {
  expect(await isRefused(removal, refusal)).toBe(false);
});
