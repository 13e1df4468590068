import { createMock } from "@openapi-packages/mock";
import { expect, test } from "vitest";
import { verifiedApi } from "../src/description/verified-api.ts";
import { runCases } from "../src/run/run-cases.ts";
import { boundCases } from "../src/server/cases/bounds/bound-cases.ts";
import { contentTypeCases } from "../src/server/cases/content-types/content-type-cases.ts";
import { exampleCases } from "../src/server/cases/examples.ts";
import { generatedCases } from "../src/server/cases/generated/generated-cases.ts";
import { fetchSubject } from "../src/server/fetch-subject.ts";
import { TestedSubject } from "../src/server/tested-subject.ts";
import { describe as read } from "./support.ts";

const text = `openapi: 3.1.0
info: { title: Lockers, version: 1.0.0 }
paths:
  /lockers:
    post:
      operationId: CreateLocker
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Locker" } } }
      responses:
        "201":
          description: Created.
          content: { application/json: { schema: { $ref: "#/components/schemas/Locker" } } }
        "422": { description: The label is no locker's. }
  /lockers/{lockerId}:
    parameters: [{ name: lockerId, in: path, required: true, schema: { type: string } }]
    put:
      operationId: ReplaceLocker
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Locker" } } }
      responses:
        "204": { description: Changed. }
        "404": { description: There is none. }
        "422": { description: The label is no locker's. }
    get:
      operationId: GetLocker
      responses:
        "200":
          description: The locker.
          content: { application/json: { schema: { $ref: "#/components/schemas/Locker" } } }
        "404": { description: There is none. }
components:
  schemas:
    Locker:
      type: object
      required: [label]
      properties:
        id: { type: string, readOnly: true }
        label: { type: string, maxLength: 9 }
        size: { type: integer, minimum: 1 }
        isOpen: { type: boolean }
        tags: { type: array, items: { type: string } }
`;

/** Verifies changes of lockers on a service that refuses the first ones that are to be created. */
async function creationsAfter(refused: number): Promise<number> {
  let creations = 0;
  const description = await read(text);
  const mock = createMock(description.mock);
  const fetch = async (request: Request): Promise<Response> =>
    request.method === "POST" && ++creations <= refused
      ? new Response(null, { status: 422 })
      : mock.fetch(request);
  const api = verifiedApi(description);
  const options = { operations: ["ReplaceLocker", "GetLocker"] };
  const subject = new TestedSubject(api, fetchSubject(fetch), options);
  const makers = [exampleCases, generatedCases, boundCases, contentTypeCases];
  const cases = makers.flatMap((makeCases) => [...makeCases({ api, options })]);
  const { failures } = await runCases(api, subject, { cases }, options);
  expect(failures).toEqual([]);
  return creations;
}

test("creates what the service takes in each case, also after its first refusals", async () => {
  // Cases share a locker until one of them may have changed it.
  expect(await creationsAfter(0)).toBeGreaterThan(3);
  expect((await creationsAfter(2)) - 2).toBeGreaterThan(3);
});

test("does not try again in each case what the service always refuses", async () => {
  // Five creations, and once without optional members.
  expect(await creationsAfter(Infinity)).toBe(6);
});
