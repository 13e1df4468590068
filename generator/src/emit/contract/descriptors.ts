import { member, stringMember, type JsonObject } from "../../load/json.ts";
import type {
  ApiModel,
  MediaType,
  Operation,
  OperationResponse,
  Parameter,
} from "../../model/api-model.ts";
import type { DataObject } from "../data.ts";
import { valueShape } from "./value-shape.ts";

/**
 * An operation's row of the operation table, as the runtime's `OperationDescriptor`: plain data,
 * without what equals OpenAPI's default.
 */
export function operationDescriptor({ document }: ApiModel, operation: Operation): DataObject {
  const { id, method, path, parameters, requestBody, responses, security, pagination } = operation;
  return {
    operationId: id,
    method,
    path,
    parameters: listOrNothing(
      parameters.map((parameter) => parameterDescriptor(document, parameter)),
    ),
    requestBody: requestBody && {
      required: requestBody.required || undefined,
      content: requestBody.content.map((mediaType) => mediaTypeDescriptor(document, mediaType)),
    },
    responses: Object.fromEntries(
      responses.map((response) => [response.status, responseDescriptor(document, response)]),
    ),
    security: listOrNothing(security),
    pagination: pagination && {
      style: pagination.style,
      request: pagination.request,
      response: pagination.response,
    },
  };
}

function listOrNothing<Item>(list: readonly Item[]): readonly Item[] | undefined {
  return list.length === 0 ? undefined : list;
}

function parameterDescriptor(document: JsonObject, parameter: Parameter): DataObject {
  const defaultStyle = parameter.in === "path" || parameter.in === "header" ? "simple" : "form";
  const style = parameter.style ?? defaultStyle;
  const explode = parameter.explode ?? style === "form";
  const shape = valueShape(document, parameter.schema.schema);
  return {
    name: parameter.name,
    in: parameter.in,
    required: parameter.required || undefined,
    style: style === defaultStyle ? undefined : style,
    explode: explode === (style === "form") ? undefined : explode,
    allowReserved: parameter.allowReserved || undefined,
    content: parameter.content,
    shape: shape === "string" ? undefined : shape,
  };
}

function mediaTypeDescriptor(document: JsonObject, media: MediaType): DataObject {
  const isForm = media.kind === "form" || media.kind === "multipart";
  return {
    mediaType: media.mediaType,
    stream: media.stream,
    shape: isForm ? valueShape(document, media.schema?.schema) : undefined,
    encoding: isForm ? encodingDescriptor(media.encoding) : undefined,
  };
}

function encodingDescriptor(encoding: JsonObject | undefined): DataObject | undefined {
  if (encoding === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(encoding).map(([property, value]) => [
      property,
      {
        contentType: stringMember(value, "contentType"),
        style: stringMember(value, "style"),
        explode: member(value, "explode"),
        allowReserved: member(value, "allowReserved") === true || undefined,
      },
    ]),
  );
}

function responseDescriptor(
  document: JsonObject,
  { content, headers }: OperationResponse,
): DataObject {
  return {
    content: listOrNothing(content.map((mediaType) => mediaTypeDescriptor(document, mediaType))),
    headers: listOrNothing(headers.map((header) => parameterDescriptor(document, header))),
  };
}

/** What the runtime's `ApiDescriptor` says of the description as a whole. */
export function apiDescriptor({ securitySchemes, commonErrors, servers }: ApiModel): DataObject {
  return {
    securitySchemes: Object.fromEntries(
      Object.entries(securitySchemes).map(([name, scheme]) => [
        name,
        securitySchemeDescriptor(scheme),
      ]),
    ),
    errorBody: commonErrors?.members && {
      statuses: [400, ...commonErrors.statuses, 500, 501],
      mediaType: "application/json",
      members: commonErrors.members,
    },
    servers,
  };
}

function securitySchemeDescriptor(scheme: JsonObject): DataObject {
  const type = stringMember(scheme, "type");
  if (type === "http")
    return { type, scheme: (stringMember(scheme, "scheme") ?? "bearer").toLowerCase() };
  if (type === "apiKey")
    return { type, in: stringMember(scheme, "in"), name: stringMember(scheme, "name") };
  return { type };
}
