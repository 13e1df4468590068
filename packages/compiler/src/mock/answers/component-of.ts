import { stringMember } from "@openapi-packages/description/json/json";
import type {
  ApiModel,
  Operation,
  OperationResponse,
} from "@openapi-packages/description/model/api-model";
import { isSuccess, statusOf } from "./answer-statuses.ts";
import { examplePointer } from "./example-pointer.ts";

/**
 * Returns the component that an error answer comes from, with its status: `responses/NotFound 404`,
 * `schemas/Error default 500`. All operations that refer to it answer the same. Returns `undefined` for
 * success, and for a response that the operation describes itself.
 */
export function componentOf(
  model: ApiModel,
  operation: Operation,
  response: OperationResponse,
): string | undefined {
  // Answers to HEAD have no body, so they differ from the component's other answers.
  if (operation.method === "HEAD" || isSuccess(operation, response)) return undefined;
  const component =
    response.component === undefined
      ? schemaComponent(model, response)
      : `responses/${response.component}`;
  if (component === undefined) return undefined;
  const { status } = response;
  const number = statusOf(operation, response);
  return [component, status, ...(status === String(number) ? [] : [number])].join(" ");
}

/** Returns the schema component of the only media type, if nothing else affects the answer. */
function schemaComponent(
  model: ApiModel,
  { content, headers }: OperationResponse,
): string | undefined {
  const [media, ...others] = content;
  if (media === undefined || others.length > 0 || headers.length > 0) return undefined;
  const reference = stringMember(media.schema?.json, "$ref");
  const component = /^#\/components\/(schemas\/[^/]+)$/.exec(reference ?? "")?.[1];
  const isOwn = component === undefined || Object.keys(media.examples).length > 0;
  if (isOwn || !examplePointer(model, media)?.startsWith(`/components/${component}`))
    return undefined;
  return media.mediaType === "application/json" ? component : `${component} ${media.mediaType}`;
}
