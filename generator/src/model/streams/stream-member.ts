import { arrayMember, member, type Json } from "../../json.ts";
import type { MediaType, OperationResponse, RequestBody } from "../api-model.ts";
import { appliedNodes } from "../binary/applied-schema.ts";
import type { ModelContext } from "../model-context.ts";

/** The member by which services that stream on request are asked for a stream. */
const usualName = "stream";

/** A request body with the member by which it asks for a stream, where an answer may be one, or none. */
export function withStreamMember(
  context: ModelContext,
  requestBody: RequestBody | undefined,
  responses: readonly OperationResponse[],
): RequestBody | undefined {
  const [media] = requestBody?.content ?? [];
  if (requestBody === undefined || !mayStream(responses) || media?.schema === undefined)
    return requestBody;
  const members = appliedNodes(context.schemas, media.schema.schema).flatMap(
    (node) => member(member(node, "properties"), usualName) ?? [],
  );
  const isMember =
    media.stream === undefined &&
    members.length > 0 &&
    members.every((one) => isBoolean(context, one));
  return isMember ? { ...requestBody, streamMember: usualName } : requestBody;
}

/** True if a success is a stream, and another or the same as another media type is none. */
export function mayStream(responses: readonly OperationResponse[]): boolean {
  const content = successContent(responses);
  return content.some(isStream) && !content.every(isStream);
}

const isStream = ({ stream }: MediaType): boolean => stream !== undefined;

/** The media types of all successes. */
export function successContent(responses: readonly OperationResponse[]): MediaType[] {
  return responses.filter(({ status }) => status.startsWith("2")).flatMap(({ content }) => content);
}

/** True if a schema is that of a boolean, which may be null. */
function isBoolean({ schemas }: ModelContext, schema: Json): boolean {
  const nodes = appliedNodes(schemas, schema);
  const inner = nodes.flatMap((node) => [
    ...arrayMember(node, "anyOf"),
    ...arrayMember(node, "oneOf"),
  ]);
  const types = [...nodes, ...inner].flatMap((node) => [member(node, "type") ?? []].flat());
  return types.includes("boolean") && types.every((type) => type === "boolean" || type === "null");
}
