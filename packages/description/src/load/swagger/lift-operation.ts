import { isObject, stringMember, type Json, type JsonObject } from "../../json/json.ts";
import type { Path } from "../read/origins.ts";
import { liftParameter } from "./lift-parameter.ts";
import { liftRequestBody } from "./lift-request-body.ts";
import { liftResponse } from "./lift-response.ts";
import { textsOf, type Lifting, type PlacedParameter } from "./lifting.ts";

/**
 * Converts an operation to OpenAPI 3.0.
 *
 * @param shared the parameters of its path
 * @param servers the servers of its own `schemes`
 */
export function liftOperation(
  lifting: Lifting,
  operation: JsonObject,
  shared: readonly PlacedParameter[],
  servers: readonly JsonObject[],
  path: Path,
): JsonObject {
  const { consumes: _consumes, produces: _produces, schemes: _schemes, ...lifted } = operation;
  const own = lifting.parametersAt(operation, path);
  const body = liftRequestBody(
    lifting,
    bodyParameters(lifting, own, shared),
    textsOf(operation, "consumes") ?? lifting.consumes,
    [...path, "requestBody"],
  );
  const parameters = own.filter(({ value }) => !lifting.isBody(value));
  delete lifted["parameters"];
  if (parameters.length > 0)
    lifted["parameters"] = parameters.map(({ value, from }, index) =>
      liftParameter(lifting, value, { to: [...path, "parameters", index], from }),
    );
  if (body !== undefined) lifted["requestBody"] = body;
  if (isObject(operation["responses"]))
    lifted["responses"] = liftResponses(lifting, operation, operation["responses"], path);
  if (servers.length > 0) {
    lifted["servers"] = servers;
    lifting.put([...path, "servers"], [...path, "schemes"]);
  }
  return lifted;
}

/**
 * Returns the body and form fields of an operation: those of the path, unless the operation overrides them by
 * name.
 */
function bodyParameters(
  lifting: Lifting,
  own: readonly PlacedParameter[],
  shared: readonly PlacedParameter[],
): PlacedParameter[] {
  const keyOf = ({ value }: PlacedParameter): string =>
    stringMember(value, "in") === "body" ? "body" : `field ${stringMember(value, "name") ?? ""}`;
  const bodies = (all: readonly PlacedParameter[]): PlacedParameter[] =>
    all.filter(({ value }) => lifting.isBody(value));
  const byKey = new Map([...bodies(shared), ...bodies(own)].map((one) => [keyOf(one), one]));
  return [...byKey.values()];
}

function liftResponses(
  lifting: Lifting,
  operation: JsonObject,
  responses: JsonObject,
  path: Path,
): JsonObject {
  const produces = textsOf(operation, "produces") ?? lifting.produces;
  const entries = Object.entries(responses).map(([status, response]): [string, Json] => {
    const at = [...path, "responses", status];
    if (!isObject(response) || status.startsWith("x-")) return [status, response];
    return [status, liftResponse(lifting, response, produces, { to: at, from: at })];
  });
  return Object.fromEntries(entries);
}
