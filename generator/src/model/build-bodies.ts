import { isObject, member, stringMember, type Json, type JsonObject } from "../load/json.ts";
import type { MediaType, OperationResponse, RequestBody } from "./api-model.ts";
import { buildHeaders, exampleOf, schemaExample } from "./build-parameters.ts";
import type { ModelContext, Place } from "./model-context.ts";

/** The body of an operation's request, `undefined` where it has none. */
export function buildRequestBody(context: ModelContext, operation: Place): RequestBody | undefined {
  const place = context.follow(operation.node["requestBody"], `${operation.pointer}/requestBody`);
  if (place === undefined) return undefined;
  const content = buildContent(context, place);
  if (content.length === 0) return undefined;
  return {
    required: place.node["required"] === true,
    description: stringMember(place.node, "description") ?? "",
    content,
  };
}

/** The answers of an operation, statuses in the order of the document. */
export function buildResponses(context: ModelContext, operation: Place): OperationResponse[] {
  const responses = member(operation.node, "responses");
  if (!isObject(responses)) return [];
  return Object.entries(responses).flatMap(([status, response]) => {
    if (status.startsWith("x-")) return [];
    const pointer = `${operation.pointer}/responses/${status}`;
    if (!/^([1-5]\d\d|[1-5]XX|default)$/i.test(status)) {
      const hint = "a status is three digits, a range such as 4XX, or default";
      context.report(
        "status-unknown",
        `${JSON.stringify(status)} is no status of a response`,
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
        description: stringMember(place.node, "description") ?? "",
        content: buildContent(context, place),
        headers: buildHeaders(context, place),
      },
    ];
  });
}

function buildContent(context: ModelContext, { node, pointer }: Place): MediaType[] {
  const content = member(node, "content");
  if (!isObject(content)) return [];
  return Object.entries(content).flatMap(([mediaType, entry]) => {
    const place = context.follow(
      entry,
      `${pointer}/content/${mediaType.replaceAll("~", "~0").replaceAll("/", "~1")}`,
    );
    return place === undefined ? [] : [buildMediaType(context, mediaType, place)];
  });
}

function buildMediaType(
  context: ModelContext,
  mediaType: string,
  { node, pointer }: Place,
): MediaType {
  const keyword = member(node, "itemSchema") === undefined ? "schema" : "itemSchema";
  const schema = member(node, keyword);
  const stream = streamKind(mediaType);
  return {
    mediaType,
    kind: kindOf(mediaType),
    stream,
    schema: schema === undefined ? undefined : { schema, pointer: `${pointer}/${keyword}` },
    encoding: isObject(node["encoding"]) ? node["encoding"] : undefined,
    example: mediaTypeExample(context, node, pointer, schema, stream !== undefined),
  };
}

function mediaTypeExample(
  context: ModelContext,
  node: JsonObject,
  pointer: string,
  schema: Json | undefined,
  isStream: boolean,
): Json | undefined {
  const sequence = member(node, "x-event-sequence");
  if (isStream && Array.isArray(sequence)) return sequence;
  const example = exampleOf(context, node, pointer) ?? schemaExample(context, schema);
  return isStream && example !== undefined ? [example] : example;
}

/** The media type without its parameters, in lower case (RFC 9110, section 8.3.1). */
function essence(mediaType: string): string {
  return (mediaType.split(";")[0] ?? "").trim().toLowerCase();
}

function kindOf(mediaType: string): MediaType["kind"] {
  const name = essence(mediaType);
  if (name === "application/json" || name.endsWith("+json") || streamKind(mediaType) !== undefined)
    return "json";
  if (name === "application/x-www-form-urlencoded") return "form";
  if (name.startsWith("multipart/")) return "multipart";
  if (name.startsWith("text/") || name.endsWith("+xml") || name === "application/xml")
    return "text";
  return "binary";
}

function streamKind(mediaType: string): MediaType["stream"] {
  const name = essence(mediaType);
  if (name === "text/event-stream") return "server-sent-events";
  const lines = [
    "application/jsonl",
    "application/x-ndjson",
    "application/x-jsonlines",
    "application/json-seq",
  ];
  return lines.includes(name) ? "json-lines" : undefined;
}
