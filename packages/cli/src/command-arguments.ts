import { isUrl, standardInput } from "@openapi-packages/description/load/read/source-names";
import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";
import type { PackageNaming } from "openapi-packages/emit/package-names";
import type { LoadOptions } from "@openapi-packages/description/load/load-options";
import type { Config, Section } from "openapi-packages/config/config-types";
import type { Job } from "./jobs.ts";
import { configOptions, type OptionValues } from "./options/option-table.ts";

/** Returns the options of the generated packages in the form of a configuration. */
export function packageOptions(values: OptionValues): Config {
  const isPackageOption = ([key]: [string, unknown]): boolean =>
    key in configOptions && key !== "description" && !key.includes(".");
  // The table of options agrees with the configuration, which check-options.ts makes sure of.
  const own = Object.fromEntries(Object.entries(values).filter(isPackageOption)) as Config;
  const client = sectionOf(values, "client");
  return Object.keys(client).length === 0 ? own : { ...own, client };
}

/** Returns the options of a section of the configuration, such as `mock`, by their keys without the prefix. */
export function sectionOf<Name extends Section>(
  values: OptionValues,
  section: Name,
): NonNullable<Config[Name]> {
  const prefix = `${section}.`;
  const own = Object.entries(values)
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, value]) => [key.slice(prefix.length), value]);
  // The table of options agrees with the configuration, which check-options.ts makes sure of.
  return Object.fromEntries(own) as NonNullable<Config[Name]>;
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
    filters: sectionOf(values, "filters"),
  };
}

/**
 * Returns the scope and name of the packages, as `--scope` and `--name` give them.
 *
 * @throws {UsageError} when npm does not allow one of them
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

/**
 * Checks that `--watch` has a file to follow; it cannot follow URLs or standard input.
 *
 * @throws {UsageError} when there is no file to follow
 */
export function checkWatchable({ description, overlays = [] }: Job): void {
  if (description === standardInput)
    throw new UsageError("--watch follows files, and standard input is read once");
  if ([description, ...overlays].every(isUrl))
    throw new UsageError(
      "--watch follows files, not URLs: save the description to a file, or run the command again",
    );
}
