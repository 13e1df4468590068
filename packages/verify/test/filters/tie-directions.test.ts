import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const visit = `{ type: object, required: [id, day], properties: { id: { type: string }, day: { type: string, format: date } } }`;

const visits = (text: string): string => `openapi: 3.1.0
info: { title: Visits, version: "1", description: ${JSON.stringify(text)} }
paths:
  /visits:
    get:
      operationId: listVisits
      parameters: [{ name: sort, in: query, schema: { type: string, enum: [day, -day], default: day } }]
      responses: { "200": { description: All., content: { application/json: { schema: { type: array, items: ${visit} } } } } }
`;

const all = [
  { id: "c", day: "2026-05-02" },
  { id: "a", day: "2026-05-01" },
  { id: "d", day: "2026-05-02" },
  { id: "b", day: "2026-05-02" },
];

async function said(text: string, isReversed: boolean): Promise<string[]> {
  const fetch = (request: Request): Response => {
    const isDown = new URL(request.url).searchParams.get("sort") === "-day";
    const up = all.toSorted((one, other) => one.day.localeCompare(other.day));
    const down = all.toSorted((one, other) => other.day.localeCompare(one.day));
    if (!isDown) return Response.json(up);
    return Response.json(isReversed ? up.toReversed() : down);
  };
  const { failures } = await verifyServer({
    description: await read(visits(text)),
    server: { fetch },
  });
  return failures.filter(({ check }) => check === "sort").map(({ message }) => message);
}

const rule = "Equal records stand in the order of their creation, whatever the direction.";

test.each([
  rule,
  "Days that are equal stand in the order in which they were added, whether the sort goes up or down.",
])("finds records that are alike and turned around with the direction: %s", async (sentence) => {
  expect(await said(sentence, true)).toEqual([
    `sort=-day gives b and others with the same day, "2026-05-02", in another order than sort=day: the description says ${JSON.stringify(sentence)}`,
  ]);
});

test("says nothing of a list that keeps to it, or of which nothing is said", async () => {
  expect(await said(rule, false)).toEqual([]);
  expect(await said("Equal records stand in the order of their creation.", true)).toEqual([]);
  expect(await said("Equal records have no certain order, whatever the direction.", true)).toEqual(
    [],
  );
});
