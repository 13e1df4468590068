import { nearestName } from "@openapi-packages/description/names/nearest-name";
import { isModule, isPromise, shownValue } from "@openapi-packages/description/text/shown-value";
import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";
import { packageNames, type layouts } from "./choices.ts";

const known = `${packageNames.slice(0, -1).join(", ")} or ${packageNames.at(-1)}`;

/**
 * Says why a value cannot be in the list of packages, as a predicate with advice: `is a promise:
 * …`. Returns `undefined` if it can. Whether a function is an emitter only shows when it runs.
 */
export function packageProblem(value: unknown): string | undefined {
  if (typeof value === "function") return undefined;
  if (typeof value === "string") return nameProblem(value);
  if (value === undefined)
    return "is undefined: check for a misspelled import, or a function without return";
  if (value === null || typeof value === "boolean")
    return `is ${value}: to add an emitter on a condition, write ...(condition ? [emitter] : [])`;
  if (isPromise(value)) return "is a promise: write await before it";
  if (Array.isArray(value)) return "is a list: write three dots before it to add its items";
  if (isModule(value))
    return `is a module: import the emitter by its name, import { ${exportOf(value)} }, not import * as`;
  return `is ${shownValue(value)}: an emitter is a function from the model to files`;
}

/**
 * Checks the list of packages of a run.
 *
 * @param packages the list of the user; omitted: all packages are written
 * @throws {UsageError} if an entry is neither the name of a package nor a function, with its
 * position
 */
export function checkPackages(packages: unknown): void {
  if (packages === undefined) return;
  if (!Array.isArray(packages)) throw new UsageError(`packages ${listProblem(packages)}`);
  const problems = Array.from(packages, packageProblem).flatMap((problem, index) =>
    problem === undefined ? [] : [`packages[${index}] ${problem}`],
  );
  if (problems.length > 0) throw new UsageError(problems.join("\n"));
}

/**
 * The layout of packages if no option names one. One module for an application that calls by path is a
 * file of its sources.
 */
export const defaultLayout = (packages: readonly unknown[] = []): (typeof layouts)[number] =>
  packages.length > 0 && packages.every((one) => one === "paths") ? "folder" : "packages";

/** Says why a value is not a list of packages, as a predicate. */
export function listProblem(packages: unknown): string {
  return `is a list of ${known}, and of emitters, not ${shownValue(packages)}: write [ ] around it`;
}

function nameProblem(name: string): string | undefined {
  if (packageNames.some((one) => one === name)) return undefined;
  const nearest = nearestName(name, packageNames);
  const hint =
    nearest === undefined
      ? "an emitter is imported in a configuration in TypeScript or JavaScript, and listed without quotes"
      : `did you mean ${nearest}?`;
  return `is ${known}, not ${shownValue(name)}; ${hint}`;
}

/** Returns the name under which a module exports a function. */
function exportOf(module: object): string {
  const [name = "emitter"] = Object.entries(module).flatMap(([key, one]: [string, unknown]) =>
    typeof one === "function" && key !== "default" ? [key] : [],
  );
  return name;
}
