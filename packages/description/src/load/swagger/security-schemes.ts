import { stringMember, type JsonObject } from "../../json/json.ts";
import type { Lifting, Step } from "./lifting.ts";

/** The OAuth 2.0 flows, by their names in Swagger 2.0. */
const flows: Readonly<Record<string, string>> = {
  implicit: "implicit",
  password: "password",
  application: "clientCredentials",
  accessCode: "authorizationCode",
};

/** Converts a security scheme to OpenAPI 3.0. */
export function liftSecurityScheme(lifting: Lifting, scheme: JsonObject, step: Step): JsonObject {
  lifting.put(step.to, step.from);
  const type = stringMember(scheme, "type");
  if (type === "basic") return { ...scheme, type: "http", scheme: "basic" };
  if (type !== "oauth2") return scheme;
  const { flow, authorizationUrl, tokenUrl, scopes = {}, ...lifted } = scheme;
  const name = flows[String(flow)];
  // An unknown flow stays, so that it is reported at its place.
  if (name === undefined) return { ...lifted, flows: { [String(flow)]: {} } };
  lifting.put([...step.to, "flows", name], step.from);
  const urls = {
    ...(authorizationUrl !== undefined && { authorizationUrl }),
    ...(tokenUrl !== undefined && { tokenUrl }),
  };
  return { ...lifted, flows: { [name]: { ...urls, scopes } } };
}
