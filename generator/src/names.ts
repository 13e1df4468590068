/**
 * The one place where words of a description become identifiers and file names. What an identifier
 * may hold is ECMAScript's `ID_Start` and `ID_Continue` (ECMA-262, section 12.7).
 */

const reservedWords = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for function if implements import in instanceof interface let new null package private protected " +
    "public return static super switch this throw true try typeof undefined var void while with yield"
  ).split(" "),
);

/** Members that every object has, or that `await` looks for: a handler that is not there would seem to be. */
const inheritedMembers = new Set([...Object.getOwnPropertyNames(Object.prototype), "then"]);

/** What the contract exports beside the rows of its operation table. */
const contractNames = new Set([
  "api",
  "components",
  "operationTable",
  "operations",
  "paths",
  "webhooks",
]);

/** Types of TypeScript that generated files use; a schema of that name would stand before them. */
const globalTypes = new Set(["AsyncIterable", "Blob", "Record", "WithRequired"]);

/** Splits a text at everything that an identifier cannot hold. */
function words(text: string): string[] {
  return text.split(/[^\p{ID_Continue}]+/u).filter((word) => word !== "");
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function startable(identifier: string): string {
  return /^\p{ID_Start}/u.test(identifier) ? identifier : `_${identifier}`;
}

/** `list-pets` → `ListPets`, `assistant_id` → `Assistant_id`; the words stay as they are but for their first letters. */
export function typeName(text: string): string {
  return startable(words(text).map(capitalize).join(""));
}

/** As {@link typeName}, for a schema: a type that generated files need gets a trailing underscore. */
export function schemaTypeName(text: string): string {
  const name = typeName(text);
  return globalTypes.has(name) ? `${name}_` : name;
}

/**
 * `CreateAssistantRun` → `createAssistantRun`; only the first letter's case changes. What an object
 * inherits, such as `constructor`, gets a trailing underscore.
 */
export function methodName(text: string): string {
  const type = typeName(text);
  const name = type.charAt(0).toLowerCase() + type.slice(1);
  return inheritedMembers.has(name) ? `${name}_` : name;
}

/** As {@link methodName}, for a variable of the contract: a word that is taken gets a trailing underscore. */
export function variableName(text: string): string {
  const name = methodName(text);
  return reservedWords.has(name) || contractNames.has(name) ? `${name}_` : name;
}

/** `Assistant runs` → `assistantRuns`, `API keys` → `apiKeys`: a first word in capitals is an abbreviation. */
export function groupName(tag: string): string {
  const [first = "", ...rest] = words(tag);
  const start = /^\p{Lu}+$/u.test(first)
    ? first.toLowerCase()
    : first.charAt(0).toLowerCase() + first.slice(1);
  return startable([start, ...rest.map(capitalize)].join(""));
}

/** `Assistant runs` → `assistant-runs`: lower case, so that no file system sees two names as one. */
export function fileName(text: string): string {
  const name = words(text.replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2"))
    .join("-")
    .toLowerCase();
  return name === "" ? "_" : name;
}

/** The words of an operation that has no operationId: its method and the parts of its path. */
export function operationNameFromPath(method: string, path: string): string {
  return [method.toLowerCase(), ...words(path)].map(capitalize).join("");
}
