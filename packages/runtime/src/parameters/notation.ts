import type { ParameterDescriptor, ParameterStyle } from "../operation.ts";

/** The serialization of a parameter, defaults included (OpenAPI 3.1, Parameter Object). */
export interface Notation {
  readonly name: string;
  readonly in: ParameterDescriptor["in"];
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly allowReserved: boolean;
}

/** Fills in the defaults: `simple` in path and header, `form` in query and cookie. */
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

/** True if the style writes the parameter's name before its values, as in a query. */
export function isNamedStyle(style: ParameterStyle): boolean {
  return ["form", "spaceDelimited", "pipeDelimited", "cookie"].includes(style);
}

/** The separator of exploded items (OpenAPI 3.1, "Style Examples"). */
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

/** The separator of items that are not exploded. */
export function joinedSeparator(style: ParameterStyle): string {
  if (style === "spaceDelimited") return "%20";
  return style === "pipeDelimited" ? "%7C" : ",";
}
