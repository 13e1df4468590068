import { arrayMember, member, type Json } from "../../json/json.ts";
import type { MediaType, OperationResponse, RequestBody } from "../api-model.ts";
import { appliedNodes } from "../binary/applied-schema.ts";
import type { ModelContext } from "../model-context.ts";

/** The member with which a request usually asks for a stream. */
const usualName = "stream";

/**
 * Adds to a request body the member that asks for a stream, if the operation can answer either way.
 */
export function withStreamMember(
  context: ModelContext,
  requestBody: RequestBody | undefined,
  responses: readonly OperationResponse[],
): RequestBody | undefined {
  const [media] = requestBody?.content ?? [];
  if (requestBody === undefined || !mayStream(responses) || media?.schema === undefined)
    return requestBody;
  const members = appliedNodes(context.schemas, media.schema.json).flatMap(
    (node) => member(member(node, "properties"), usualName) ?? [],
  );
  const isMember =
    media.stream === undefined &&
    members.length > 0 &&
    members.every((one) => isBoolean(context, one));
  return isMember ? { ...requestBody, streamMember: usualName } : requestBody;
}

/** Returns true if a success may be a stream or a whole body. */
export function mayStream(responses: readonly OperationResponse[]): boolean {
  const content = successContent(responses);
  return content.some(isStream) && !content.every(isStream);
}

const isStream = ({ stream }: MediaType): boolean => stream !== undefined;

/** Returns the media types of all successful responses. */
export function successContent(responses: readonly OperationResponse[]): MediaType[] {
  return responses.filter(({ status }) => status.startsWith("2")).flatMap(({ content }) => content);
}

/** Returns true if a schema only allows booleans, and maybe `null`. */
function isBoolean({ schemas }: ModelContext, schema: Json): boolean {
  const nodes = appliedNodes(schemas, schema);
  const inner = nodes.flatMap((node) => [
    ...arrayMember(node, "anyOf"),
    ...arrayMember(node, "oneOf"),
  ]);
  const types = [...nodes, ...inner].flatMap((node) => [member(node, "type") ?? []].flat());
  return types.includes("boolean") && types.every((type) => type === "boolean" || type === "null");
}
