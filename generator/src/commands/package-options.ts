import { sectionOf } from "@openapi-packages/cli/command-arguments";
import { configOptions, type OptionValues } from "@openapi-packages/cli/options/option-table";
import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";
import type { Config } from "../config/config-types.ts";
import type { PackageNaming } from "../emit/package-names.ts";

/** Returns the options of the generated packages in the form of a configuration. */
export function packageOptions(values: OptionValues): Config {
  const isPackageOption = ([key]: [string, unknown]): boolean =>
    key in configOptions && key !== "description" && !key.includes(".");
  // The table of options agrees with the configuration, which check-options.ts makes sure of.
  const own = Object.fromEntries(Object.entries(values).filter(isPackageOption)) as Config;
  const client = sectionOf(values, "client");
  return Object.keys(client).length === 0 ? own : { ...own, client };
}

/**
 * Returns the scope and name of the packages, as `--scope` and `--name` give them.
 *
 * @throws {UsageError} when npm does not allow one of them
 */
export function packageNames({ scope, name }: OptionValues): PackageNaming {
  if (scope !== undefined && !/^@[a-z0-9~-][a-z0-9._~-]*$/.test(scope))
    throw new UsageError(`${JSON.stringify(scope)} is not an npm scope; one looks like @acme`);
  if (name !== undefined && !/^[a-z0-9~-][a-z0-9._~-]*$/.test(name))
    throw new UsageError(
      `${JSON.stringify(name)} is not a valid prefix of npm package names; --name acme makes acme-client`,
    );
  return { ...(scope === undefined ? {} : { scope }), ...(name === undefined ? {} : { name }) };
}

/**
 * Returns the same as {@link packageNames} for commands that need a name or scope.
 *
 * @throws {UsageError} when neither is given, or npm does not allow one of them
 */
export function requiredNames(values: OptionValues): PackageNaming {
  if (values.scope === undefined && values.name === undefined)
    throw new UsageError(
      "name the packages: --scope @acme for @acme/client, or --name acme for acme-client",
    );
  return packageNames(values);
}
