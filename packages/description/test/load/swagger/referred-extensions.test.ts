import { expect, it } from "vitest";
import { valueAt } from "../../../src/json/json.ts";
import { lift, said, withOperation } from "./lifted.ts";

const answering = (reference: string): string =>
  `      responses: { "200": { description: A stream., schema: { $ref: "${reference}" } } }\n`;

const failure = { $ref: "#/components/schemas/Failure" };

it("lifts what a reference leads to in an extension, and nothing else there", async () => {
  const more = `definitions: { Failure: { type: object } }
x-stream-definitions:
  Pets: { properties: { next: { $ref: "#/x-stream-definitions/More" }, error: { $ref: "#/definitions/Failure" } } }
  More: { properties: { all: { $ref: "#/x-stream-definitions/Pets" }, error: { $ref: "#/definitions/Failure" } } }
  Other: { $ref: "#/definitions/Failure" }
`;
  const { value, diagnostics } = await lift(
    withOperation(answering("#/x-stream-definitions/Pets"), more),
  );
  expect(said(diagnostics)).toEqual([]);
  expect(valueAt(value, "/components/schemas")).toEqual({
    Failure: { type: "object" },
    XStreamDefinitionsPets: {
      properties: { next: { $ref: "#/components/schemas/XStreamDefinitionsMore" }, error: failure },
    },
    XStreamDefinitionsMore: {
      properties: { all: { $ref: "#/components/schemas/XStreamDefinitionsPets" }, error: failure },
    },
  });
  expect(valueAt(value, "/x-stream-definitions/Other")).toEqual({ $ref: "#/definitions/Failure" });
});

it("lifts it in whatever file it and the reference are", async () => {
  const files = {
    "streams.yaml": `x-streams:
  Pets: { properties: { more: { $ref: "more.yaml#/More" }, error: { $ref: "swagger.yaml#/definitions/Failure" } } }
  Late: { properties: { error: { $ref: "swagger.yaml#/definitions/Failure" } } }
`,
    "more.yaml": 'More: { properties: { late: { $ref: "streams.yaml#/x-streams/Late" } } }\n',
  };
  const more = "definitions: { Failure: { type: object } }\n";
  const { value, diagnostics } = await lift(
    withOperation(answering("streams.yaml#/x-streams/Pets"), more),
    files,
  );
  expect(said(diagnostics)).toEqual([]);
  expect(valueAt(value, "/components/schemas")).toMatchObject({
    Pets: { properties: { error: failure } },
    Late: { properties: { error: failure } },
  });
});
