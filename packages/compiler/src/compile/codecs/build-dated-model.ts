import type {
  Diagnostic,
  SourceLocation,
} from "@openapi-packages/description/diagnostics/diagnostics";
import type { OpenApiDocument } from "@openapi-packages/description/load/load-document";
import {
  buildApiModel,
  type ModelResult,
} from "@openapi-packages/description/model/build-api-model";
import type { ValueTypes } from "@openapi-packages/description/model/conversions/value-types";
import { compileCodecs, type AmbiguousPlace, type CompiledCodecs } from "./compile-codecs.ts";

/** A model and the codecs of its types. */
export interface DatedModel extends ModelResult {
  /** `undefined` if all values stay JSON. */
  readonly codecs: CompiledCodecs | undefined;
}

/**
 * Builds the model of a document whose date-times and int64 integers may be converted to other values
 * than strings and numbers. If a codec cannot distinguish such a value from another one, the schema
 * stays JSON everywhere and a warning is reported: no type can express "any text but a date-time".
 *
 * @param reportsTypes see {@link buildApiModel}; ignored if anything is converted
 */
export function buildDatedModel(
  document: OpenApiDocument,
  { dates, int64 }: ValueTypes,
  reportsTypes = true,
): DatedModel {
  if (dates === undefined && int64 === undefined)
    return { ...buildApiModel(document, reportsTypes), codecs: undefined };
  const unconverted = new Set<string>();
  const warnings: Diagnostic[] = [];
  for (;;) {
    const { model, diagnostics, corrections } = buildApiModel(document, true, {
      dates,
      int64,
      unconverted,
    });
    const codecs = compileCodecs(model);
    if (codecs.ambiguous.length === 0)
      return { model, diagnostics: [...diagnostics, ...warnings], corrections, codecs };
    warnings.push(...ambiguityWarnings(codecs.ambiguous, document.locate));
    const before = unconverted.size;
    for (const place of codecs.ambiguous.flatMap(({ places }) => places)) unconverted.add(place);
    // Each round converts at least one schema less, so the loop ends.
    if (unconverted.size === before)
      throw new Error("a value that may be of another type has no place");
  }
}

const words = {
  date: { converted: "a date-time", json: "string" },
  bigint: { converted: "an int64", json: "number" },
} as const;

function ambiguityWarnings(
  ambiguous: readonly AmbiguousPlace[],
  locate: (pointer: string) => SourceLocation,
): Diagnostic[] {
  return ambiguous.map(({ pointer, at, what }) => ({
    severity: "warning",
    code: "conversion-ambiguous",
    message: `a value may be ${words[what].converted} in one part of the schema and another ${words[what].json} in the other${at === "" ? "" : `, at ${at}`}, with nothing to choose by, so it stays a ${words[what].json} in all types`,
    location: locate(pointer),
    hint: "give the parts the same format, or the branches of the union a required member whose values differ",
  }));
}
