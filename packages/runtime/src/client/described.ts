import type { ApiDescriptor, OperationDescriptor, SecuritySchemeDescriptor } from "../operation.ts";
import { anonymousLast } from "../security.ts";
import type { ClientApi } from "./core.ts";
import { describedBody } from "./described-body.ts";
import { describedParameters } from "./described-parameters.ts";
import { describedRead } from "./described-response.ts";
import type { ClientOperation } from "./operation.ts";
import { keyHeaders } from "./redirect.ts";
import {
  basic,
  bearer,
  cookieKey,
  headerKey,
  httpScheme,
  queryKey,
  type SecurityWriter,
} from "./security-writers.ts";

/**
 * What a client needs of a row of the operation table, with writers and readers for all that can be
 * described. Generated code takes only those that an operation needs.
 */
export function describedOperation(operation: OperationDescriptor): ClientOperation {
  const { parameters = [], requestBody, responses, security, ...rest } = operation;
  const types = Object.entries(responses).map(([status, { content = [] }]) => [
    status,
    content.map(({ mediaType }) => mediaType).join(", "),
  ]);
  return {
    ...rest,
    ...(security && { security: anonymousLast(security) }),
    responses: Object.fromEntries(types) as { readonly [status: string]: string },
    parameters: describedParameters(parameters),
    body: describedBody(requestBody?.content),
    read: describedRead(responses),
  };
}

/** What a client needs of a description as a whole, with writers for all of its security schemes. */
export function describedApi<Api extends ApiDescriptor>(api: Api): Api & ClientApi {
  const schemes = Object.entries(api.securitySchemes);
  const headers = schemes.flatMap(([, scheme]) =>
    scheme.type === "apiKey" && scheme.in === "header" ? scheme.name : [],
  );
  const { errorBody } = api;
  return {
    ...api,
    ...(errorBody && {
      commonErrors: { statuses: errorBody.statuses, code: errorBody.members.code },
    }),
    schemes: Object.fromEntries(schemes.map(([name, scheme]) => [name, securityWriter(scheme)])),
    ...(headers.length > 0 && { keyHeaders: keyHeaders(...headers) }),
  };
}

function securityWriter(scheme: SecuritySchemeDescriptor): SecurityWriter {
  switch (scheme.type) {
    case "mutualTLS":
      return null;
    case "apiKey":
      return { header: headerKey, cookie: cookieKey, query: queryKey }[scheme.in](scheme.name);
    case "http": {
      const name = scheme.scheme.toLowerCase();
      return name === "basic" ? basic : name === "bearer" ? bearer : httpScheme(scheme.scheme);
    }
    default:
      return bearer;
  }
}
