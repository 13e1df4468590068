/** A JSON Schema of draft 7, which every editor reads. */
export type Schema = Readonly<Record<string, unknown>>;
