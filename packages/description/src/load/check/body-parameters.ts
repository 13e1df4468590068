import {
  arrayMember,
  isObject,
  objectMember,
  type Json,
  type JsonObject,
} from "../../json/json.ts";
import type { Cursor } from "../openapi/openapi-objects.ts";
import type { Report } from "./report.ts";

/**
 * Turns parameters in `body` and `formData`, as Swagger 2.0 has them, into a request body: the first `body`
 * parameter, or all members of the form. A `requestBody` of the operation takes precedence.
 */
export function moveIntoBody(cursor: Cursor, node: JsonObject, report: Report): void {
  const { name, in: location } = node;
  const operation = cursor.parent?.name === "Operation" ? cursor.parent.node : undefined;
  const isTaken = isObject(operation) && addToBody(operation, node);
  report(
    "parameter-body",
    `parameter ${JSON.stringify(name)} has in: ${String(location)}, which OpenAPI 3 does not have, so it is ${isTaken ? "read as the request body" : "left out"}`,
    "describe it in requestBody",
    "/in",
  );
}

/** Marks a body that was made of parameters, so that further parameters can be added to it. */
const ofParameters = "x-of-parameters";

function addToBody(operation: JsonObject, parameter: JsonObject): boolean {
  const body = objectMember(operation, "requestBody");
  const isForm = parameter["in"] === "formData";
  if (body !== undefined && !(isForm && body[ofParameters] === "formData")) return false;
  if (isForm) addMember(operation, body, parameter);
  else {
    const schema = parameter["schema"] ?? {};
    operation["requestBody"] = {
      required: parameter["required"] === true,
      content: { "application/json": { schema } },
    };
  }
  return true;
}

function addMember(
  operation: JsonObject,
  body: JsonObject | undefined,
  parameter: JsonObject,
): void {
  const { name, type, format, items } = parameter;
  const written: JsonObject = {
    type: type ?? "string",
    ...(format && { format }),
    ...(items && { items }),
  };
  const isFile = type === "file";
  const schema: Json =
    parameter["schema"] ?? (isFile ? { type: "string", format: "binary" } : written);
  const known = objectMember(Object.values(objectMember(body, "content") ?? {})[0], "schema");
  const required = [...arrayMember(known, "required")];
  if (parameter["required"] === true) required.push(name as string);
  const form = {
    type: "object",
    properties: { ...objectMember(known, "properties"), [name as string]: schema },
    ...(required.length > 0 && { required }),
  };
  const isMultipart =
    isFile || objectMember(body?.["content"], "multipart/form-data") !== undefined;
  operation["requestBody"] = {
    [ofParameters]: "formData",
    required: required.length > 0,
    content: {
      [isMultipart ? "multipart/form-data" : "application/x-www-form-urlencoded"]: { schema: form },
    },
  };
}
