import { isUrl, standardInput } from "../load/read/source-names.ts";
import { UsageError } from "../usage-error.ts";
import type { PackageNaming } from "../emit/package-names.ts";
import type { LoadOptions } from "../load/load-options.ts";
import type { Config, Section } from "./config/config-types.ts";
import type { Job } from "./jobs.ts";
import { configOptions, type OptionValues } from "./options/option-table.ts";

/** The options of the generated packages, as a configuration has them. */
export function packageOptions(values: OptionValues): Config {
  const isPackageOption = ([key]: [string, unknown]): boolean =>
    key in configOptions && key !== "description" && !key.includes(".");
  // The table of options agrees with the configuration, which check-options.ts makes sure of.
  const own = Object.fromEntries(Object.entries(values).filter(isPackageOption)) as Config;
  const client = sectionOf(values, "client");
  return Object.keys(client).length === 0 ? own : { ...own, client };
}

/** The options of a section, by their keys in it. */
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

/** The options of loading the description. */
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

/**
 * Checks that there is something to follow with `--watch`: files are followed, URLs are not.
 *
 * @throws {UsageError} when there is not
 */
export function checkWatchable({ description, overlays = [] }: Job): void {
  if (description === standardInput)
    throw new UsageError("--watch follows files, and standard input is read once");
  if ([description, ...overlays].every(isUrl))
    throw new UsageError(
      "--watch follows files, not URLs: save the description to a file, or run the command again",
    );
}
