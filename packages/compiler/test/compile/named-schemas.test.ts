import { expect, test, vi } from "vitest";
import { buildApiModel } from "../../../description/src/model/build-api-model.ts";
import { TraitReader } from "../../../description/src/model/unions/trait-reader.ts";
import { described, documentOf } from "../../../description/test/load/name/naming.ts";
import { compileSerializers } from "../../src/compile/serializers/compile-serializers.ts";
import { compileValidators } from "../../src/compile/compile-validators.ts";
import { NamedSchemas } from "../../src/compile/named-schemas.ts";

const Tree = {
  anyOf: [
    { type: "object", properties: { next: { $ref: "#/components/schemas/Tree" } } },
    { type: "object", properties: { next: { type: "string" }, last: { type: "string" } } },
  ],
};
const content = { "application/json": { schema: { $ref: "#/components/schemas/Tree" } } };
const get = { operationId: "getTree", responses: { 200: { description: "A tree.", content } } };

const treeModel = () => {
  const description = described({ paths: { "/tree": { get } }, components: { schemas: { Tree } } });
  return buildApiModel(documentOf("/nowhere/openapi.json", JSON.stringify(description))).model;
};

test("validators and serializers of a model share its named schemas", () => {
  const model = treeModel();
  const ofWebhooks = { ...model, groups: [] };
  expect(NamedSchemas.of(model)).toBe(NamedSchemas.of(ofWebhooks));
  expect(NamedSchemas.of(model)).not.toBe(NamedSchemas.of(treeModel()));
});

test("the checks that repeat are found once, by the model, and traits are read by one reader", () => {
  const model = treeModel();
  const readers = new Set<TraitReader>();
  const { members } = TraitReader.prototype;
  const spy = vi.spyOn(TraitReader.prototype, "members").mockImplementation(function (
    this: TraitReader,
    schema,
  ) {
    readers.add(this);
    return members.call(this, schema);
  });
  try {
    compileValidators(model);
    compileSerializers(model);
  } finally {
    spy.mockRestore();
  }
  expect([...readers]).toEqual([NamedSchemas.of(model).traits]);
});
