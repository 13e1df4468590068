import { stringMember, type JsonObject } from "../../json.ts";
import type { Lifting, Step } from "./lifting.ts";

/** The flows of OAuth 2.0 by what Swagger 2.0 calls them. */
const flows: Readonly<Record<string, string>> = {
  implicit: "implicit",
  password: "password",
  application: "clientCredentials",
  accessCode: "authorizationCode",
};

/** Makes a security scheme of OpenAPI 3.0. */
export function liftSecurityScheme(lifting: Lifting, scheme: JsonObject, step: Step): JsonObject {
  lifting.put(step.to, step.from);
  const type = stringMember(scheme, "type");
  if (type === "basic") return { ...scheme, type: "http", scheme: "basic" };
  if (type !== "oauth2") return scheme;
  const { flow, authorizationUrl, tokenUrl, scopes = {}, ...lifted } = scheme;
  const name = flows[String(flow)];
  // What is no flow is refused where it stands.
  if (name === undefined) return { ...lifted, flows: { [String(flow)]: {} } };
  lifting.put([...step.to, "flows", name], step.from);
  const urls = {
    ...(authorizationUrl !== undefined && { authorizationUrl }),
    ...(tokenUrl !== undefined && { tokenUrl }),
  };
  return { ...lifted, flows: { [name]: { ...urls, scopes } } };
}
