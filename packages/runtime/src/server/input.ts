import { ConversionError } from "../conversion/conversion-error.ts";
import { decodeInput, issueOf } from "../conversion/decode-input.ts";
import { escapePointerToken } from "../json-pointer.ts";
import { isMediaTypeRange, mediaTypeEssence } from "../media-type.ts";
import { getMember, setMember } from "../members.ts";
import type { JsonObject } from "../members.ts";
import type { Decoder, OperationCodec } from "../operation-codec.ts";
import type {
  ApiDescriptor,
  OperationDescriptor,
  OperationValidators,
  ParameterDescriptor,
  ParameterLocation,
  Validator,
} from "../operation.ts";
import { decodeText } from "../parameters/decode.ts";
import { decodePairs } from "../parameters/query.ts";
import { fillDefaults } from "../received.ts";
import type { OperationReceivedBodies, ReceivedPart } from "../received.ts";
import { securityOf } from "../security.ts";
import { mostIssues } from "../validation/issues.ts";
import type { Issue } from "../validation/issues.ts";
import { readBody } from "./body.ts";
import type { DecodedBody } from "./body.ts";
import { checkValue } from "./check-value.ts";
import type { CheckOptions } from "./check-value.ts";
import { RequestFailure } from "./failure.ts";
import type { InputLimits } from "./body-limits.ts";
import { headerValue } from "./request-target.ts";
import type { RequestParts } from "./request-target.ts";
import type { HttpRequest } from "./types.ts";

/** How to read the input of an operation: its parameters by location, options and tables. */
export interface InputPlan extends CheckOptions {
  readonly operation: OperationDescriptor;
  readonly path: readonly ParameterDescriptor[];
  readonly query: readonly ParameterDescriptor[];
  readonly header: readonly ParameterDescriptor[];
  readonly cookie: readonly ParameterDescriptor[];
  /** The optional parameters with a default. */
  readonly defaulted: readonly ParameterDescriptor[];
  /** Names of API keys in query and cookie. */
  readonly reservedNames: ReadonlySet<string>;
  readonly limits: InputLimits;
  /** True if a body of bytes is passed to the handler as it arrives. */
  readonly isStreamed: boolean;
  /** How bodies are prepared for handlers. Default: they are not changed. */
  readonly received?: OperationReceivedBodies;
  /** Converts the input. Default: it stays JSON. */
  readonly codec?: OperationCodec;
}

/** Headers that OpenAPI defines by media types and security schemes instead (3.1, Parameter Object). */
const ignoredHeaders = new Set(["accept", "content-type", "authorization"]);

/** Creates the plan for reading an operation's input. */
export function planInput(
  api: ApiDescriptor,
  operation: OperationDescriptor,
  limits: InputLimits,
  isStreamed: boolean,
  readOnly: InputPlan["readOnly"] = "drop",
): InputPlan {
  const parameters = operation.parameters ?? [];
  const located = (location: ParameterLocation): ParameterDescriptor[] =>
    parameters.filter((parameter) => parameter.in === location);
  const schemeNames = securityOf(api, operation).flatMap((one) => Object.keys(one));
  const reservedNames = schemeNames.flatMap((name) => {
    const scheme = Object.hasOwn(api.securitySchemes, name) ? api.securitySchemes[name] : undefined;
    return scheme?.type === "apiKey" ? scheme.name : [];
  });
  const locations = {
    path: located("path"),
    query: located("query"),
    header: located("header").filter(({ name }) => !ignoredHeaders.has(name.toLowerCase())),
    cookie: located("cookie"),
  };
  return {
    operation,
    ...locations,
    defaulted: Object.values(locations)
      .flat()
      .filter(({ default: value, required }) => value !== undefined && required !== true),
    reservedNames: new Set(reservedNames),
    limits,
    isStreamed,
    readOnly,
  };
}

/**
 * Reads an operation's input from a request: the parameters of each location, and the body.
 *
 * @throws {RequestFailure} 400 with all issues, at most 100; 408, 413 and 415 as `readBody`.
 */
export function readInput(
  plan: InputPlan,
  parts: RequestParts,
  pathTexts: ReadonlyMap<string, string>,
  validators: OperationValidators,
): JsonObject | Promise<JsonObject> {
  const read = (body: DecodedBody | undefined, issues: Issue[] = []): JsonObject =>
    inputOf(plan, parts, pathTexts, validators, body, issues);
  // If the body is rejected with 400, the issues of the parameters are reported as well.
  const reject = (error: unknown): JsonObject => {
    if (!(error instanceof RequestFailure) || error.status !== 400) throw error;
    return read(undefined, [...error.issues]);
  };
  const { requestBody } = plan.operation;
  if (requestBody === undefined) return read(undefined);
  let body: ReturnType<typeof readBody>;
  try {
    const { request } = parts;
    body = readBody(request, requestBody, plan.limits, plan.isStreamed, plan.codec?.json?.parse);
  } catch (error) {
    return reject(error);
  }
  return body instanceof Promise ? body.then((given) => read(given), reject) : read(body);
}

function inputOf(
  plan: InputPlan,
  parts: RequestParts,
  pathTexts: ReadonlyMap<string, string>,
  validators: OperationValidators,
  body: DecodedBody | undefined,
  issues: Issue[],
): JsonObject {
  const input = decodeParameters(plan, parts, pathTexts, issues);
  for (const location of ["path", "query", "header", "cookie"] as const) {
    if (input[location] !== undefined)
      checkValue(plan, validators[location], location, input[location], issues);
  }
  const received = body && (getMember(plan.received, body.media.mediaType) as ReceivedPart);
  if (plan.isNullAbsent) addDefaults(plan, input);
  if (body) addBody(input, plan, body, validators, issues);
  if (issues.length > 0) throw new RequestFailure(400, issues.slice(0, mostIssues));
  // In the body of a PATCH an omitted member means no change (RFC 5789).
  if (received && plan.operation.method !== "PATCH") fillDefaults(input["body"], received);
  if (plan.codec) convert(plan.codec, input, body);
  return input;
}

/** @throws {RequestFailure} 400 for values that cannot be converted */
function convert(codec: OperationCodec, input: JsonObject, body: DecodedBody | undefined): void {
  const mediaType = body?.media.mediaType;
  const issues = decodeInput(codec, input, mediaType);
  if (issues.length > 0) throw new RequestFailure(400, issues);
  const decodeItem = getMember(codec.body, mediaType ?? "") as Decoder | undefined;
  if (decodeItem && body?.media.stream !== undefined)
    input["body"] = decodedItems(input["body"] as AsyncIterable<unknown>, decodeItem);
}

async function* decodedItems(
  items: AsyncIterable<unknown>,
  decode: Decoder,
): AsyncGenerator<unknown, void, undefined> {
  for await (const item of items) {
    try {
      yield decode(item);
    } catch (error) {
      throw error instanceof ConversionError
        ? new RequestFailure(400, [issueOf("body", error)])
        : error;
    }
  }
}

/** Adds the body, and its media type if the description has several or a range. */
function addBody(
  input: JsonObject,
  plan: InputPlan,
  { media, contentType, value, isByteStream }: DecodedBody,
  validators: OperationValidators,
  issues: Issue[],
): void {
  const { mediaType, stream } = media;
  const byMediaType = validators.body ?? {};
  const validator = Object.hasOwn(byMediaType, mediaType) ? byMediaType[mediaType] : undefined;
  if (stream === undefined && !isByteStream) checkValue(plan, validator, "body", value, issues);
  input["body"] = stream === undefined ? value : checkItems(plan, value, validator);
  const isRange = isMediaTypeRange(mediaType);
  if (isRange) input["contentType"] = mediaTypeEssence(contentType);
  else if ((plan.operation.requestBody?.content.length ?? 0) > 1) input["contentType"] = mediaType;
}

/** Validates each item of a stream as it is read. */
async function* checkItems(
  plan: InputPlan,
  items: unknown,
  validator: Validator | undefined,
): AsyncGenerator<unknown, void, undefined> {
  for await (const item of items as AsyncIterable<unknown>) {
    const issues: Issue[] = [];
    checkValue(plan, validator, "body", item, issues);
    if (issues.length > 0) throw new RequestFailure(400, issues);
    yield item;
  }
}

function decodeParameters(
  plan: InputPlan,
  parts: RequestParts,
  pathTexts: ReadonlyMap<string, string>,
  issues: Issue[],
): JsonObject {
  const input: JsonObject = {};
  if (plan.path.length > 0) input["path"] = decodePath(plan.path, pathTexts, issues);
  if (plan.query.length > 0)
    input["query"] = decodePairs(plan.query, parts.queryPairs, plan.reservedNames);
  if (plan.header.length > 0) input["header"] = decodeHeaders(plan.header, parts.request);
  if (plan.cookie.length > 0)
    input["cookie"] = decodePairs(plan.cookie, parts.cookies, plan.reservedNames);
  addDefaults(plan, input);
  return input;
}

function addDefaults({ defaulted }: InputPlan, input: JsonObject): void {
  for (const { in: location, name, default: value } of defaulted) {
    const values = input[location] as JsonObject;
    // A handler may change its input, so that each one gets its own copy.
    if (!Object.hasOwn(values, name)) setMember(values, name, structuredClone(value));
  }
}

function decodePath(
  parameters: readonly ParameterDescriptor[],
  texts: ReadonlyMap<string, string>,
  issues: Issue[],
): JsonObject {
  const values: JsonObject = {};
  for (const parameter of parameters) {
    const text = texts.get(parameter.name);
    if (text === undefined) continue;
    try {
      const value = decodeText(parameter, text);
      if (value !== undefined) setMember(values, parameter.name, value);
    } catch {
      setMember(values, parameter.name, text);
      const pointer = `/${escapePointerToken(parameter.name)}`;
      const message = "must be percent-encoded UTF-8";
      issues.push({ in: "path", pointer, keyword: "encoding", message });
    }
  }
  return values;
}

function decodeHeaders(
  parameters: readonly ParameterDescriptor[],
  request: HttpRequest,
): JsonObject {
  const values: JsonObject = {};
  for (const parameter of parameters) {
    const text = headerValue(request, parameter.name.toLowerCase());
    if (text !== undefined) setMember(values, parameter.name, decodeText(parameter, text));
  }
  return values;
}
