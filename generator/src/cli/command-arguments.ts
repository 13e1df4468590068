import { UsageError } from "../usage-error.ts";
import type { PackageNaming } from "../emit/package-names.ts";
import type { LoadOptions } from "../load/load-options.ts";
import type { Config } from "./config/config-types.ts";
import type { Command } from "./options/option.ts";
import { configOptions, type OptionValues } from "./options/option-table.ts";
import { parseOptions } from "./options/parse-options.ts";

/** The options of a command, with the description that it works on. */
export type CommandValues = OptionValues & { readonly description: string };

/**
 * Reads the arguments of a command: its options, and the description as its only other argument or as
 * `--input`.
 *
 * @throws {UsageError} for options that the command does not have, and when there is no description or
 * more than one
 */
export function commandValues(command: Command, args: readonly string[]): CommandValues {
  const { values, positionals } = parseOptions(command, args);
  const given =
    values.description === undefined ? positionals : [...positionals, values.description];
  const [description, ...more] = given;
  if (description === undefined)
    throw new UsageError(`name the description: openapi-packages ${command} openapi.yaml …`);
  if (more.length > 0)
    throw new UsageError(`one description at a time, not ${given.length}: ${given.join(", ")}`);
  return { ...values, description };
}

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
 * The names of the packages, by `--scope`, `--name` or both.
 *
 * @throws {UsageError} when they are none that npm takes
 */
export function packageNames({ scope, name }: OptionValues): PackageNaming {
  if (scope !== undefined && !/^@[a-z0-9~-][a-z0-9._~-]*$/.test(scope))
    throw new UsageError(`${JSON.stringify(scope)} is no npm scope; one looks like @acme`);
  if (name !== undefined && !/^[a-z0-9~-][a-z0-9._~-]*$/.test(name))
    throw new UsageError(
      `${JSON.stringify(name)} is nothing that npm packages can be called after; --name acme makes acme-client`,
    );
  return { ...(scope === undefined ? {} : { scope }), ...(name === undefined ? {} : { name }) };
}

/**
 * As {@link packageNames}, where packages have to have names.
 *
 * @throws {UsageError} when they have none
 */
export function requiredNames(values: OptionValues): PackageNaming {
  if (values.scope === undefined && values.name === undefined)
    throw new UsageError(
      "name the packages: --scope @acme for @acme/client, or --name acme for acme-client",
    );
  return packageNames(values);
}
