import { isObject, toPointer, type Json, type JsonObject } from "../../json.ts";

type Report = (code: string, message: string, hint: string, below?: string) => void;

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
