import { expect, test } from "vitest";
import { verifiedApi } from "../src/description/verified-api.ts";
import { refusedPlace } from "../src/server/judge/refused-place.ts";
import type { Exchange } from "../src/wire/exchange.ts";
import { describe as read } from "./support.ts";

const api = verifiedApi(
  await read(`openapi: 3.1.0
info: { title: Projects, version: "1" }
paths:
  /projects:
    post:
      operationId: createProject
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, properties: { title: { type: string, minLength: 2, maxLength: 40 } } }
      responses:
        "201": { description: Made. }
        "400": { description: Not as described. }
`),
);

/** Returns the place of a title that a service refuses with some words; `undefined` if it may do so. */
function refused(title: string, words: string): string | undefined {
  const [operation] = api.operations;
  const exchange = { response: { status: 400 }, value: { message: `title ${words}` } };
  if (operation === undefined) throw new Error("there is no operation");
  return refusedPlace(api, operation, { body: { title } }, exchange as Exchange)?.text;
}

const tooShort = "must NOT have fewer than 2 characters";

test.each(["\n\n", "  a ", "\t\u00a0"])(
  "%j may be refused as too short, since a service may remove white space first",
  (title) => {
    expect(refused(title, tooShort)).toBeUndefined();
  },
);

test.each(["ab", " abc "])("%j may not be refused as too short", (title) => {
  expect(refused(title, tooShort)).toBe("`title` of the body");
});
