import { isUrl, standardInput } from "@openapi-packages/description/load/read/source-names";
import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";
import type { LoadOptions } from "@openapi-packages/description/load/load-options";
import type { Job } from "./jobs.ts";
import type { OptionValues, Section, SectionValues } from "./options/option-table.ts";

/** Returns the options of a section of the configuration, such as `mock`, by their keys without the prefix. */
export function sectionOf<Name extends Section>(
  values: OptionValues,
  section: Name,
): SectionValues<Name> {
  const prefix = `${section}.`;
  const own = Object.entries(values)
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, value]) => [key.slice(prefix.length), value]);
  return Object.fromEntries(own) as SectionValues<Name>;
}

/** Returns the options for loading the description. */
export function loadOptions(values: OptionValues): LoadOptions {
  const { operationName } = values;
  return {
    ...(operationName === undefined ? {} : { operationName }),
    overlays: values.overlays ?? [],
    requestHeaders: values.requestHeaders ?? {},
    allowRefs: values.allowRefs ?? [],
    ...(values.inlineSchemas === undefined ? {} : { inlineSchemas: values.inlineSchemas }),
    ...(values.methodNames === undefined ? {} : { methodNames: values.methodNames }),
    filters: sectionOf(values, "filters"),
  };
}

/**
 * Checks that `--watch` has a file to follow; it cannot follow URLs or standard input.
 *
 * @throws {UsageError} when there is no file to follow
 */
export function checkWatchable({ description, overlays = [] }: Job): void {
  if (description === standardInput)
    throw new UsageError("--watch follows files, but standard input is read once");
  if ([description, ...overlays].every(isUrl))
    throw new UsageError(
      "--watch follows files, not URLs: save the description to a file, or run the command again",
    );
}
