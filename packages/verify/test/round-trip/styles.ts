interface Style {
  readonly in: "path" | "query" | "header" | "cookie";
  readonly style: string;
  readonly kinds: readonly Kind[];
}

type Kind = "text" | "number" | "flag" | "list" | "object";

const all: readonly Kind[] = ["text", "number", "flag", "list", "object"];

/** The styles of parameters, with what each can be (OpenAPI 3.1, Style Values). */
const styles: readonly Style[] = [
  { in: "path", style: "simple", kinds: all },
  { in: "path", style: "label", kinds: all },
  { in: "path", style: "matrix", kinds: all },
  { in: "query", style: "form", kinds: all },
  { in: "query", style: "spaceDelimited", kinds: ["list"] },
  { in: "query", style: "pipeDelimited", kinds: ["list"] },
  { in: "query", style: "deepObject", kinds: ["object"] },
  { in: "header", style: "simple", kinds: all },
  { in: "cookie", style: "form", kinds: all },
];

const schemas: Readonly<Record<Kind, object>> = {
  text: { type: "string" },
  number: { type: "number" },
  flag: { type: "boolean" },
  list: { type: "array", items: { type: "string" } },
  object: {
    type: "object",
    additionalProperties: false,
    properties: { name: { type: "string" }, size: { type: "integer" } },
  },
};

const examples: Readonly<Record<Kind, unknown>> = {
  text: "blue",
  number: 7,
  flag: true,
  list: ["blue", "black"],
  object: { name: "blue", size: 100 },
};

/** A description with an operation for each style, of each kind of value, exploded and not. */
export function stylesDescription(): string {
  const paths = styles.flatMap(({ in: place, style, kinds }) =>
    kinds.flatMap((kind) =>
      [true, false].map((explode) => {
        const id = [place, style, kind, explode ? "exploded" : "whole"].join("-");
        const parameter = {
          name: "value",
          in: place,
          style,
          explode,
          ...((place === "path" || kind === "text") && { required: true }),
          schema: schemas[kind],
          example: examples[kind],
        };
        const path = place === "path" ? `/${id}/{value}` : `/${id}`;
        const get = {
          operationId: id,
          parameters: [parameter],
          responses: { 204: { description: "Received." } },
        };
        return [path, { get }] as const;
      }),
    ),
  );
  const info = { title: "Styles", version: "1.0.0" };
  return JSON.stringify({ openapi: "3.1.0", info, paths: Object.fromEntries(paths) });
}
