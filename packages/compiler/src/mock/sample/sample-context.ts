/** The context of a sample: what selects its value beside the schema. */
export interface SampleContext {
  /** The text that the value is derived from, such as the name of a schema and the members below it. */
  readonly seed: string;
  /**
   * The name of the member with the value; for a list's item, the singular of the list's name. Empty at
   * the root.
   */
  readonly name: string;
  /** How many levels of objects, from here on, get their optional members. */
  readonly detail: number;
  /** A number from 0; values with different variants should differ. */
  readonly variant: number;
  /**
   * What is checked of the parts of a composed value: nothing, since it is checked itself, or each
   * part, after the value was refused. Omitted: the value is no part.
   */
  readonly parts?: "unchecked" | "checked" | undefined;
}

/** Returns the context of a member's value, with one level of detail less. */
export function memberContext(context: SampleContext, name: string): SampleContext {
  return { ...context, seed: `${context.seed}/${name}`, name, detail: context.detail - 1 };
}

/** Returns the context of a list's item, named by the singular of the list's name. */
export function itemContext(context: SampleContext, variant: number): SampleContext {
  return { ...context, variant, name: singular(context.name) };
}

function singular(name: string): string {
  if (name.endsWith("ies")) return name.replace(/ies$/, "y");
  return /[^s]s$/.test(name) ? name.slice(0, -1) : name;
}
