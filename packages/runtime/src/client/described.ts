import type { ApiDescriptor, OperationDescriptor, SecuritySchemeDescriptor } from "../operation.ts";
import { acceptOf } from "./accept.ts";
import type { ClientApi } from "./core.ts";
import { credentials } from "./credentials.ts";
import { describedParameters } from "./described-parameters.ts";
import type { ClientOperation } from "./operation.ts";
import { partsBody } from "./parts-body.ts";
import { partsRead } from "./parts-read.ts";
import { followRedirects } from "./redirect.ts";
import {
  basic,
  bearer,
  cookieKey,
  headerKey,
  httpScheme,
  queryKey,
  type SecurityWriter,
} from "./security-writers.ts";

/** An operation with all client features. Generated code selects those that it needs instead. */
export function describedOperation(operation: OperationDescriptor): ClientOperation {
  return {
    ...operation,
    accept: acceptOf,
    writeParameters: describedParameters,
    writeBody: partsBody,
    readResponse: partsRead,
  };
}

/** A description with writers for all of its security schemes. */
export function describedApi(api: ApiDescriptor): ClientApi {
  const writers = Object.entries(api.securitySchemes).map(([name, scheme]) => [
    name,
    securityWriter(scheme),
  ]);
  return { ...api, writers: Object.fromEntries(writers), credentials, redirects: followRedirects };
}

function securityWriter(scheme: SecuritySchemeDescriptor): SecurityWriter {
  switch (scheme.type) {
    case "mutualTLS":
      return null;
    case "apiKey":
      return { header: headerKey, cookie: cookieKey, query: queryKey }[scheme.in];
    case "http": {
      const name = scheme.scheme.toLowerCase();
      return name === "basic" ? basic : name === "bearer" ? bearer : httpScheme;
    }
    default:
      return bearer;
  }
}
