import { _, type Format } from "ajv";
import AjvCore, { type AnySchemaObject, type Options } from "ajv/dist/core.js";
import draft2020 from "ajv/dist/vocabularies/draft2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import type { FormatName } from "ajv-formats";
import { numberFormats, stringFormats } from "../runtime-symbols.ts";

/** Ajv with the vocabularies of JSON Schema 2020-12, as `ajv/dist/2020` has them, but for the meta-schemas. */
class Ajv2020 extends AjvCore.default {
  override _addVocabularies(): void {
    super._addVocabularies();
    for (const vocabulary of draft2020.default) this.addVocabulary(vocabulary);
  }
}

/**
 * An Ajv that writes standalone code for a schema. What a document does not use, its validators
 * need not be able to: keeping track of evaluated members costs each of them code and time.
 */
export function createAjv(schema: AnySchemaObject, uses: KeywordUse): AjvCore.default {
  const options: Options = {
    allErrors: true,
    // One pass over the code halves the time that compiling takes; a second changes next to nothing.
    code: { source: true, esm: true, lines: true, optimize: 0, formats: _`require("formats")` },
    dynamicRef: uses.dynamicReferences,
    inlineRefs: false,
    logger: false,
    messages: false,
    meta: false,
    next: true,
    schemas: [schema],
    strict: false,
    unevaluated: uses.unevaluated,
    validateSchema: false,
  };
  const ajv = new Ajv2020(options);
  // The code refers to the runtime's formats by name; these here check examples.
  for (const format of stringFormats) {
    ajv.addFormat(format, (text) => isFormat(fullFormats[format as FormatName], text));
  }
  for (const format of numberFormats) {
    const validate = (value: number): boolean => isFormat(fullFormats[format], value);
    ajv.addFormat(format, { type: "number", validate });
  }
  return ajv;
}

function isFormat(format: Format | undefined, value: string | number): boolean {
  if (format === undefined || format === true || typeof format === "string") return true;
  if (format instanceof RegExp) return format.test(String(value));
  const validate = typeof format === "function" ? format : format.validate;
  if (validate instanceof RegExp) return validate.test(String(value));
  return (
    typeof validate !== "function" ||
    (validate as (one: string | number) => unknown)(value) !== false
  );
}

/** Which costly keywords a document has. */
export interface KeywordUse {
  readonly dynamicReferences: boolean;
  readonly unevaluated: boolean;
}
