import { DatedText } from "@openapi-packages/compiler/compile/codecs/dated-text";
import { literal } from "@openapi-packages/description/text/escape";
import type { Json } from "@openapi-packages/description/json/json";
import type { MockAnswer, MockBody } from "@openapi-packages/compiler/mock/answers/mock-answer";
import type {
  DescribedSchema,
  MediaType,
  Operation,
  OperationResponse,
} from "@openapi-packages/description/model/api-model";
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
 * Returns a documented response as a handler returns it; `undefined` if its example does not match
 * its type.
 */
export function answerCode(
  model: EmitModel,
  values: TypedValues,
  operation: Operation,
  answer: MockAnswer,
): DataObject | undefined {
  const { status, contentType, headers } = answer;
  const response = documentedResponse(operation, status);
  const content = response?.content ?? [];
  const media = content.find(({ mediaType }) => mediaType === contentType) ?? content[0];
  const body = answer.body && media && typedBody(values, media, answer.body);
  // The type may require a body even if the status never has one.
  if (body === undefined && content.length > 0) return undefined;
  const dated = hasCodec(model, operation) ? new DatedText(model.types) : undefined;
  const written = (value: Json, schema: DescribedSchema | undefined): string =>
    dated === undefined || schema === undefined
      ? literal(value)
      : dated.of(value, [schema.meaning]);
  const isPlain = dated === undefined && media?.kind !== "parts";
  const text = partText(model.types, media, written);
  const value = (own: Json): DataValue =>
    isPlain ? (own as DataValue) : new Expression(text(own));
  return {
    status,
    contentType,
    headers: headers && headersCode(headers as Readonly<Record<string, Json>>, response, dated),
    body: body && bodyCode(body, value),
  };
}

/** Removes the members that a body's type does not declare. Files and parts are unchanged. */
function typedBody(
  values: TypedValues,
  { kind, schema }: MediaType,
  body: MockBody,
): MockBody | undefined {
  if (schema === undefined || kind === "parts" || body.kind === "file") return body;
  if (body.kind === "value") {
    if (kind !== "json" && kind !== "form" && kind !== "multipart") return body;
    const value = values.of(body.value, schema.json);
    return value === undefined ? undefined : { kind: "value", value };
  }
  const items = body.items.map((item) => values.of(item, schema.json));
  return items.includes(undefined) ? undefined : { kind: "stream", items: items as Json[] };
}

/** Returns the response that documents a status: its own, that of its range, or the default. */
function documentedResponse(
  { responses }: Operation,
  status: number,
): OperationResponse | undefined {
  const names = [String(status), `${Math.floor(status / 100)}XX`, "default"];
  return names.flatMap((name) => responses.filter((one) => one.status === name))[0];
}

function headersCode(
  headers: Readonly<Record<string, Json>>,
  response: OperationResponse | undefined,
  dated: DatedText | undefined,
): DataObject {
  const members = Object.entries(headers).map(([name, value]): [string, DataValue] => {
    const described = response?.headers.find((one) => one.name === name);
    return dated && described
      ? [name, new Expression(dated.of(value, [described.schema.meaning]))]
      : [name, value as DataValue];
  });
  return Object.fromEntries(members);
}

/** The most stream items to show. */
const mostItems = 2;

function bodyCode(body: MockBody, value: (own: Json) => DataValue): DataValue {
  switch (body.kind) {
    case "value":
      return value(body.value);
    case "stream":
      return new Generator(body.items.slice(0, mostItems).map(value));
    case "file":
      return new Expression("new Blob", [[body.text], { type: body.mediaType }]);
  }
}
