import { arrayMember, stringMember } from "../json.ts";
import type { Place } from "../load/openapi/operation-places.ts";
import type { ModelContext } from "./model-context.ts";

/**
 * Path Templating (OpenAPI 3.1, section 4.8.8.2): every template expression of a path has a
 * parameter, and the reverse. What concerns all operations of a path is reported once.
 */
export function checkPathParameters(
  context: ModelContext,
  path: string,
  pathItem: Place,
  operations: readonly (readonly [method: string, place: Place])[],
): void {
  const expressions = new Set([...path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] ?? ""));
  const places = [pathItem, ...operations.map(([, place]) => place)];
  for (const { name, pointer } of places.flatMap((place) => pathParameters(context, place))) {
    if (expressions.has(name)) continue;
    const hint = `put {${name}} into the path, or remove the parameter`;
    context.report(
      "path-parameter-unused",
      `path parameter ${name} is not in the path ${path}`,
      pointer,
      hint,
    );
  }
  if (places.some((place) => hasUnreadableParameter(context, place))) return;
  for (const expression of expressions) {
    const declares = (place: Place): boolean =>
      pathParameters(context, place).some(({ name }) => name === expression);
    const lacking = declares(pathItem) ? [] : operations.filter(([, place]) => !declares(place));
    const hint = `declare it: { name: ${expression}, in: path, required: true, schema: … }`;
    const report = (subject: string, pointer: string): void =>
      context.report(
        "path-parameter-undeclared",
        `${subject} has {${expression}} in its path, but no such parameter`,
        pointer,
        hint,
      );
    if (lacking.length > 1 && lacking.length === operations.length) report(path, pathItem.pointer);
    else for (const [method, { pointer }] of lacking) report(`${method} ${path}`, pointer);
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

/** One that has been reported already; which expression it stands for is not known. */
function hasUnreadableParameter(context: ModelContext, { node, pointer }: Place): boolean {
  return arrayMember(node, "parameters").some((entry) => {
    const parameter = context.follow(entry, pointer)?.node;
    return (
      stringMember(parameter, "name") === undefined || stringMember(parameter, "in") === undefined
    );
  });
}
