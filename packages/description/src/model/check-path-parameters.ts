import { arrayMember, stringMember, toPointer, type Json } from "../json/json.ts";
import { parameterLocations } from "../load/check/check-parameters.ts";
import { misspeltField } from "../load/openapi/fixed-fields.ts";
import { templateNames, type Place } from "../load/openapi/operation-places.ts";
import type { ModelContext } from "./model-context.ts";

/**
 * Checks that every template expression of a path has a parameter and every path parameter an
 * expression (OpenAPI 3.1, section 4.8.8.2). What concerns all operations of a path is reported
 * once.
 */
export function checkPathParameters(
  context: ModelContext,
  path: string,
  pathItem: Place,
  operations: readonly (readonly [method: string, place: Place])[],
): void {
  const expressions = templateNames(path);
  const places = [pathItem, ...operations.map(([, place]) => place)];
  const declared = places.flatMap((place) => pathParameters(context, place));
  const unused = declared.filter(({ name }) => !expressions.has(name));
  const names = new Set(declared.map(({ name }) => name));
  const without = [...expressions].filter((expression) => !names.has(expression));
  for (const { name, pointer } of unused) {
    const meant = without.map((expression) => `{${expression}}`).join(" and ");
    const also =
      meant === "" ? "" : `, which has no parameter for ${meant} and takes a string there`;
    const message = `path parameter ${name} is not in the path ${path}${also}, so it is left out`;
    const rename = meant === "" ? "remove the parameter" : `call it as the path does`;
    const hint = `put {${name}} into the path, or ${rename}`;
    context.report("path-parameter-unused", message, pointer, hint);
  }
  // An expression whose parameter has another name has been reported above.
  if (unused.length > 0 || places.some((place) => hasUnreadableParameter(context, place))) return;
  checkExpressions(context, path, pathItem, operations, expressions);
}

function checkExpressions(
  context: ModelContext,
  path: string,
  pathItem: Place,
  operations: readonly (readonly [method: string, place: Place])[],
  expressions: ReadonlySet<string>,
): void {
  const misspelt = misspeltParameters(pathItem, operations);
  for (const expression of expressions) {
    const declares = (place: Place): boolean =>
      pathParameters(context, place).some(({ name }) => name === expression);
    const lacking = declares(pathItem) ? [] : operations.filter(([, place]) => !declares(place));
    const hint = `declare it: { name: ${expression}, in: path, required: true, schema: … }`;
    const report = (subject: string, { node, pointer }: Place): void => {
      const value: Json = {
        name: expression,
        in: "path",
        required: true,
        schema: { type: "string" },
      };
      if (misspelt.length === 0)
        context.correct(
          "path-parameter-undeclared",
          `${pointer}/parameters${node["parameters"] === undefined ? "" : "/-"}`,
          { value: node["parameters"] === undefined ? [value] : value },
        );
      context.report(
        "path-parameter-undeclared",
        `${subject} has {${expression}} in its path, but no such parameter, so it is read as a string`,
        pointer,
        misspelt.length === 0 ? hint : "write parameters at the place to see",
        misspelt,
      );
    };
    if (lacking.length > 1 && lacking.length === operations.length) report(path, pathItem);
    else for (const [method, place] of lacking) report(`${method} ${path}`, place);
  }
}

function pathParameters(
  context: ModelContext,
  { node, pointer }: Place,
): { name: string; pointer: string }[] {
  return arrayMember(node, "parameters").flatMap((entry, index) => {
    const at = `${pointer}/parameters/${index}`;
    const parameter = context.follow(entry, at)?.node;
    const name = stringMember(parameter, "name");
    return name !== undefined && stringMember(parameter, "in") === "path"
      ? [{ name, pointer: at }]
      : [];
  });
}

/** Returns the places of members that look like a misspelling of `parameters`. */
function misspeltParameters(
  pathItem: Place,
  operations: readonly (readonly [method: string, place: Place])[],
): string[] {
  const objects = [
    ["PathItem", pathItem] as const,
    ...operations.map(([, place]) => ["Operation", place] as const),
  ];
  return objects.flatMap(([name, { node, pointer }]) => {
    const misspelt = misspeltField(name, node, "parameters");
    return misspelt === undefined ? [] : [pointer + toPointer([misspelt.written])];
  });
}

/**
 * Returns true if a parameter cannot be read. It has been reported already, and it may be the one
 * for any expression.
 */
function hasUnreadableParameter(context: ModelContext, { node, pointer }: Place): boolean {
  const parameters = node["parameters"] ?? [];
  if (!Array.isArray(parameters)) return true;
  return arrayMember(node, "parameters").some((entry) => {
    const parameter = context.follow(entry, pointer)?.node;
    const place = stringMember(parameter, "in");
    return (
      stringMember(parameter, "name") === undefined ||
      place === undefined ||
      !parameterLocations.includes(place)
    );
  });
}
