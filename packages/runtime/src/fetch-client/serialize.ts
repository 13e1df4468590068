import type { QuerySerializerOptions } from "./client-types.ts";

/** How the values of a parameter are written. */
interface Notation {
  readonly style: string;
  readonly explode: boolean;
  readonly allowReserved?: boolean;
}

/** The characters between the values of a list or object by style; of all others, `&`. */
const separators: { readonly [style: string]: string } = { simple: ",", label: ".", matrix: ";" };

/** The characters between the items of a list that is not exploded; of all others, a comma. */
const listSeparators: { readonly [style: string]: string } = {
  spaceDelimited: "%20",
  pipeDelimited: "|",
};

const encoded = (value: unknown, { allowReserved = false }: Partial<Notation> = {}): string =>
  allowReserved ? String(value) : encodeURIComponent(String(value));

function pair(name: string, value: unknown, notation?: Partial<Notation>): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "object")
    throw new TypeError(
      `the parameter "${name}" has lists or objects within others: give a \`querySerializer\` that writes them`,
    );
  return `${name}=${encoded(value, notation)}`;
}

/** Writes the name and the separator that a style puts before joined values. */
function prefixed(name: string, joined: string, style: string): string {
  if (style === "simple") return joined;
  if (style === "label") return `.${joined}`;
  return `${style === "matrix" ? ";" : ""}${name}=${joined}`;
}

function listText(name: string, values: readonly unknown[], notation: Notation): string {
  const { style, explode } = notation;
  const isBare = style === "simple" || style === "label";
  if (!explode) {
    const joined = values.map((one) => encoded(one, notation)).join(listSeparators[style] ?? ",");
    return prefixed(name, joined, style);
  }
  const separator = separators[style] ?? "&";
  const joined = values
    .map((one) => (isBare ? encoded(one, notation) : pair(name, one, notation)))
    .join(separator);
  return style === "label" || style === "matrix" ? separator + joined : joined;
}

function objectText(name: string, value: object, notation: Notation): string {
  const { style, explode } = notation;
  const entries: [string, unknown][] = Object.entries(value);
  if (!explode && style !== "deepObject") {
    const joined = entries.flatMap(([key, one]) => [key, encoded(one, notation)]).join(",");
    return prefixed(name, joined, style);
  }
  const separator = separators[style] ?? "&";
  const joined = entries
    .map(([key, one]) => pair(style === "deepObject" ? `${name}[${key}]` : key, one, notation))
    .join(separator);
  return style === "label" || style === "matrix" ? separator + joined : joined;
}

/**
 * Returns a function that writes queries. `undefined`, `null` and empty lists are left out.
 *
 * @throws {TypeError} in that function, if a value has lists or objects within others.
 */
export function createQuerySerializer(
  options: QuerySerializerOptions = {},
): (query: object) => string {
  const { array, object, allowReserved = false } = options;
  const list = { style: "form", explode: true, ...array, allowReserved };
  const members = { style: "deepObject", explode: true, ...object, allowReserved };
  return (query) =>
    Object.entries(query)
      .flatMap(([name, value]: [string, unknown]) => {
        if (value === undefined || value === null) return [];
        if (Array.isArray(value))
          return value.length === 0 ? [] : [listText(name, value as readonly unknown[], list)];
        return [
          typeof value === "object"
            ? objectText(name, value, members)
            : pair(name, value, { allowReserved }),
        ];
      })
      .join("&");
}

/** Fills in the parameters of a path: `{id}`, `{.id}`, `{;id}`, each with `*` for exploded values. */
export function defaultPathSerializer(
  path: string,
  parameters: { readonly [name: string]: unknown },
): string {
  return path.replace(
    /\{([.;]?)([^{}]+?)(\*?)\}/g,
    (template, mark: string, name: string, star) => {
      const value = parameters[name];
      if (value === undefined || value === null) return template;
      const style = mark === "." ? "label" : mark === ";" ? "matrix" : "simple";
      const notation = { style, explode: star === "*" };
      if (Array.isArray(value)) return listText(name, value as readonly unknown[], notation);
      if (typeof value === "object") return objectText(name, value, notation);
      if (style === "matrix") return `;${pair(name, value)}`;
      return `${mark}${encoded(value)}`;
    },
  );
}

/** Writes a body as JSON, or as its headers say as a form. `FormData` stays as it is. */
export function defaultBodySerializer(body: unknown, headers?: Headers): unknown {
  if (body instanceof FormData) return body;
  if (headers?.get("content-type") === "application/x-www-form-urlencoded")
    return new URLSearchParams(body as Record<string, string>).toString();
  return JSON.stringify(body);
}
