import type { JsonObject } from "../../json/json.ts";
import { nearestName } from "../../names/nearest-name.ts";
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

/** The locations of a parameter (OpenAPI 3.2, Parameter Object, `in`). */
export const parameterLocations: readonly string[] = [
  "path",
  "query",
  "header",
  "cookie",
  "querystring",
];

/**
 * Checks that a parameter has a name, a location, and a schema or content (OpenAPI 3.1, section 4.8.12).
 * Replaces an invalid location by the one that was probably meant.
 *
 * @returns false if the object cannot be used as a parameter
 */
export function checkParameter(cursor: Cursor, node: JsonObject, report: Report): boolean {
  const { name, in: location } = node;
  const unread = misspeltField("Parameter", node, "$ref");
  if (unread !== undefined) {
    const message = "a parameter has neither name nor $ref, so it is left out";
    report("parameter-name-missing", message, "", "", { misspelt: unread });
    return false;
  }
  if (typeof name !== "string" || name === "") {
    const misspelt = misspeltField("Parameter", node, "name");
    const message = "a parameter has no name, so it is left out";
    report("parameter-name-missing", message, "add name", "", { misspelt });
    return false;
  }
  if (location === "body" || location === "formData") {
    moveIntoBody(cursor, node, report);
    return false;
  }
  if (!parameterLocations.includes(location as string)) {
    const meant = meantLocation(cursor, node);
    const misspelt = misspeltField("Parameter", node, "in");
    const shown = location === undefined ? "no in" : `in: ${JSON.stringify(location)}`;
    report(
      "parameter-in-unknown",
      `parameter ${JSON.stringify(name)} has ${shown}, so it is read as one in ${meant}`,
      "in is path, query, header or cookie",
      "",
      misspelt === undefined ? { meant: { below: "/in", value: meant } } : { misspelt },
    );
    node["in"] = meant;
  }
  checkParameterSchema(node, report);
  return true;
}

/** Guesses the location of a parameter: the one with the nearest name, otherwise by its path. */
function meantLocation(cursor: Cursor, { name, in: location }: JsonObject): string {
  const nearest =
    typeof location === "string" ? nearestName(location, parameterLocations) : undefined;
  return nearest ?? (pathOf(cursor).includes(`{${String(name)}}`) ? "path" : "query");
}

/**
 * Reports a parameter with neither `schema` nor `content` (OpenAPI 3.1, section 4.8.12.2). A `type` counts as
 * well, which Swagger 2 had in their place.
 */
function checkParameterSchema(node: JsonObject, report: Report): void {
  const fields = ["schema", "content"];
  const isSaid = Object.keys(node).some((key) => fields.includes(key) || key === "type");
  if (isSaid) return;
  const misspelt = fields.map((field) => misspeltField("Parameter", node, field));
  const message =
    "a Parameter Object has neither schema nor content, one of which OpenAPI requires";
  const hint = "add schema, such as { type: string }";
  report("field-missing", message, hint, "", { misspelt: misspelt[0] ?? misspelt[1] });
}

/** Removes an unknown `style` of a parameter or an encoding, so that the default of its location applies. */
export function checkStyle(node: JsonObject, report: Report): void {
  const style = node["style"];
  if (style === undefined || parameterStyles.includes(style as string)) return;
  report(
    "style-unknown",
    `style ${JSON.stringify(style)} is not one of OpenAPI's, so the default style is used`,
    `style is one of ${parameterStyles.join(", ")}`,
    "/style",
  );
  delete node["style"];
}
