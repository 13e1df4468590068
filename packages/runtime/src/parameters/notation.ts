import type { ParameterDescriptor, ParameterStyle } from "../operation.ts";

/** A parameter with OpenAPI's defaults filled in (OpenAPI 3.1, Parameter Object). */
export interface Notation {
  readonly name: string;
  readonly in: ParameterDescriptor["in"];
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly allowReserved: boolean;
}

/** The notation of a parameter: `simple` in path and header, `form` in query and cookie. */
export function notationOf(parameter: ParameterDescriptor): Notation {
  const inQuery = parameter.in === "query" || parameter.in === "cookie";
  const style = parameter.style ?? (inQuery ? "form" : "simple");
  return {
    name: parameter.name,
    in: parameter.in,
    style,
    explode: parameter.explode ?? (style === "form" || style === "cookie"),
    allowReserved: parameter.allowReserved === true,
  };
}

/** Whether the style writes the parameter's name before its values, as a query does. */
export function isNamedStyle(style: ParameterStyle): boolean {
  return ["form", "spaceDelimited", "pipeDelimited", "cookie"].includes(style);
}

/** What stands between the exploded pieces of a value (OpenAPI 3.1, "Style Examples"). */
export function explodedSeparator(notation: Notation): string {
  switch (notation.style) {
    case "simple":
      return ",";
    case "label":
      return ".";
    case "matrix":
      return ";";
    default:
      return notation.in === "cookie" ? "; " : "&";
  }
}

/** What stands between the pieces of a value that is not exploded. */
export function joinedSeparator(style: ParameterStyle): string {
  if (style === "spaceDelimited") return "%20";
  return style === "pipeDelimited" ? "%7C" : ",";
}
