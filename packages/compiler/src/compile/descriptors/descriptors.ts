import { commonTemplate } from "../errors/plan-errors.ts";
import {
  member,
  stringMember,
  type Json,
  type JsonObject,
} from "@openapi-packages/description/json/json";
import type {
  ApiModel,
  MediaType,
  Operation,
  OperationResponse,
  Parameter,
  PartEncoding,
  ServerTemplate,
} from "@openapi-packages/description/model/api-model";
import { kindOfMediaType } from "@openapi-packages/description/model/build-bodies";
import { composedSchema } from "@openapi-packages/description/model/schema/composed-schema";
import { unknown, type ComponentSchemas } from "@openapi-packages/description/model/schema/schema";
import type { DataObject } from "../data.ts";
import { hasCommaFreeItems } from "../comma-free.ts";
import { SchemaValidators } from "../validators/schema-validators.ts";
import { valueShape, type ValueShape } from "../value-shape.ts";

/**
 * Returns an operation's row of the operation table, as the runtime's `OperationDescriptor`. It is
 * plain data and omits OpenAPI's defaults and the settings shared by all operations.
 */
export function operationDescriptor(model: ApiModel, operation: Operation): DataObject {
  const { types, security: usual } = model;
  const { id, method, path, parameters, requestBody, responses, security, servers, pagination } =
    operation;
  const { signature } = operation;
  return {
    operationId: id,
    method,
    path,
    parameters: listOrNothing(
      parameters.map((parameter) => ({
        ...parameterDescriptor(types, parameter),
        default: defaultValue(model, parameter),
      })),
    ),
    requestBody: requestBody && {
      required: requestBody.required || undefined,
      content: requestBody.content.map((mediaType) => mediaTypeDescriptor(types, mediaType)),
      streamMember: requestBody.streamMember,
    },
    responses: Object.fromEntries(
      responses.map((response) => [response.status, responseDescriptor(types, response)]),
    ),
    security: JSON.stringify(security) === JSON.stringify(usual) ? undefined : security,
    servers: listOrNothing(servers),
    pagination: pagination && {
      style: pagination.style,
      request: pagination.request,
      response: pagination.response,
    },
    signature,
  };
}

/**
 * Returns the value that a server uses for an absent parameter: the schema's `default`, if the
 * schema accepts it.
 */
export function defaultValue(model: ApiModel, { schema }: Parameter): Json | undefined {
  const { annotations } = composedSchema(model.types, schema.meaning, schema.annotations);
  const { default: value } = annotations;
  const isValid = value !== undefined && SchemaValidators.of(model).accepts(schema.json, value);
  return isValid ? value : undefined;
}

function listOrNothing<Item>(list: readonly Item[]): readonly Item[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** Returns the runtime's form of the object. */
function parameterDescriptor(types: ComponentSchemas, parameter: Parameter): DataObject {
  const defaultStyle = parameter.in === "path" || parameter.in === "header" ? "simple" : "form";
  const style = parameter.style ?? defaultStyle;
  const explodes = style === "form" || style === "cookie";
  const explode = parameter.explode ?? explodes;
  // The shape is not used to read a parameter with its own media type.
  const shape =
    parameter.content === undefined ? valueShape(types, parameter.schema.meaning) : "string";
  return {
    name: parameter.name,
    in: parameter.in,
    required: parameter.required || undefined,
    style: style === defaultStyle ? undefined : style,
    explode: explode === explodes ? undefined : explode,
    allowReserved: parameter.allowReserved || undefined,
    allowEmptyValue: parameter.allowEmptyValue || undefined,
    allowEncodedDelimiter: isEncodable(types, parameter, style, explode) || undefined,
    multiSegment: parameter.multiSegment || undefined,
    content: parameter.content,
    shape: shape === "string" ? undefined : shape,
  };
}

/** True if the commas of a list may be percent-encoded, as many clients do. */
const isEncodable = (
  types: ComponentSchemas,
  { in: location, content, schema }: Parameter,
  style: string,
  explode: boolean,
): boolean =>
  location !== "header" &&
  content === undefined &&
  (style === "simple" || (style === "form" && !explode)) &&
  hasCommaFreeItems(types, schema.meaning);

/** Returns the runtime's form of the object. */
function mediaTypeDescriptor(types: ComponentSchemas, media: MediaType): DataObject {
  const isForm = media.kind === "form" || media.kind === "multipart";
  return {
    mediaType: media.mediaType,
    as: bodyKind(media),
    stream: media.stream,
    item: media.item,
    jsonEvents: media.jsonEvents,
    terminal: media.ends?.terminal,
    errorEvent: media.ends?.errorEvent,
    shape: isForm ? valueShape(types, media.schema?.meaning ?? unknown) : undefined,
    encoding: isForm ? encodingDescriptor(types, media) : undefined,
    prefixEncoding: listOrNothing(
      media.prefixEncoding.map((one) => partDescriptor(types, one) ?? {}),
    ),
    itemEncoding: media.itemEncoding && partDescriptor(types, media.itemEncoding),
  };
}

/** Returns the runtime's form of a part; `undefined` if nothing is known about it. */
function partDescriptor(
  types: ComponentSchemas,
  { schema: { meaning }, contentType, headers }: PartEncoding,
): DataObject | undefined {
  const shape = outline(valueShape(types, meaning));
  const described = {
    contentType,
    headers: Object.keys(headers).length === 0 ? undefined : headers,
    shape: shape === "any" ? undefined : shape,
  };
  return Object.values(described).every((one) => one === undefined) ? undefined : described;
}

/** Removes the contents of lists and objects from a shape: such a part is JSON. */
function outline(shape: ValueShape): ValueShape {
  if (typeof shape === "string") return shape;
  if ("oneOf" in shape) return { oneOf: shape.oneOf.map(outline) };
  return "array" in shape ? { array: "any" } : { object: {} };
}

/**
 * Returns the kind of a body if it differs from the kind that the media type implies, or if the
 * media type is a range.
 */
function bodyKind({
  mediaType,
  kind,
  stream,
}: MediaType): "json" | "text" | "bytes" | "parts" | undefined {
  const usual = kindOfMediaType(mediaType) ?? "binary";
  if (stream !== undefined) return undefined;
  if (kind === "parts") return kind;
  if (kind === "binary") return usual === "binary" ? undefined : "bytes";
  if (kind !== "json" && kind !== "text") return undefined;
  const isRange = mediaType.includes("*") && !mediaType.startsWith("text/");
  return isRange || kind !== usual ? kind : undefined;
}

function encodingDescriptor(
  types: ComponentSchemas,
  { encoding, schema }: MediaType,
): DataObject | undefined {
  if (encoding === undefined) return undefined;
  const composed = composedSchema(types, schema?.meaning ?? unknown);
  const properties = new Map(composed.properties.map((one) => [one.name, one.schema]));
  return Object.fromEntries(
    Object.entries(encoding).map(([property, value]) => [
      property,
      {
        contentType: stringMember(value, "contentType"),
        style: stringMember(value, "style"),
        explode: member(value, "explode"),
        allowReserved: member(value, "allowReserved") === true || undefined,
        allowEncodedDelimiter:
          (member(value, "explode") === false &&
            hasCommaFreeItems(types, properties.get(property) ?? unknown)) ||
          undefined,
      },
    ]),
  );
}

/** Returns the runtime's form of the object. */
function responseDescriptor(
  types: ComponentSchemas,
  { content, headers }: OperationResponse,
): DataObject {
  return {
    content: listOrNothing(content.map((mediaType) => mediaTypeDescriptor(types, mediaType))),
    headers: listOrNothing(headers.map((header) => parameterDescriptor(types, header))),
  };
}

/** Returns the members of the runtime's `ApiDescriptor`, which describe the API as a whole. */
export function apiDescriptor(model: ApiModel): DataObject {
  const { securitySchemes, security, servers, serverTemplates } = model;
  return {
    securitySchemes: Object.fromEntries(
      Object.entries(securitySchemes).map(([name, scheme]) => [
        name,
        securitySchemeDescriptor(scheme),
      ]),
    ),
    security: listOrNothing(security),
    errorBody: commonErrorBody(model),
    servers,
    serverVariables: variablesOf(serverTemplates),
  };
}

/** Returns the common error body; `undefined` if problems cannot fill its schema. */
function commonErrorBody(model: ApiModel): DataObject | undefined {
  const template = commonTemplate(model);
  if (model.commonErrors === undefined || template === undefined) return undefined;
  const { statuses, members } = model.commonErrors;
  const { code, issues } = members;
  return {
    statuses: [...new Set([400, ...statuses, 500, 501])],
    mediaType: "application/json",
    members: code === undefined ? undefined : { code, issues },
    // The template is plain data, but its types have no index signature.
    template: template as unknown as DataObject,
  };
}

function variablesOf(templates: readonly ServerTemplate[]): DataObject | undefined {
  if (templates.length === 0) return undefined;
  return Object.fromEntries(
    templates.map(({ url, variables }) => [
      url,
      Object.fromEntries(
        variables.map(({ name, default: value, values }) => [
          name,
          { default: value, values: listOrNothing(values) },
        ]),
      ),
    ]),
  );
}

function securitySchemeDescriptor(scheme: JsonObject): DataObject {
  const type = stringMember(scheme, "type");
  if (type === "http") return { type, scheme: stringMember(scheme, "scheme") ?? "bearer" };
  if (type === "apiKey")
    return { type, in: stringMember(scheme, "in"), name: stringMember(scheme, "name") };
  return { type };
}
