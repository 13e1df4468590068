import { failureResponse, RequestFailure } from "@openapi-packages/runtime/internals";
import type { ApiDescriptor } from "@openapi-packages/runtime";
import type { HttpResponse } from "@openapi-packages/runtime/server";

/** Writes into a 404 what there is instead: into the body that the description has for all errors, or into problem details. */
export function withDetail(
  api: ApiDescriptor,
  response: HttpResponse,
  detail: string,
): HttpResponse {
  const { headers, body } = response;
  if (api.errorBody?.statuses.includes(404) === true) {
    const issue = { in: "operation", pointer: "", keyword: "path", message: detail } as const;
    const { body: filled = "" } = failureResponse(api, new RequestFailure(404, [issue]));
    return { ...response, body: filled };
  }
  if (headers["content-type"] !== "application/problem+json" || typeof body !== "string")
    return response;
  return { ...response, body: JSON.stringify({ ...(JSON.parse(body) as object), detail }) };
}
