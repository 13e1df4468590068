import type { ApiModel, Operation } from "@openapi-packages/description/model/api-model";
import { namedSchemes } from "@openapi-packages/description/model/named-schemes";

/**
 * True if browsers need to send credentials to the service: cookies or TLS certificates (Fetch Standard,
 * "credentials"). Pages of other origins may send them only if the service allows it.
 */
export function usesCredentials(model: ApiModel): boolean {
  const operations = model.groups.flatMap((group) => group.operations);
  return (
    operations.some((operation) => readsCookies(operation) || setsCookies(operation)) ||
    namedSchemes(model, model.groups).some(
      ({ scheme }) => scheme["type"] === "mutualTLS" || scheme["in"] === "cookie",
    )
  );
}

const readsCookies = ({ parameters }: Operation): boolean =>
  parameters.some((parameter) => parameter.in === "cookie");

const setsCookies = ({ responses }: Operation): boolean =>
  responses.some(({ headers }) => headers.some(({ name }) => name.toLowerCase() === "set-cookie"));
