/**
 * Where an example belongs: it is a whole file (`file`), an overlay (`overlay`), or lines of a description:
 * at its root (`description`), in an operation (`operation`), or schemas by name (`schemas`).
 */
export type ExamplePlace = "file" | "overlay" | "description" | "operation" | "schemas";

/** A fault in a description, and the same lines without it, in YAML unless the fault is about JSON. */
export interface FixExample {
  readonly place: ExamplePlace;
  readonly before: string;
  readonly after: string;
}

/** How to fix the cause of a diagnostic. */
export interface Fix {
  /** What to do, in one or two sentences of Markdown. */
  readonly fix: string;
  /** Left out if the sentence is enough, or if the fault is not in a text. */
  readonly example?: FixExample;
}

/** Creates an example from the lines with the fault and those without it. */
export const at =
  (place: ExamplePlace) =>
  (before: string, after: string): FixExample => ({
    place,
    before: before.trim(),
    after: after.trim(),
  });

export const inFile = at("file");
export const inOverlay = at("overlay");
export const inDescription = at("description");
export const inOperation = at("operation");
export const inSchemas = at("schemas");
