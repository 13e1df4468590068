import {
  isObject,
  member,
  stringMember,
  toPointer,
  type Json,
  type JsonObject,
} from "../json/json.ts";
import { essence, isJsonType, jsonFirst } from "../http/media-types.ts";
import type { MediaType, OperationResponse, RequestBody } from "./api-model.ts";
import { appliedNodes, isUnstructured, typesOf } from "./binary/applied-schema.ts";
import { isEncodedText, isRawBody, isRawPart } from "./binary/raw-binary.ts";
import { buildHeaders, schemaExample } from "./build-parameters.ts";
import { checkExample } from "./check-examples.ts";
import { checkMediaType } from "./check-media-type.ts";
import { mediaTypeNode } from "./media-type-node.ts";
import { buildPartEncodings } from "./parts/build-part-encodings.ts";
import { isMultipart, isPartList, isPartStream } from "./parts/part-list.ts";
import { exampleValue, firstOf, isSequence, type ExampleForm } from "./example-value.ts";
import type { Place } from "../load/openapi/operation-places.ts";
import { buildStreamEnds } from "./streams/build-stream-ends.ts";
import { eventSchema, isText } from "./streams/event-schema.ts";
import type { ModelContext } from "./model-context.ts";

/** Builds the request body of an operation; `undefined` if it has none. */
export function buildRequestBody(
  context: ModelContext,
  operation: Place,
  method: string,
): RequestBody | undefined {
  const place = context.follow(operation.node["requestBody"], `${operation.pointer}/requestBody`);
  if (place === undefined) return undefined;
  const content = jsonFirst(buildContent(context, place), ({ mediaType }) => mediaType);
  if (content.length === 0) return undefined;
  const isRequired = place.node["required"] === true;
  if (!isRequired && isBodyless(method) && content.every((one) => isEmpty(context, one)))
    return undefined;
  return {
    required: place.node["required"] === true,
    description: stringMember(place.node, "description") ?? "",
    content,
    streamMember: undefined,
  };
}

/** Returns true for methods that `fetch` sends without a body (Fetch Standard, `Request`). */
export function isBodyless(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

/**
 * Returns true if the schema of a body is an object without members: some descriptions give every
 * operation one.
 */
function isEmpty(context: ModelContext, { schema }: MediaType): boolean {
  const node = context.follow(schema?.json, "")?.node ?? {};
  const says = Object.keys(node).filter(
    (keyword) => !["type", "additionalProperties"].includes(keyword),
  );
  const properties = member(node, "properties");
  return says.every(
    (keyword) =>
      keyword === "properties" && isObject(properties) && Object.keys(properties).length === 0,
  );
}

/**
 * Builds the responses of an operation, in the order of the document. An operation without
 * `responses`, which OpenAPI 3.1 (section 4.8.10) allows, gets one response for every status.
 */
export function buildResponses(
  context: ModelContext,
  operation: Place,
  method: string,
): OperationResponse[] {
  const declared = member(operation.node, "responses");
  const responses = Object.entries(isObject(declared) ? declared : {}).filter(
    ([status]) => !status.startsWith("x-"),
  );
  const built = responses.flatMap(([status, response]) => {
    const pointer = `${operation.pointer}/responses/${status}`;
    if (!/^([1-5]\d\d|[1-5]XX|default)$/i.test(status)) {
      const hint = "a status is three digits, a range such as 4XX, or default";
      context.report(
        "status-unknown",
        `${JSON.stringify(status)} is not a status of a response, so it is left out`,
        pointer,
        hint,
      );
      return [];
    }
    const place = context.follow(response, pointer);
    if (place === undefined) return [];
    return [
      {
        status: status === "default" ? status : status.toUpperCase(),
        description:
          stringMember(place.node, "description") ?? stringMember(place.node, "summary") ?? "",
        // A response to HEAD has no body (RFC 9110, section 9.3.2).
        content: method === "HEAD" ? [] : wholesOfJsonFirst(buildContent(context, place)),
        headers: buildHeaders(context, place),
        component: /^\/components\/responses\/([^/]+)$/.exec(place.pointer)?.[1],
        isUndocumented: false,
      },
    ];
  });
  return built.length === 0 ? [undocumented] : built;
}

/** The response of an operation that documents none. */
const undocumented: OperationResponse = {
  status: "default",
  description: "",
  content: [],
  headers: [],
  component: undefined,
  isUndocumented: true,
};

function buildContent(context: ModelContext, { node, pointer }: Place): MediaType[] {
  const content = member(node, "content");
  if (!isObject(content)) return [];
  return Object.entries(content).flatMap(([mediaType, entry]) => {
    const place = context.follow(entry, pointer + toPointer(["content", mediaType]));
    return place === undefined ? [] : [buildMediaType(context, mediaType, place)];
  });
}

/**
 * Moves JSON to the front of the bodies that are not streams. A stream keeps its position, because
 * that tells whether it is the default answer.
 */
function wholesOfJsonFirst(content: readonly MediaType[]): MediaType[] {
  const isWhole = ({ stream }: MediaType): boolean => stream === undefined;
  const wholes = jsonFirst(content.filter(isWhole), ({ mediaType }) => mediaType).values();
  return content.map((one) => (isWhole(one) ? (wholes.next().value ?? one) : one));
}

function buildMediaType(context: ModelContext, mediaType: string, place: Place): MediaType {
  const { pointer } = place;
  const node = mediaTypeNode(context, mediaType, place);
  const isParts = isMultipart(mediaType) && isPartList(context.schemas, node);
  checkMediaType(context, mediaType, node, pointer, isParts);
  const isStream = isPartStream(mediaType, node);
  const isItem = member(node, "itemSchema") !== undefined && (!isParts || isStream);
  const keyword = isItem ? "itemSchema" : "schema";
  const declared = member(node, keyword);
  const stream = isStream ? "multipart" : streamKind(mediaType);
  const kind = isParts ? "parts" : kindOf(context, mediaType, declared);
  // Text with an object schema, such as XML, is not validated by that schema. A text as the schema of lines describes
  // all of them at once (OpenAPI 3.2, section 4.14.3: `schema` is for the complete content), and none of their values.
  const isOfAllLines =
    !isItem && isLinesOfJson(stream) && declared !== undefined && isText(context.schemas, declared);
  const isUnused = isOfAllLines || (kind === "text" && !describesText(context, declared));
  const schema = isUnused ? undefined : declared;
  const items = itemKind(context, stream, place.node, schema);
  const form = { kind, stream, ...items };
  const examples = namedExamples(context, node, pointer, form);
  const described = schema ?? (items.item === "text" ? { type: "string" } : undefined);
  const at = `${pointer}/${keyword}`;
  return {
    mediaType,
    kind,
    stream,
    ...items,
    ends: stream === undefined ? undefined : buildStreamEnds(context, node, pointer),
    schema: described === undefined ? undefined : context.described(described, at),
    encoding: isObject(node["encoding"]) ? node["encoding"] : undefined,
    ...(isParts
      ? buildPartEncodings(context, mediaType, node, pointer)
      : { prefixEncoding: [], itemEncoding: undefined }),
    example:
      stream === undefined
        ? (member(node, "example") ?? Object.values(examples)[0] ?? schemaExample(context, schema))
        : sequenceOf(context, node, examples, schema, form),
    examples,
  };
}

/** Tells what the items of a stream are. Items of line-based streams are always JSON. */
function itemKind(
  { schemas, written }: ModelContext,
  stream: MediaType["stream"],
  { itemSchema }: JsonObject,
  schema: Json | undefined,
): Pick<MediaType, "item" | "jsonEvents"> {
  const isEvents = stream === "server-sent-events";
  const event = isEvents && itemSchema !== undefined ? eventSchema(written, itemSchema) : undefined;
  if (event !== undefined) return { item: "event", jsonEvents: event.jsonEvents };
  const isTexts = isEvents && (schema === undefined || isText(schemas, schema));
  return { item: isTexts ? "text" : undefined, jsonEvents: undefined };
}

/** Returns the items that serve as the example of a stream. */
function sequenceOf(
  context: ModelContext,
  node: JsonObject,
  examples: Readonly<Record<string, Json>>,
  schema: Json | undefined,
  form: ExampleForm,
): Json | undefined {
  const sequence = member(node, "x-event-sequence");
  if (Array.isArray(sequence)) return sequence;
  const single = member(node, "example");
  if (single !== undefined)
    return form.kind === "parts" && Array.isArray(single) ? single : [single];
  const named = Object.values(examples);
  const written = context.follow(firstOf(member(node, "examples")), "");
  if (written !== undefined && isSequence(written.node, form) && named[0] !== undefined)
    return named[0];
  if (named.length > 0) return named.flat() as Json[];
  const example = schemaExample(context, schema);
  return example === undefined ? undefined : [example];
}

function namedExamples(
  context: ModelContext,
  node: JsonObject,
  pointer: string,
  form: ExampleForm,
): Record<string, Json> {
  const examples = member(node, "examples");
  const entries = Object.entries(isObject(examples) ? examples : {}).flatMap(
    ([name, example]): [string, Json][] => {
      const place = context.follow(example, `${pointer}/examples${toPointer([name])}`);
      if (place !== undefined) checkExample(context, place, form);
      const value = exampleValue(place?.node, form);
      if (value === undefined) return [];
      const isItem = form.stream !== undefined && !(place && isSequence(place.node, form));
      return [[name, isItem ? [value] : value]];
    },
  );
  return Object.fromEntries(entries);
}

function describesText(context: ModelContext, schema: Json | undefined): boolean {
  const node = context.follow(schema, "")?.node ?? {};
  const type = node["type"] ?? "string";
  const composed = ["properties", "items", "allOf", "anyOf", "oneOf"];
  return (
    [type].flat().includes("string") && !composed.some((keyword) => node[keyword] !== undefined)
  );
}

function kindOf(
  context: ModelContext,
  mediaType: string,
  schema: Json | undefined,
): MediaType["kind"] {
  if (streamKind(mediaType) !== undefined) return "json";
  const kind = kindOfMediaType(mediaType);
  if (kind === "form" || kind === "multipart") return kind;
  const { schemas } = context;
  // `format: binary` means bytes whatever the media type; encoded binary is text (OpenAPI 3.1.2,
  // "Working with Binary Data").
  if (schema !== undefined && isRawBody(schemas, schema)) return "binary";
  if (kind === "binary" && schema !== undefined && isEncodedText(schemas, schema)) return "text";
  return kind ?? kindOfRange(context, schema);
}

/**
 * Returns the kind of body that a media type has; `undefined` for a range, which can cover
 * several kinds.
 */
export function kindOfMediaType(mediaType: string): MediaType["kind"] | undefined {
  const name = essence(mediaType);
  if (isJsonType(name)) return "json";
  if (name === "application/x-www-form-urlencoded") return "form";
  if (name === "multipart/form-data") return "multipart";
  if (name.startsWith("text/") || /[/+]xml$/.test(name)) return "text";
  return name === "*/*" || name === "application/*" ? undefined : "binary";
}

/** Chooses the kind of a body of any media type by its schema: anything but a string is JSON. */
function kindOfRange(context: ModelContext, schema: Json | undefined): MediaType["kind"] {
  if (schema === undefined || schema === true) return "binary";
  const { schemas } = context;
  const nodes = appliedNodes(schemas, schema);
  const types = typesOf(nodes);
  if (nodes.length > 0 && types.size === 0 && isUnstructured(nodes)) return "binary";
  if (types.size !== 1 || !types.has("string")) return "json";
  return isRawPart(schemas, schema, undefined) ? "binary" : "text";
}

const isLinesOfJson = (stream: MediaType["stream"]): boolean =>
  stream === "json-lines" || stream === "json-seq";

function streamKind(mediaType: string): MediaType["stream"] {
  const name = essence(mediaType);
  if (name === "text/event-stream") return "server-sent-events";
  if (/[/+]json-seq$/.test(name)) return "json-seq";
  const lines = ["application/jsonl", "application/x-ndjson", "application/x-jsonlines"];
  return lines.includes(name) ? "json-lines" : undefined;
}
