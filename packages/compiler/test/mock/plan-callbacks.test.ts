import { expect, test } from "vitest";
import { parse } from "yaml";
import type { JsonObject } from "../../../description/src/json/json.ts";
import { planCallbacks } from "../../src/mock/plan-callbacks.ts";
import { modelOf } from "./state/described.ts";

const received = (content: string): string =>
  `{ requestBody: { content: ${content} }, responses: { "204": { description: Seen. } } }`;

const event = "{ schema: { type: object, required: [n], properties: { n: { const: 1 } } } }";

test("operations announce their callbacks with a JSON body or none, also those that they share", () => {
  const model = modelOf(
    `
/a:
  post: { operationId: A, callbacks: { onEvent: { $ref: "#/components/callbacks/Event" } }, responses: { "204": { description: Done. } } }
/b:
  post:
    operationId: B
    callbacks:
      onEvent: { $ref: "#/components/callbacks/Event" }
      onText: { "{$request.body#/url}": { post: ${received("{ text/plain: {} }")} } }
      onEnd: { "{$request.query.url}/end": { put: { responses: { "204": { description: Seen. } } } } }
    responses: { "204": { description: Done. } }
/c:
  post: { operationId: C, responses: { "204": { description: Done. } } }
`,
    parse(`
callbacks:
  Event:
    "{$request.body#/url}": { post: ${received(`{ application/xml: {}, application/json: ${event} }`)} }
`) as JsonObject,
  );
  const planned = [...planCallbacks(model)].map(([{ id }, own]) => [
    id,
    own.map(({ name, expression, operation, input }) => [
      name,
      expression,
      operation.method,
      input,
    ]),
  ]);
  const shared = ["onEvent", "{$request.body#/url}", "POST", { body: { n: 1 } }];
  expect(planned).toEqual([
    ["A", [shared]],
    ["B", [shared, ["onEnd", "{$request.query.url}/end", "PUT", {}]]],
  ]);
});
