import { isObject, toPointer, type Json, type JsonObject } from "../../json.ts";
import { misspeltField, type Misspelling } from "../openapi/fixed-fields.ts";
import type { Report } from "./report.ts";

const securitySchemeTypes = ["apiKey", "http", "mutualTLS", "oauth2", "openIdConnect"];

/**
 * Checks the `security` of a description or an operation (OpenAPI 3.1, Security Requirement Object). What is
 * written otherwise would be no requirement, and so let everybody in.
 */
export function checkSecurity({ security }: JsonObject, report: Report): void {
  if (security === undefined) return;
  if (!Array.isArray(security)) {
    const hint =
      "write security: [{ name: [] }], or security: [] for an operation that is open to all";
    report("security-requirement", "security must be a list", hint, "/security");
    return;
  }
  for (const [index, requirement] of security.entries()) {
    const place = toPointer(["security", String(index)]);
    if (isObject(requirement)) checkScopes(requirement, place, report);
    else
      report(
        "security-requirement",
        `a security requirement must be an object, here it is ${JSON.stringify(requirement)}`,
        "write the name of a scheme with its scopes: { name: [] }",
        place,
      );
  }
}

function checkScopes(requirement: JsonObject, place: string, report: Report): void {
  for (const [scheme, scopes] of Object.entries(requirement)) {
    // In YAML a name without a value has null for one.
    if (scopes === null || (Array.isArray(scopes) && scopes.every(isText))) continue;
    const message = `the scopes of ${JSON.stringify(scheme)} must be a list of strings, here they are ${JSON.stringify(scopes)}`;
    const hint = "without scopes, write an empty list: []";
    report("security-requirement", message, hint, place + toPointer([scheme]));
  }
}

const isText = (value: Json): boolean => typeof value === "string";

/** Security Scheme Object: what a client cannot give, or a server cannot check, is none. */
export function checkSecurityScheme(key: string | number, node: JsonObject, report: Report): void {
  if (key in Object.prototype) {
    const hint = "every object has a member of that name; give the scheme another one";
    report("security-scheme", `a security scheme cannot be called ${key}`, hint);
  }
  const { type, name, in: place, scheme } = node;
  const misspelt = (field: string): Misspelling | undefined =>
    misspeltField("SecurityScheme", node, field);
  if (!securitySchemeTypes.includes(type as string)) {
    report(
      "security-scheme-type",
      type === undefined
        ? "a security scheme has no type"
        : `type ${JSON.stringify(type)} is none of a security scheme`,
      `type is one of ${securitySchemeTypes.join(", ")}`,
      type === undefined ? "" : "/type",
      misspelt("type"),
    );
  }
  if (type === "http" && typeof scheme !== "string")
    report(
      "security-scheme",
      "a scheme of type http has no scheme",
      "add scheme, such as bearer",
      "",
      misspelt("scheme"),
    );
  if (type !== "apiKey") return;
  if (typeof name !== "string" || name === "")
    report(
      "security-scheme",
      "an apiKey has no name",
      "add the name of the header",
      "",
      misspelt("name"),
    );
  if (!["header", "query", "cookie"].includes(place as string))
    report(
      "security-scheme",
      "an apiKey has no place",
      "in is header, query or cookie",
      "",
      misspelt("in"),
    );
}
