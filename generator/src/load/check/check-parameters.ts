import type { JsonObject } from "../../json.ts";
import { misspeltField } from "../openapi/fixed-fields.ts";
import type { Report } from "./report.ts";

const parameterStyles = [
  "matrix",
  "label",
  "simple",
  "form",
  "spaceDelimited",
  "pipeDelimited",
  "deepObject",
  "cookie",
];

/** The places of a parameter (OpenAPI 3.2, Parameter Object, `in`). */
export const parameterLocations: readonly string[] = [
  "path",
  "query",
  "header",
  "cookie",
  "querystring",
];

/** A parameter has a name, a place, and a schema or content (OpenAPI 3.1, section 4.8.12). */
export function checkParameter(node: JsonObject, report: Report, warn: Report): void {
  const name = node["name"];
  const unread = misspeltField("Parameter", node, "$ref");
  if (unread !== undefined)
    return report(
      "parameter-name-missing",
      "a parameter has neither name nor $ref",
      "",
      "",
      unread,
    );
  if (typeof name !== "string" || name === "") {
    const misspelt = misspeltField("Parameter", node, "name");
    report("parameter-name-missing", "a parameter has no name", "add name", "", misspelt);
  }
  const location = node["in"];
  if (!parameterLocations.includes(location as string)) {
    const shown = location === undefined ? "no in" : `in: ${JSON.stringify(location)}`;
    report(
      "parameter-in-unknown",
      `parameter ${JSON.stringify(name ?? "")} has ${shown}`,
      "in is path, query, header or cookie",
      "",
      misspeltField("Parameter", node, "in"),
    );
  }
  checkParameterSchema(node, warn);
}

/** A parameter has one of them (OpenAPI 3.1, section 4.8.12.2); Swagger 2 had keywords of schemas in their place. */
function checkParameterSchema(node: JsonObject, warn: Report): void {
  const fields = ["schema", "content"];
  const isSaid = Object.keys(node).some((key) => fields.includes(key) || key === "type");
  if (isSaid) return;
  const misspelt = fields.map((field) => misspeltField("Parameter", node, field));
  const message =
    "a Parameter Object has neither schema nor content, one of which OpenAPI requires";
  const hint = "add schema, such as { type: string }";
  warn("field-missing", message, hint, "", misspelt[0] ?? misspelt[1]);
}

/** Parameter Object, `style`; without one the default of the place holds. */
export function checkStyle(node: JsonObject, warn: Report): void {
  const style = node["style"];
  if (style === undefined || parameterStyles.includes(style as string)) return;
  warn(
    "style-unknown",
    `style ${JSON.stringify(style)} is none of OpenAPI's, so the default holds`,
    `style is one of ${parameterStyles.join(", ")}`,
    "/style",
  );
  delete node["style"];
}
