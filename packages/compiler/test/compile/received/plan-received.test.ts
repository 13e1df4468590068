import { join } from "node:path";
import { expect, it } from "vitest";
import { ReceivedPlanner, type ReceivedPlan } from "../../../src/compile/received/plan-received.ts";
import { loadDocument } from "../../../../description/src/load/load-document.ts";
import { buildApiModel } from "../../../../description/src/model/build-api-model.ts";
import { temporaryFolder, writeTree } from "../../../../../generator/test/support.ts";

const size = { type: "object", properties: { width: { type: "integer", default: 3 } } };

/** Returns the plan of a body with one member. */
async function planned(member: object): Promise<ReceivedPlan | undefined> {
  const folder = temporaryFolder();
  const description = {
    openapi: "3.1.0",
    info: { title: "Things", version: "1" },
    paths: {
      "/things": {
        post: {
          requestBody: {
            content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } },
          },
          responses: { "204": { description: "Done." } },
        },
      },
    },
    components: { schemas: { Thing: { type: "object", properties: { member } }, Size: size } },
  };
  writeTree(folder, { "things.json": JSON.stringify(description) });
  const { model } = buildApiModel(await loadDocument(join(folder, "things.json")));
  const planner = new ReceivedPlanner(model);
  for (const { operations } of model.groups) operations.map((one) => planner.of(one));
  return planner.named.get("Thing");
}

it.each([
  { type: "integer", default: 1 },
  { type: ["integer", "null"], default: 1 },
  { allOf: [{ type: "integer", default: 1 }] },
  { anyOf: [{ type: "integer", default: 1 }, { type: "null" }] },
])("a member has the default that its schema gives: %j", async (member) => {
  expect((await planned(member))?.defaults).toEqual(new Map([["member", 1]]));
});

it("a default of one of several alternatives is not added", async () => {
  const member = { oneOf: [{ type: "integer", default: 1 }, { type: "boolean" }] };
  expect(await planned(member)).toBeUndefined();
});

it.each([
  { $ref: "#/components/schemas/Size" },
  { oneOf: [{ $ref: "#/components/schemas/Size" }, { type: "null" }] },
])("the object of a member has the defaults of its schema: %j", async (member) => {
  expect((await planned(member))?.members).toEqual(new Map([["member", { name: "Size" }]]));
});
