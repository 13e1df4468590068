import type { JsonObject } from "../../json.ts";
import { nearestName } from "../../nearest-name.ts";
import { misspeltField } from "../openapi/fixed-fields.ts";
import { pathOf, type Cursor } from "../openapi/openapi-objects.ts";
import { moveIntoBody } from "./body-parameters.ts";
import type { Report } from "./report.ts";

export const parameterStyles = [
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

/**
 * A parameter has a name, a place, and a schema or content (OpenAPI 3.1, section 4.8.12). Writes the place that is
 * meant where it is none.
 *
 * @returns false where it is no parameter
 */
export function checkParameter(cursor: Cursor, node: JsonObject, report: Report): boolean {
  const { name, in: location } = node;
  const unread = misspeltField("Parameter", node, "$ref");
  if (unread !== undefined) {
    const message = "a parameter has neither name nor $ref, so it is left out";
    report("parameter-name-missing", message, "", "", unread);
    return false;
  }
  if (typeof name !== "string" || name === "") {
    const misspelt = misspeltField("Parameter", node, "name");
    const message = "a parameter has no name, so it is left out";
    report("parameter-name-missing", message, "add name", "", misspelt);
    return false;
  }
  if (location === "body" || location === "formData") {
    moveIntoBody(cursor, node, report);
    return false;
  }
  if (!parameterLocations.includes(location as string)) {
    const meant = meantLocation(cursor, node);
    const shown = location === undefined ? "no in" : `in: ${JSON.stringify(location)}`;
    report(
      "parameter-in-unknown",
      `parameter ${JSON.stringify(name)} has ${shown}, so it is taken for one in ${meant}`,
      "in is path, query, header or cookie",
      "",
      misspeltField("Parameter", node, "in"),
    );
    node["in"] = meant;
  }
  checkParameterSchema(node, report);
  return true;
}

/** The place that a parameter without a valid one has: the nearest by name, or else by its path. */
function meantLocation(cursor: Cursor, { name, in: location }: JsonObject): string {
  const nearest =
    typeof location === "string" ? nearestName(location, parameterLocations) : undefined;
  return nearest ?? (pathOf(cursor).includes(`{${String(name)}}`) ? "path" : "query");
}

/** A parameter has one of them (OpenAPI 3.1, section 4.8.12.2); Swagger 2 had keywords of schemas in their place. */
function checkParameterSchema(node: JsonObject, report: Report): void {
  const fields = ["schema", "content"];
  const isSaid = Object.keys(node).some((key) => fields.includes(key) || key === "type");
  if (isSaid) return;
  const misspelt = fields.map((field) => misspeltField("Parameter", node, field));
  const message =
    "a Parameter Object has neither schema nor content, one of which OpenAPI requires";
  const hint = "add schema, such as { type: string }";
  report("field-missing", message, hint, "", misspelt[0] ?? misspelt[1]);
}

/** Parameter Object, `style`; without one the default of the place holds. */
export function checkStyle(node: JsonObject, report: Report): void {
  const style = node["style"];
  if (style === undefined || parameterStyles.includes(style as string)) return;
  report(
    "style-unknown",
    `style ${JSON.stringify(style)} is none of OpenAPI's, so the default holds`,
    `style is one of ${parameterStyles.join(", ")}`,
    "/style",
  );
  delete node["style"];
}
