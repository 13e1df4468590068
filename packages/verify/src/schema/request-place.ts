import type { Issue } from "@openapi-packages/runtime";
import type { SchemaPlace } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { headerOf, type WireRequest } from "../wire/wire-request.ts";
import { mediaOf } from "./media-of.ts";
import { schemaPlaceOf } from "./schema-place.ts";

/** Returns the schema of a body in a media type, by default the first; `undefined` if there is none. */
export function bodySchema(
  { model }: VerifiedOperation,
  contentType: string | undefined,
): SchemaPlace | undefined {
  const content = model.requestBody?.content ?? [];
  const media = contentType === undefined ? content[0] : mediaOf(content, contentType);
  return media?.schema;
}

/** Returns the place in the description that an issue of a request is about. */
export function requestPlace(
  api: VerifiedApi,
  operation: VerifiedOperation,
  request: WireRequest,
  issue: Issue,
): string {
  const { model } = operation;
  if (issue.in === "body") {
    const root = bodySchema(operation, headerOf(request.headers, "content-type"));
    if (root !== undefined) return schemaPlaceOf(api.description, root, issue);
    return model.requestBody === undefined ? model.pointer : `${model.pointer}/requestBody`;
  }
  const [, name = "", ...rest] = issue.pointer.split("/");
  const parameter = model.parameters.find(
    (one) => one.in === issue.in && one.name.toLowerCase() === name.toLowerCase(),
  );
  if (parameter === undefined) return model.pointer;
  const pointer = rest.length === 0 ? "" : `/${rest.join("/")}`;
  const { keyword } = issue;
  if (keyword === "required" && pointer === "")
    return parameter.schema.pointer.replace(/\/schema$/, "");
  return schemaPlaceOf(api.description, parameter.schema, { pointer, keyword });
}
