import { _ } from "ajv";
import type { RegExpEngine } from "ajv/dist/types/index.js";
import { Ajv2020, type AnySchemaObject, type Options } from "ajv/dist/2020.js";
import { safePattern } from "../../load/pattern.ts";
import { numberFormats, stringFormats } from "../runtime-symbols.ts";
import { hasFormat } from "./has-format.ts";

/**
 * An Ajv that writes standalone code for a schema. What a document does not use, its validators
 * need not be able to: keeping track of evaluated members costs each of them code and time.
 */
export function createAjv(schema: AnySchemaObject, uses: KeywordUse): Ajv2020 {
  const options: Options = {
    allErrors: true,
    // One pass over the code halves the time that compiling takes; a second changes next to nothing.
    code: {
      source: true,
      esm: true,
      lines: true,
      optimize: 0,
      formats: _`require("formats")`,
      regExp: expressionOf,
    },
    inlineRefs: false,
    logger: false,
    messages: false,
    meta: false,
    schemas: [schema],
    strict: false,
    validateSchema: false,
  };
  const ajv = new Ajv2020(options);
  // Its constructor sets both, whatever the options say.
  ajv.opts.dynamicRef = uses.dynamicReferences;
  ajv.opts.unevaluated = uses.unevaluated;
  // The code refers to the runtime's formats by name; these here check examples.
  for (const format of stringFormats) {
    ajv.addFormat(format, (text) => hasFormat(format, text));
  }
  for (const format of numberFormats) {
    const validate = (value: number): boolean => hasFormat(format, value);
    ajv.addFormat(format, { type: "number", validate });
  }
  return ajv;
}

/** What patterns are compiled with here; the code that is written has plain expressions. */
const expressionOf: RegExpEngine = Object.assign(
  (pattern: string, flags: string) => ({
    test: (text: string) => safePattern(pattern).test(text),
    toString: () => `/${pattern}/${flags}`,
  }),
  { code: "new RegExp" },
);

/** Which costly keywords a document has. */
export interface KeywordUse {
  readonly dynamicReferences: boolean;
  readonly unevaluated: boolean;
}
