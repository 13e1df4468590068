import type { Schema } from "./schema.ts";

/** The text of a schema: a line for each definition, so that a change shows where it is and the file stays small. */
export function schemaText(schema: Schema): string {
  const { definitions, ...rest } = schema;
  const head = JSON.stringify(rest, null, 2);
  if (typeof definitions !== "object" || definitions === null) return `${head}\n`;
  const lines = Object.entries(definitions).map(
    ([name, one]) => `    ${JSON.stringify(name)}: ${JSON.stringify(one)}`,
  );
  return `${head.slice(0, -2)},\n  "definitions": {\n${lines.join(",\n")}\n  }\n}\n`;
}
