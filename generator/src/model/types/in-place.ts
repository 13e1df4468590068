/** Keywords whose schemas are held against the very value that the schema itself is held against. */
export const inPlace: ReadonlySet<string> = new Set([
  "allOf",
  "anyOf",
  "dependentSchemas",
  "else",
  "if",
  "not",
  "oneOf",
  "then",
]);
