import type {
  Diagnostic,
  SourceLocation,
} from "@openapi-packages/description/diagnostics/diagnostics";
import type { OpenApiDocument } from "@openapi-packages/description/load/load-document";
import {
  buildApiModel,
  type ModelResult,
} from "@openapi-packages/description/model/build-api-model";
import type { DateType } from "@openapi-packages/description/model/conversions/date-types";
import { compileCodecs, type AmbiguousPlace, type CompiledCodecs } from "./compile-codecs.ts";

/** A model and the codecs of its types. */
export interface DatedModel extends ModelResult {
  /** `undefined` if all values stay JSON. */
  readonly codecs: CompiledCodecs | undefined;
}

/**
 * Builds the model of a document whose date-times are converted to other values than strings. If a
 * codec cannot distinguish a date-time from another text, the schema stays a string everywhere and
 * a warning is reported: no type can express "any text but a date-time".
 *
 * @param dates the type of date-times; omitted: they stay strings
 * @param reportsTypes see {@link buildApiModel}; ignored if `dates` is given
 */
export function buildDatedModel(
  document: OpenApiDocument,
  dates: DateType | undefined,
  reportsTypes = true,
): DatedModel {
  if (dates === undefined) return { ...buildApiModel(document, reportsTypes), codecs: undefined };
  const texts = new Set<string>();
  const warnings: Diagnostic[] = [];
  for (;;) {
    const { model, diagnostics } = buildApiModel(document, true, { dates, texts });
    const codecs = compileCodecs(model);
    if (codecs.ambiguous.length === 0)
      return { model, diagnostics: [...diagnostics, ...warnings], codecs };
    warnings.push(...ambiguityWarnings(codecs.ambiguous, document.locate));
    const before = texts.size;
    for (const place of codecs.ambiguous.flatMap(({ dates: places }) => places)) texts.add(place);
    // Each round converts at least one schema less, so the loop ends.
    if (texts.size === before) throw new Error("a date that may be another text has no place");
  }
}

function ambiguityWarnings(
  ambiguous: readonly AmbiguousPlace[],
  locate: (pointer: string) => SourceLocation,
): Diagnostic[] {
  return ambiguous.map(({ pointer, at }) => ({
    severity: "warning",
    code: "conversion-ambiguous",
    message: `a value may be a date-time in one part of the schema and another string in the other${at === "" ? "" : `, at ${at}`}, with nothing to choose by, so it stays a string in all types`,
    location: locate(pointer),
    hint: "give the parts the same format, or the branches of the union a required member whose values differ",
  }));
}
