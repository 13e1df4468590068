/** A JSON Schema of draft 7, which all editors support. */
export type Schema = Readonly<Record<string, unknown>>;
