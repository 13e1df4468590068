import { DatedText } from "@openapi-packages/compiler/compile/codecs/dated-text";
import { literal } from "@openapi-packages/description/text/escape";
import { isObject, type Json, type JsonObject } from "@openapi-packages/description/json/json";
import type { ExampleInput } from "@openapi-packages/compiler/mock/answers/example-input";
import type {
  DescribedSchema,
  MediaType,
  Operation,
  Parameter,
} from "@openapi-packages/description/model/api-model";
import type { Schema } from "@openapi-packages/description/model/schema/schema";
import { hasCodec } from "@openapi-packages/compiler/compile/descriptors/codec-data";
import {
  Expression,
  type DataObject,
  type DataValue,
} from "@openapi-packages/compiler/compile/data";
import type { EmitModel } from "../../emit-model.ts";
import { partText } from "../../part-text.ts";
import { Generator } from "./code-layout.ts";
import type { TypedValues } from "./typed-value.ts";

/**
 * Returns an input as callers write it, with `File` and `Date` values; `undefined` if the example
 * does not match its type.
 */
export function inputCode(
  model: EmitModel,
  values: TypedValues,
  operation: Operation,
  example: ExampleInput,
): DataObject | undefined {
  const { body, files } = example;
  const input = typedInput(values, operation, example);
  if (input === undefined) return undefined;
  const dated = hasCodec(model, operation) ? new DatedText(model.types) : undefined;
  const parts = Object.entries(input).map(([part, value]): [string, DataValue] => {
    if (part === "body" && body !== undefined)
      return [part, bodyCode(model, body, value, files, dated)];
    if (dated === undefined) return [part, value as DataValue];
    return [part, datedMembers(operation, part, value, dated)];
  });
  return Object.fromEntries(parts);
}

/**
 * Removes the members that an input's types do not declare. Files are unchanged, since their
 * example text is not a value of their type.
 */
export function typedInput(
  values: TypedValues,
  { parameters }: Operation,
  { input, body, files }: ExampleInput,
): JsonObject | undefined {
  const typed: JsonObject = {};
  for (const [part, value] of Object.entries(input)) {
    const own =
      part === "body"
        ? typedBody(values, body, files, value)
        : typedParameters(values, parameters, part, value);
    if (own === undefined) return undefined;
    typed[part] = own;
  }
  return typed;
}

function typedBody(
  values: TypedValues,
  media: MediaType | undefined,
  files: readonly string[],
  value: Json,
): Json | undefined {
  const isFree = media?.schema === undefined || media.stream !== undefined || files.length > 0;
  if (isFree || !["json", "form", "multipart"].includes(media.kind)) return value;
  return values.of(value, media.schema.json);
}

function typedParameters(
  values: TypedValues,
  parameters: readonly Parameter[],
  location: string,
  value: Json,
): JsonObject | undefined {
  const typed: JsonObject = {};
  for (const [name, own] of Object.entries(value as JsonObject)) {
    const parameter = parameters.find((one) => one.in === location && one.name === name);
    const kept = parameter === undefined ? own : values.of(own, parameter.schema.json);
    if (kept === undefined) return undefined;
    typed[name] = kept;
  }
  return typed;
}

function datedMembers(
  { parameters }: Operation,
  location: string,
  value: Json,
  dated: DatedText,
): DataObject {
  const schemasOf = (name: string): Schema[] =>
    parameters
      .filter((one) => one.in === location && one.name === name)
      .map((one) => one.schema.meaning);
  const members = Object.entries(value as JsonObject).map(([name, own]): [string, DataValue] => [
    name,
    new Expression(dated.of(own, schemasOf(name))),
  ]);
  return Object.fromEntries(members);
}

function bodyCode(
  { types }: EmitModel,
  media: MediaType,
  value: Json,
  files: readonly string[],
  dated: DatedText | undefined,
): DataValue {
  const { kind, stream, mediaType, schema } = media;
  if (kind === "binary" && stream === undefined) return blob(String(value), mediaType);
  const written = (own: Json, of: DescribedSchema | undefined): string =>
    dated === undefined || of === undefined ? literal(own) : dated.of(own, [of.meaning]);
  if (kind === "parts" || stream !== undefined) {
    const text = partText(types, media, written);
    if (stream === undefined) return new Expression(text(value));
    const items = Array.isArray(value) ? (value as readonly Json[]) : [value];
    return new Generator(items.map((item) => new Expression(text(item))));
  }
  if (files.length > 0 && isObject(value)) return withFiles(value, files);
  return dated === undefined || schema === undefined
    ? (value as DataValue)
    : new Expression(written(value, schema));
}

function withFiles(form: JsonObject, files: readonly string[]): DataObject {
  const toFile = (value: Json): DataValue =>
    Array.isArray(value)
      ? (value as readonly Json[]).map(toFile)
      : new Expression("new File", [["An example."], "example.txt"]);
  const members = Object.entries(form).map(([name, value]): [string, DataValue] => [
    name,
    files.includes(name) ? toFile(value) : (value as DataValue),
  ]);
  return Object.fromEntries(members);
}

function blob(text: string, mediaType: string): Expression {
  const type = mediaType.includes("*") ? "application/octet-stream" : mediaType;
  return new Expression("new Blob", [[text], { type }]);
}
