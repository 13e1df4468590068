import type { Schema } from "./schema.ts";

/** Formats a schema with one line for each definition, so that the file stays small and a diff shows which one changed. */
export function schemaText(schema: Schema): string {
  const { definitions, ...rest } = schema;
  const head = JSON.stringify(rest, null, 2);
  if (typeof definitions !== "object" || definitions === null) return `${head}\n`;
  const lines = Object.entries(definitions).map(
    ([name, one]) => `    ${JSON.stringify(name)}: ${JSON.stringify(one)}`,
  );
  return `${head.slice(0, -2)},\n  "definitions": {\n${lines.join(",\n")}\n  }\n}\n`;
}
