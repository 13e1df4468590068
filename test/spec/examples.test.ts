import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, test } from "vitest";
import {
  nodeAt,
  operationsOf,
  pointerOf,
  readDescription,
  type BodyObject,
  type LocatedOperation,
  type MediaTypeObject,
  type ParameterObject,
} from "./description.ts";

const description = readDescription();
const ajv = new Ajv2020({
  allErrors: true,
  strictSchema: true,
  strictTypes: false,
  strictRequired: false,
});
formats.default(ajv);
ajv.addVocabulary(["x-assumption", "x-lifecycle", "x-not-shown"]);
// Ajv takes the whole document for a schema, whose members are then keywords.
ajv.addVocabulary(Object.keys(description).filter((member) => !member.startsWith("x-not")));
ajv.addSchema(description, "description", undefined, false);

/** What Ajv finds wrong with a value, by the schema at a pointer into the description. */
function errorsOf(value: unknown, schemaPointer: string): string[] {
  const fragment = schemaPointer.split("/").map(encodeURIComponent).join("/");
  const $ref = `description#${fragment}`;
  const validate = ajv.getSchema($ref) ?? ajv.compile({ $ref });
  if (validate(value) === true) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${schemaPointer}: ${instancePath} ${message}`,
  );
}

type Examples = Pick<MediaTypeObject, "example" | "examples" | "x-event-sequence">;

function examplesOf({ example, examples = {}, ...node }: Examples): unknown[] {
  return [
    ...(example === undefined ? [] : [example]),
    ...Object.values(examples).map(({ value }) => value),
    ...(node["x-event-sequence"] ?? []),
  ];
}

/** Media types of the operation's request body and of its responses whose status fits. */
function mediaTypesOf({ operation, pointer }: LocatedOperation, statuses: RegExp) {
  const bodies = Object.keys(operation.responses)
    .filter((status) => statuses.test(status))
    .map((status) => pointer + pointerOf("responses", status));
  if (operation.requestBody !== undefined) bodies.push(`${pointer}/requestBody`);
  return bodies.flatMap((place) => {
    const body = nodeAt<BodyObject>(description, place);
    return Object.entries(body.node.content ?? {}).map(([name, mediaType]) => ({
      mediaType,
      pointer: body.pointer + pointerOf("content", name),
    }));
  });
}

function parametersOf({ operation, pathItem, pointer }: LocatedOperation) {
  const shared = pointer.replace(/\/\w+$/, "");
  return [
    ...Object.keys(pathItem.parameters ?? []).map((index) => `${shared}/parameters/${index}`),
    ...Object.keys(operation.parameters ?? []).map((index) => `${pointer}/parameters/${index}`),
  ].map((place) => nodeAt<ParameterObject>(description, place));
}

describe("schemas", () => {
  test.each(Object.entries(description.components.schemas))("%s", (name, schema) => {
    const examples = schema.examples ?? [];
    expect(examples).not.toEqual([]);
    const pointer = pointerOf("components", "schemas", name);
    expect(examples.flatMap((example) => errorsOf(example, pointer))).toEqual([]);
  });
});

describe("operations", () => {
  test.each(operationsOf(description))("$operation.operationId", (operation) => {
    const successful = mediaTypesOf(operation, /^2/);
    for (const { mediaType, pointer } of successful) {
      expect.soft(examplesOf(mediaType), pointer).not.toEqual([]);
    }
    const described: { node: Examples; pointer: string }[] = [
      ...mediaTypesOf(operation, /./).map(({ mediaType: node, pointer }) => ({ node, pointer })),
      ...parametersOf(operation),
    ];
    for (const { node, pointer } of described) {
      if (!("schema" in node)) continue;
      const errors = examplesOf(node).flatMap((value) => errorsOf(value, `${pointer}/schema`));
      expect.soft(errors).toEqual([]);
    }
  });

  test.each(operationsOf(description))("$operation.operationId: path parameters", (operation) => {
    const lacking = parametersOf(operation)
      .filter(({ node }) => node.in === "path" && examplesOf(node).length === 0)
      .map(({ node }) => node.name);
    expect(lacking).toEqual([]);
  });
});
