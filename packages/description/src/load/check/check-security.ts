import {
  isObject,
  objectMember,
  stringMember,
  toPointer,
  type Json,
  type JsonObject,
} from "../../json/json.ts";
import { misspeltField, type Misspelling } from "../openapi/fixed-fields.ts";
import { type Involved, type Report, shown } from "./report.ts";
const securitySchemeTypes = ["apiKey", "http", "mutualTLS", "oauth2", "openIdConnect"];

/**
 * Checks the `security` of a description or an operation (OpenAPI 3.1, Security Requirement Object), and
 * corrects it to what was meant. An invalid requirement must not be dropped, since that would let everybody
 * in: one without a clear meaning is kept as a requirement that nothing meets.
 */
export function checkSecurity(node: JsonObject, report: Report): void {
  const { security } = node;
  if (security === undefined) return;
  // In YAML, a key without a value is null.
  if (security === null) {
    const hint = "write security: [] for an operation that is open to all, or remove it";
    const message = "security is empty, so it is ignored";
    report("security-requirement", message, hint, "/security");
    delete node["security"];
    return;
  }
  if (!Array.isArray(security)) {
    const hint =
      "write security: [{ name: [] }], or security: [] for an operation that is open to all";
    const message = "security must be a list, so its value is read as the only entry";
    const value = [requirementOf(security)];
    const isPlain = isObject(security) || typeof security === "string";
    const involved = isPlain ? { meant: { below: "/security", value } } : {};
    report("security-requirement", message, hint, "/security", involved);
  }
  const requirements = Array.isArray(security) ? (security as readonly Json[]) : [security];
  node["security"] = requirements.map((requirement, index) => {
    const place = Array.isArray(security) ? toPointer(["security", index]) : "/security";
    if (isObject(requirement)) return withScopes(requirement, place, report);
    const meant = requirementOf(requirement);
    report(
      "security-requirement",
      `a security requirement must be an object, but it is ${shown(requirement)}, so the scheme of that name is required`,
      "write the name of a scheme with its scopes: { name: [] }",
      place,
      // Its list is written with it.
      Array.isArray(security) && typeof requirement === "string"
        ? { meant: { below: place, value: meant } }
        : {},
    );
    return meant;
  });
}

function requirementOf(requirement: Json): JsonObject {
  if (isObject(requirement)) return requirement;
  const name = typeof requirement === "string" ? requirement : JSON.stringify(requirement);
  return { [name]: [] };
}

function withScopes(requirement: JsonObject, place: string, report: Report): JsonObject {
  const entries = Object.entries(requirement).map(([scheme, scopes]): [string, Json] => {
    // In YAML, a name without a value is null.
    if (scopes === null || (Array.isArray(scopes) && scopes.every(isText))) return [scheme, scopes];
    const taken = [scopes].flat().filter(isText);
    const message = `the scopes of ${JSON.stringify(scheme)} must be a list of strings, but they are ${shown(scopes)}, so they are read as ${JSON.stringify(taken)}`;
    const hint = "without scopes, write an empty list: []";
    const below = place + toPointer([scheme]);
    const involved = typeof scopes === "string" ? { meant: { below, value: taken } } : {};
    report("security-requirement", message, hint, below, involved);
    return [scheme, taken];
  });
  return Object.fromEntries(entries);
}

const isText = (value: Json): boolean => typeof value === "string";

/**
 * Checks a Security Scheme Object, and corrects it if its meaning is clear.
 *
 * @returns false if the kind of scheme is unknown; no request then meets it
 */
export function checkSecurityScheme(
  key: string | number,
  node: JsonObject,
  report: Report,
): boolean {
  if (key in Object.prototype) {
    const hint = "every object has a member of that name; give the scheme another one";
    report("security-scheme-name", `a security scheme cannot be called ${key}`, hint);
  }
  const misspelt = (field: string): Misspelling | undefined =>
    misspeltField("SecurityScheme", node, field);
  const { type } = node;
  if (!securitySchemeTypes.includes(type as string)) {
    const meant = meantType(node);
    const taken = meant === undefined ? "no caller is authorized by it" : `it is read as ${meant}`;
    report(
      "security-scheme-type",
      type === undefined
        ? `a security scheme has no type, so ${taken}`
        : `type ${shown(type)} is not a type of security scheme, so ${taken}`,
      `type is one of ${securitySchemeTypes.join(", ")}`,
      type === undefined ? "" : "/type",
      { misspelt: misspelt("type"), ...meantMember(node, meant) },
    );
    if (meant === undefined) return false;
    node["type"] = meant;
    if (meant === "http" && node["scheme"] === undefined)
      node["scheme"] = type === "basic" ? "basic" : "bearer";
  }
  const lacking = (field: string, message: string, hint: string, taken: string): void => {
    const text = `${message}, so ${taken} is assumed`;
    report("security-scheme", text, hint, "", { misspelt: misspelt(field) });
    node[field] = taken;
  };
  if (node["type"] === "http" && typeof node["scheme"] !== "string")
    lacking("scheme", "a scheme of type http has no scheme", "add scheme", "bearer");
  if (node["type"] !== "apiKey") return true;
  if (typeof node["name"] !== "string" || node["name"] === "")
    lacking("name", "an apiKey has no name", "add the name of the header", String(key));
  if (!["header", "query", "cookie"].includes(node["in"] as string))
    lacking("in", "an apiKey has no place", "in is header, query or cookie", "header");
  return true;
}

/** The type to write, if nothing else of the scheme is assumed, too. */
function meantMember(node: JsonObject, meant: string | undefined): Pick<Involved, "meant"> {
  const isComplete = meant !== undefined && (meant !== "http" || node["scheme"] !== undefined);
  return isComplete ? { meant: { below: "/type", value: meant } } : {};
}

/** Guesses the type of a scheme with an invalid one, from a similar name or from its other fields. */
function meantType(node: JsonObject): string | undefined {
  const type = (stringMember(node, "type") ?? "").toLowerCase().replace(/[^a-z0-9]/g, "");
  const known = securitySchemeTypes.find((one) => one.toLowerCase() === type);
  if (known !== undefined) return known;
  if (["basic", "bearer", "jwt", "token"].includes(type)) return "http";
  if (objectMember(node, "flows") !== undefined) return "oauth2";
  if (stringMember(node, "openIdConnectUrl") !== undefined) return "openIdConnect";
  if (stringMember(node, "scheme") !== undefined) return "http";
  const isKey = stringMember(node, "name") !== undefined && stringMember(node, "in") !== undefined;
  return isKey ? "apiKey" : undefined;
}
