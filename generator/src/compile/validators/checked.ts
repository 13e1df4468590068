import type { Json } from "../../json.ts";
import { literal } from "../../escape.ts";
import type { CodeWriter, PathParts } from "./code-writer.ts";

/** The names of helpers that checks call; see `validation` of the runtime. */
export type Helper =
  | "Evaluated"
  | "count"
  | "duplicate"
  | "equal"
  | "formats"
  | "getMember"
  | "isMultiple"
  | "isObject"
  | "report"
  | "token"
  | "validator";

/** What checks need of the module that they are written into. */
export interface CheckedModule {
  /** The function that checks what a reference means. */
  reference(reference: string, isTracked: boolean): string;
  /** What a reference leads to. */
  target(reference: string): Json;
  /** The name of a helper, which the module imports from then on. */
  use(helper: Helper): string;
  /** A constant for a regular expression. */
  pattern(pattern: string): string;
  /** A constant for a set of texts and numbers. */
  set(values: readonly Json[]): string;
  /** A constant for a JSON value. */
  value(value: Json): string;
}

/** Where code for a schema goes, and what it looks at. */
export interface Checked {
  readonly module: CheckedModule;
  /** Writes the checks of a subschema. */
  readonly write: (schema: Json, checked: Checked) => void;
  readonly code: CodeWriter;
  /** The variable with the value. */
  readonly value: string;
  /** Where the value is. */
  readonly path: PathParts;
  /**
   * The variable that keeps track of the members and items that some keyword has looked at (JSON
   * Schema 2020-12 core, section 11). Left out: nobody asks.
   */
  readonly seen: string | undefined;
}

/** Code for a value that does not conform. */
export function reportCall(
  { module, path }: Checked,
  keyword: string,
  parameters?: string,
  place: PathParts = path,
): string {
  const rest = parameters === undefined ? "" : `, { ${parameters} }`;
  return `${module.use("report")}(findings, ${place.join(" + ")}, ${literal(keyword)}${rest});`;
}

/** Writes {@link reportCall}. */
export function report(checked: Checked, keyword: string, parameters?: string): void {
  checked.code.line(reportCall(checked, keyword, parameters));
}

/** Writes a finding for values of which a condition holds. */
export function reportIf(
  checked: Checked,
  condition: string,
  keyword: string,
  parameters?: string,
): void {
  checked.code.line(`if (${condition}) ${reportCall(checked, keyword, parameters)}`);
}
