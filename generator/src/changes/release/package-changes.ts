import { isApiBreak, type ApiChange } from "../../surface/api-change.ts";
import { isUndeclared, type ExplainedApiChange } from "../surface/declared-breaks.ts";
import type { Verdict } from "@openapi-packages/cli/explain/pages";
import type { Change } from "../diff/change-types.ts";
import { higherLevel, type ReleaseLevel } from "./next-version.ts";

/** The changes in a release of a package. */
export interface PackageChanges {
  readonly level: ReleaseLevel;
  /** The changes of the description that users of the package notice, breaks first. */
  readonly changes: readonly PackageChange[];
  /** Breaks of its API that no change of the description explains. */
  readonly undeclared: readonly ApiChange[];
}

/** A change of the description as users of one package see it. */
export interface PackageChange {
  readonly change: Change;
  readonly isBreaking: boolean;
}

/** Changes that only require another handler or verifier: types of the contract stay as they are. */
const wantsHandler: ReadonlySet<string> = new Set([
  "operation-added",
  "security-scheme-added",
  "webhook-added",
]);

/**
 * Returns the changes that concern the users of a package, and the level of their release: `major` if a
 * change breaks users, `minor` if they notice one, and at least what its surface requires. Users of the
 * client are callers, those of the server handlers, those of mocks callers that compile their tests, and
 * those of the contract everyone who uses its types, operations and validators.
 *
 * @param folder the folder of the package, such as `client`
 */
export function packageChanges(
  folder: string,
  changes: readonly Change[],
  api: readonly ExplainedApiChange[],
): PackageChanges {
  const concerning = changes.flatMap((change) => {
    const verdict = verdictFor(folder, change);
    return verdict === "none" ? [] : [{ change, isBreaking: verdict === "breaking" }];
  });
  const own = api.filter((change) => change.folder === folder);
  const levels = [
    ...concerning.map(({ isBreaking }) => (isBreaking ? "major" : "minor") as ReleaseLevel),
    ...own.map((change) => (isApiBreak(change) ? "major" : "minor") as ReleaseLevel),
  ];
  return {
    level: levels.reduce(higherLevel, "none"),
    changes: concerning.toSorted((one, other) => Number(other.isBreaking) - Number(one.isBreaking)),
    undeclared: own.filter(isUndeclared),
  };
}

function verdictFor(folder: string, { code, verdicts }: Change): Verdict {
  const { compile, run, handlers } = verdicts;
  switch (folder) {
    case "client":
      return worst(compile, run);
    case "server":
      return handlers;
    case "mocks":
      return compile;
    case "contract":
      return worst(compile, run, wantsHandler.has(code) ? "compatible" : handlers);
    default:
      return worst(compile, run, handlers);
  }
}

function worst(...verdicts: readonly Verdict[]): Verdict {
  const order = ["breaking", "compatible"] as const;
  return order.find((one) => verdicts.includes(one)) ?? "none";
}
