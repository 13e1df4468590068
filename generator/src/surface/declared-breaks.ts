import type { Change, TouchedNames } from "../diff/change-types.ts";
import { isApiBreak, type ApiChange } from "./api-change.ts";

/** A change of the surface, with what the description says of it. */
export interface ExplainedApiChange extends ApiChange {
  /**
   * The kinds of the changes of the description that touch the name and break whoever this change breaks. A break
   * without any is undeclared: the generator or its options made it, or nobody knows of it.
   */
  readonly declaredBy: readonly string[];
}

/** True for a break that no change of the description explains. */
export const isUndeclared = (change: ExplainedApiChange): boolean =>
  isApiBreak(change) && change.declaredBy.length === 0;

/** Finds, for changes of the surface, the changes of the description that declare them. */
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

/** Names that are made of the whole description, so that any change may change them. */
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
  // Entries that are there where anything needs them.
  "codecs",
  "error-bodies",
  "errors",
  "guards",
  "received",
  "schema",
  "schema-validators",
]);

/** Names that a change touches: types, operations, methods, and groups and modules of operations. */
function namesOf({ types, methods, mocks, modules }: TouchedNames): ReadonlySet<string> {
  const parts = [...methods.flatMap((one) => one.split(".")), ...modules.flatMap(lastPart)];
  return new Set([...types, ...mocks, ...parts].map(bare));
}

/** The last part of a path: `pets` of `client/pets`. */
const lastPart = (path: string): string[] => path.split("/").slice(1).slice(-1);

/** What generated names have before and after the name of an operation, a schema or a group. */
const affixes =
  /^(?:Open|is|Resolved|Written)(?=[A-Z])|(?:Handlers?|Answer|Input|Result|Validators?|Serializers|Codecs|Client|Routes|Mocks|Item|\$Defaults)$/;

/** A generated name, and those that it may be made of: `OpenGetPetResult`, `GetPetResult`, `GetPet`. */
function generatedFrom(name: string): string[] {
  const shorter = name.replace(affixes, "");
  return shorter === name || shorter === ""
    ? [bare(name)]
    : [bare(name), ...generatedFrom(shorter)];
}

/** Names differ between types and values in the first letter, and between modules and properties in dashes. */
const bare = (name: string): string => name.replaceAll("-", "").toLowerCase();
