import { expect, test } from "vitest";
import { growthOfWork } from "../../../../test/growth-of-work.ts";
import { verifiedApi } from "../../src/description/verified-api.ts";
import { stateTests } from "../../src/server/cases/states/state-tests.ts";
import { describe as read } from "../support.ts";

const json = (name: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } }`;

/** The operations on records of one kind, each of which names one of the next kind. */
const operations = (kind: number): string => `
  /kind${kind}s:
    post:
      operationId: create${kind}
      requestBody: { required: true, ${json(`New${kind}`)} }
      responses: { "201": { description: Made., ${json(`Kind${kind}`)} } }
  /kind${kind}s/{kind${kind}Id}:
    parameters: [{ name: kind${kind}Id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: get${kind}
      responses: { "200": { description: It., ${json(`Kind${kind}`)} } }
  /kind${kind}s/{kind${kind}Id}/close:
    parameters: [{ name: kind${kind}Id, in: path, required: true, schema: { type: string } }]
    post:
      operationId: close${kind}
      description: Only open ones can be closed.
      responses: { "200": { description: It., ${json(`Kind${kind}`)} }, "409": { description: It is closed. } }`;

const schemas = (kind: number, kinds: number): string => `
    New${kind}:
      type: object
      properties: { kind${(kind + 1) % kinds}Id: { type: string } }
    Kind${kind}:
      type: object
      required: [id, state]
      properties: { id: { type: string }, state: { type: string, enum: [open, closed] } }`;

const numbers = (kinds: number): number[] => Array.from({ length: kinds }, (_, kind) => kind);

const described = (kinds: number): string => `openapi: 3.1.0
info: { title: Kinds, version: "1" }
paths:${numbers(kinds).map(operations).join("")}
components:
  schemas:${numbers(kinds)
    .map((kind) => schemas(kind, kinds))
    .join("")}
`;

test("planning what states allow is work in proportion to the resources", async () => {
  const [small, large] = [10, 60];
  const descriptions = new Map([
    [small, await read(described(small))],
    [large, await read(described(large))],
  ]);
  const plan = (kinds: number): void => {
    const description = descriptions.get(kinds);
    if (description === undefined) throw new Error(`no description of ${kinds} kinds`);
    const api = verifiedApi(description);
    const names = Object.keys(description.mock.state?.resources ?? {});
    expect(names).toHaveLength(kinds);
    for (const name of names) expect(stateTests(api, name)?.tests).not.toEqual([]);
  };
  expect(growthOfWork(plan, small, large / small)).toBeLessThan(12);
});
