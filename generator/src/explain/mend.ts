/**
 * Where the text of an example stands: it is a whole file (`file`), an overlay of a description (`overlay`), or lines of a
 * description: at its root (`description`), of an operation (`operation`), or schemas by their names (`schemas`).
 */
export type ExamplePlace = "file" | "overlay" | "description" | "operation" | "schemas";

/** A fault as it stands in a description, and the same place when it is mended; YAML, unless it is of JSON. */
export interface MendExample {
  readonly place: ExamplePlace;
  readonly before: string;
  readonly after: string;
}

/** How the cause of a diagnostic is mended. */
export interface Mend {
  /** What to do, in one or two sentences of Markdown. */
  readonly mend: string;
  /** Left out where the sentence says it all, or where the fault is none of a text. */
  readonly example?: MendExample;
}

/** An example of a place, by the text with the fault and the text without. */
export const at =
  (place: ExamplePlace) =>
  (before: string, after: string): MendExample => ({
    place,
    before: before.trim(),
    after: after.trim(),
  });

export const inFile = at("file");
export const inOverlay = at("overlay");
export const inDescription = at("description");
export const inOperation = at("operation");
export const inSchemas = at("schemas");
