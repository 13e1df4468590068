import type { Change, TouchedNames } from "../diff/change-types.ts";
import { isApiBreak, type ApiChange } from "../../surface/api-change.ts";

/** A change of the generated API, with the changes of the description that explain it. */
export interface ExplainedApiChange extends ApiChange {
  /**
   * The codes of the breaking changes of the description that touch the name. A break without
   * any has another cause, such as the generator or its options.
   */
  readonly declaredBy: readonly string[];
}

/** Returns true for a break that no change of the description explains. */
export const isUndeclared = (change: ExplainedApiChange): boolean =>
  isApiBreak(change) && change.declaredBy.length === 0;

/** Finds the changes of the description that explain changes of the generated API. */
export function explainedChanges(
  api: readonly ApiChange[],
  changes: readonly Change[],
): ExplainedApiChange[] {
  const named = changes
    .filter(({ verdicts }) => Object.values(verdicts).includes("breaking"))
    .map(({ code, verdicts: { compile, handlers }, touches }) => {
      const isOfNames = compile === "breaking" || handlers === "breaking";
      return { code, names: isOfNames ? namesOf(touches) : new Set<string>() };
    });
  return api.map((change) => {
    const own = [change.name, ...change.member, ...change.entries.flatMap(lastPart)];
    const keys = own.flatMap((name) => (name === undefined ? [] : generatedFrom(name)));
    const isOfAll =
      namesOfAll.has(change.name ?? "") ||
      (change.entries.length > 0 &&
        change.entries.flatMap(lastPart).every((entry) => namesOfAll.has(entry)));
    const codes = named.filter(({ names }) => isOfAll || keys.some((key) => names.has(key)));
    return { ...change, declaredBy: [...new Set(codes.map(({ code }) => code))] };
  });
}

/** Names that depend on the whole description, so that any change may affect them. */
const namesOfAll: ReadonlySet<string> = new Set([
  "ApiMockTypes",
  "ClientOptions",
  "CommonError",
  "ErrorBody",
  "SecurityScheme",
  "SecurityVerifiers",
  "ServerApi",
  "ServerVariables",
  "createMock",
  "paths",
  // Entries that only exist if something needs them.
  "codecs",
  "error-bodies",
  "errors",
  "guards",
  "received",
  "schema",
  "schema-validators",
]);

/** Returns the names that a change touches: types, operations, methods, groups and modules. */
function namesOf({ types, methods, mocks, modules }: TouchedNames): ReadonlySet<string> {
  const parts = [...methods.flatMap((one) => one.split(".")), ...modules.flatMap(lastPart)];
  return new Set([...types, ...mocks, ...parts].map(bare));
}

/** Returns the last part of a path: `pets` for `client/pets`. */
const lastPart = (path: string): string[] => path.split("/").slice(1).slice(-1);

/**
 * The prefixes and suffixes that generated names add to the name of an operation, a schema or a
 * group.
 */
const affixes =
  /^(?:is|Resolved|Written)(?=[A-Z])|(?:Handlers?|Answer|Input|Result|Validators?|Serializers|Codecs|Client|Routes|Mocks|Item|\$Defaults)$/;

/**
 * Returns a generated name and the names it may be made from: `GetPetResult`,
 * `GetPet`.
 */
function generatedFrom(name: string): string[] {
  const shorter = name.replace(affixes, "");
  return shorter === name || shorter === ""
    ? [bare(name)]
    : [bare(name), ...generatedFrom(shorter)];
}

/**
 * Normalizes a name: types and values differ in the first letter, modules and properties in dashes.
 */
const bare = (name: string): string => name.replaceAll("-", "").toLowerCase();
