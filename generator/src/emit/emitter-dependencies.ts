import { shownValue } from "@openapi-packages/description/text/shown-value";
import type { Emitter, PackageName } from "./emitted-file.ts";
import { EmitterError, emitterName } from "./emitter-error.ts";
import { packageNames } from "@openapi-packages/cli/options/choices";
import { checkPackages } from "@openapi-packages/cli/options/package-list";

/**
 * Adds the packages that the emitters in a list depend on.
 *
 * @param packages the list of the user; omitted: all packages are written
 * @throws {UsageError} if an entry is neither the name of a package nor a function
 * @throws {EmitterError} if the dependencies of an emitter are no list of package names
 */
export function withDependencies(
  packages: readonly (PackageName | Emitter)[] | undefined,
): readonly (PackageName | Emitter)[] | undefined {
  checkPackages(packages);
  const needed = packages?.flatMap((one, index) =>
    typeof one === "string" ? [] : dependenciesOf(one, index),
  );
  return packages && [...new Set([...packages, ...(needed ?? [])])];
}

function dependenciesOf(emitter: Emitter, index: number): readonly PackageName[] {
  const { dependencies = [] }: { dependencies?: unknown } = emitter;
  const name = emitterName(emitter, index);
  const known = packageNames.join(", ");
  if (!Array.isArray(dependencies))
    throw new EmitterError(name, `its dependencies are no list; list packages, which are ${known}`);
  return dependencies.map((one: unknown) => {
    const found = packageNames.find((own) => own === one);
    if (found !== undefined) return found;
    const message = `its dependencies have ${shownValue(one)}; the packages are ${known}`;
    throw new EmitterError(name, message);
  });
}
