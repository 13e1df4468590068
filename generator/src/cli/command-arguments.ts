import { UsageError } from "../usage-error.ts";
import type { LoadOptions } from "../load/load-options.ts";
import type { Config } from "./config/config-types.ts";
import { configOptions, type OptionValues } from "./options/option-table.ts";

/** The options of the generated packages, as a configuration has them. */
export function packageOptions(values: OptionValues): Config {
  const isPackageOption = ([key]: [string, unknown]): boolean =>
    key in configOptions && key !== "description" && !key.includes(".");
  // The table of options agrees with the configuration, which check-options.ts makes sure of.
  return Object.fromEntries(Object.entries(values).filter(isPackageOption)) as Config;
}

/** The options of loading the description. */
export function loadOptions(values: OptionValues): LoadOptions {
  return {
    allowRefs: values.allowRefs ?? [],
    filters: {
      includeTags: values["filters.includeTags"] ?? [],
      excludeTags: values["filters.excludeTags"] ?? [],
      includeOperations: values["filters.includeOperations"] ?? [],
      excludeDeprecated: values["filters.excludeDeprecated"] ?? false,
    },
  };
}

/**
 * The npm scope of the packages, as it is written in their names.
 *
 * @throws {UsageError} when there is none, or it is none
 */
export function packageScope({ scope }: OptionValues): string {
  if (scope === undefined) throw new UsageError("name the packages' npm scope: --scope @acme");
  if (!/^@[a-z0-9~-][a-z0-9._~-]*$/.test(scope))
    throw new UsageError(`${JSON.stringify(scope)} is no npm scope; one looks like @acme`);
  return scope;
}
