import type { MediaTypeDescriptor, Serializer, Validator } from "@openapi-packages/runtime";
import {
  getMember,
  isObject,
  responseKey,
  type JsonObject,
} from "@openapi-packages/runtime/internals";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { Json, MediaType } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { callInput } from "../records/call-input.ts";
import { isRuledByHttp } from "../arbitraries/http-headers.ts";
import { asSent, withBinaryParts } from "./as-sent.ts";
import type { PlannedAnswer } from "./conversions.ts";

const locations = ["path", "query", "header", "cookie"] as const;

/** Returns the inputs that are varied: with every parameter, and with a body in each media type. */
export function inputsOf({ description }: VerifiedApi, operation: VerifiedOperation): CallInput[] {
  const { model, mock } = operation;
  const mediaTypes = model.requestBody?.content.map(({ mediaType }) => mediaType) ?? [];
  const kinds = mediaTypes.length === 0 ? [undefined] : mediaTypes;
  return kinds.flatMap((mediaType) => {
    const example = description.exampleInput(model, mediaType);
    if (example === undefined) return [];
    // The Fetch Standard does not allow such requests.
    const isWithoutBody = model.method === "GET" || model.method === "HEAD";
    if (isWithoutBody && model.requestBody?.required === true) return [];
    const input = withMediaType(callInput(example), mediaTypes, mediaType ?? "");
    const filled = locations.map((location) => {
      const own: JsonObject = { ...input[location] };
      for (const { name, in: place, schema, example: shown } of model.parameters) {
        if (place !== location || getMember(own, name) !== undefined || isRuledByHttp(name))
          continue;
        const value = shown ?? description.sample(schema.json, name);
        if (value === undefined || !isSent(value)) continue;
        const more = { ...own, [name]: value };
        if (mock.validators[location]?.(more) !== false) Object.assign(own, more);
      }
      return [location, own] as const;
    });
    const located = filled.filter(([, values]) => Object.keys(values).length > 0);
    const { body, contentType, ...parameters } = { ...input, ...Object.fromEntries(located) };
    if (isWithoutBody || body === undefined) return [parameters];
    const whole = { ...parameters, body, ...(contentType !== undefined && { contentType }) };
    return [asSent(operation, whole)];
  });
}

/** Adds the media type of the body if the description has several. */
function withMediaType(input: CallInput, mediaTypes: readonly string[], own: string): CallInput {
  const { body } = input;
  if (own.includes("*")) return body instanceof Blob ? { ...input, contentType: body.type } : input;
  return body === undefined || mediaTypes.length < 2 ? input : { ...input, contentType: own };
}

/** True unless a parameter omits the value: null, empty lists and empty objects (RFC 6570). */
export const isSent = (value: unknown): boolean =>
  value !== null && (typeof value !== "object" || Object.keys(value).length > 0);

/**
 * Returns the documented answers of an operation: those of its examples, and for each schema a value with all
 * declared members. Redirects are left out, because clients follow them.
 */
export async function answersOf(
  api: VerifiedApi,
  operation: VerifiedOperation,
): Promise<PlannedAnswer[]> {
  const planned: PlannedAnswer[] = [];
  for (const answer of operation.mock.answers) {
    const { status, contentType, headers } = answer;
    if (status >= 300 && status < 400) continue;
    const body = status === 204 || status === 205 ? undefined : answer.body;
    const base = {
      status,
      ...(contentType !== undefined && { contentType }),
      ...(headers && { headers }),
    };
    const isStream = isObject(body) && Symbol.asyncIterator in body;
    const whole = isStream ? await itemsOf(body as AsyncIterable<unknown>) : body;
    const { media } = placeOf(operation, base);
    const asAnswer = (value: unknown): PlannedAnswer =>
      declaredAnswer(operation, {
        ...base,
        ...(value !== undefined && { body: value }),
        ...(isStream && { isStream }),
      });
    planned.push(asAnswer(whole));
    if (body === undefined || isStream || media?.kind !== "json" || media.schema === undefined)
      continue;
    const sample = api.description.sample(media.schema.json, "body");
    const sampled = sample === undefined ? undefined : asAnswer(sample);
    if (sampled !== undefined && isValidAnswer(api, operation, sampled)) planned.push(sampled);
  }
  return planned;
}

/** Returns an answer without members that its schema does not declare: a server does not send them. */
export function declaredAnswer(operation: VerifiedOperation, answer: PlannedAnswer): PlannedAnswer {
  const { body, isStream } = answer;
  if (body === undefined) return answer;
  const { descriptor, serializer = (value: unknown) => value } = placeOf(operation, answer);
  const declared = (value: unknown): unknown =>
    value instanceof Blob ? value : withBinaryParts(descriptor, serializer(value));
  return {
    ...answer,
    body: isStream === true ? (body as unknown[]).map(declared) : declared(body),
  };
}

interface AnswerPlace {
  readonly media: MediaType | undefined;
  readonly descriptor: MediaTypeDescriptor | undefined;
  readonly serializer: Serializer | undefined;
}

/** Returns the place of an answer in the description, and its serializer. */
function placeOf(
  { mock, model }: VerifiedOperation,
  { status, contentType }: PlannedAnswer,
): AnswerPlace {
  const key = responseKey(mock.operation.responses, status) ?? "";
  const content = model.responses.find((one) => one.status === key)?.content ?? [];
  const media = content.find(({ mediaType }) => mediaType === contentType) ?? content[0];
  const serializers = mock.serializers?.responses?.[key] ?? {};
  const serializer = media && (getMember(serializers, media.mediaType) as Serializer | undefined);
  const described = mock.operation.responses[key]?.content ?? [];
  const descriptor = described.find(({ mediaType }) => mediaType === media?.mediaType);
  return { media, descriptor, serializer };
}

async function itemsOf(stream: AsyncIterable<unknown>): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

/** True if an input is valid. */
export function isValidInput({ mock }: VerifiedOperation, input: CallInput): boolean {
  const bodies = mock.validators.body ?? {};
  const named = input.contentType === undefined ? undefined : getMember(bodies, input.contentType);
  const validator = (named ?? Object.values(bodies)[0]) as Validator | undefined;
  const isBodyValid =
    input.body === undefined || input.body instanceof Blob || validator?.(input.body) !== false;
  return (
    isBodyValid &&
    locations.every((place) => {
      const values = input[place];
      return values === undefined || mock.validators[place]?.(values) !== false;
    })
  );
}

/** True if an answer's body and headers are valid. */
export function isValidAnswer(
  { description }: VerifiedApi,
  { mock, model }: VerifiedOperation,
  { status, contentType, body, headers, isStream }: PlannedAnswer,
): boolean {
  const key = responseKey(mock.operation.responses, status) ?? "";
  const validators: Readonly<Record<string, Validator>> = mock.validators.responses?.[key] ?? {};
  const validator = (contentType === undefined ? undefined : getMember(validators, contentType)) as
    Validator | undefined;
  const checks = validator ?? Object.values(validators)[0];
  const bodies = isStream === true ? (body as unknown[]) : [body];
  const isBodyValid = body === undefined || bodies.every((one) => checks?.(one) !== false);
  const described = model.responses.find((one) => one.status === key)?.headers ?? [];
  return (
    isBodyValid &&
    described.every(({ name, schema }) => {
      const value = headers && getMember(headers, name);
      return value === undefined || description.holds(schema.json, value as Json);
    })
  );
}
