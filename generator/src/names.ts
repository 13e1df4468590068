import { createHash } from "node:crypto";

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

/** Names that the contract exports beside the rows of its operation table. */
const contractNames = new Set([
  "api",
  "operationTable",
  "operations",
  "ops",
  "paths",
  "sensitive",
  "serverUrl",
  "webhooks",
]);

/** Types of TypeScript that generated files use; a schema of that name would stand before them. */
const globalTypes = new Set(["AsyncIterable", "Blob", "Record", "WithRequired"]);

/** Names that Windows has for devices, whatever stands behind a dot. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/** Bytes. File systems take 255, extensions and those of temporary files included. */
const longestFileName = 150;

/**
 * Splits a text at everything that an identifier cannot hold; invisible characters are left out.
 * Letters that are composed in two ways are one letter, as file systems may have it.
 */
function words(text: string): string[] {
  return text
    .normalize("NFC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .split(/[^\p{ID_Continue}]+/u)
    .filter((word) => word !== "");
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function startable(identifier: string): string {
  return /^\p{ID_Start}/u.test(identifier) ? identifier : `_${identifier}`;
}

/** Those of the texts asked for last: most are asked for wherever something is used. */
const typeNames = new Map<string, string>();

const mostTypeNames = 20_000;

/** `list-pets` → `ListPets`, `assistant_id` → `Assistant_id`; the words stay as they are but for their first letters. */
export function typeName(text: string): string {
  const known = typeNames.get(text);
  if (known !== undefined) return known;
  const name = startable(words(text).map(capitalize).join(""));
  if (typeNames.size >= mostTypeNames) typeNames.clear();
  typeNames.set(text, name);
  return name;
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

/** As {@link methodName}, for a variable within a function: a reserved word gets a trailing underscore. */
export function localName(text: string): string {
  const name = methodName(text);
  return reservedWords.has(name) ? `${name}_` : name;
}

/** `Assistant runs` → `assistantRuns`, `API keys` → `apiKeys`: a first word in capitals is an abbreviation. */
export function groupName(tag: string): string {
  const [first = "", ...rest] = words(tag);
  const start = /^\p{Lu}+$/u.test(first)
    ? first.toLowerCase()
    : first.charAt(0).toLowerCase() + first.slice(1);
  return startable([start, ...rest.map(capitalize)].join(""));
}

/**
 * `Assistant runs` → `assistant-runs`: lower case, so that no file system sees two names as one. What
 * is too long for a file system ends with a hash of the whole; devices of Windows get an underscore.
 */
export function fileName(text: string): string {
  const name = words(text.replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2"))
    .join("-")
    .toLowerCase();
  if (name === "" || devices.test(name)) return `${name}_`;
  if (Buffer.byteLength(name) <= longestFileName) return name;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 12);
  return `${[...name].slice(0, longestFileName / 5).join("")}-${hash}`;
}

/**
 * The words of an operation that has no operationId: its method and the parts of its path, `By`
 * before a parameter, so that `/pets/{tag}` and `/pets/tag` differ, as do `/pets` and `/pets/`.
 */
export function operationNameFromPath(method: string, path: string): string {
  const readable = path.replace(/\{/g, " by ").replace(/(?<=.)\/$/, " slash");
  return [method.toLowerCase(), ...words(readable)].map(capitalize).join("");
}

/** The words of a webhook that has no operationId: its name, and its method where it has several. */
export function webhookOperationName(name: string, method: string): string {
  return [...words(name), "webhook", method.toLowerCase()].map(capitalize).join("");
}

/** The words of a callback that has no operationId: the operation that announces it, and its name. */
export function callbackOperationName(operation: string, name: string, suffix: string): string {
  const parts = [...words(operation), ...words(name), "callback", suffix.toLowerCase()];
  return parts.map(capitalize).join("");
}

/**
 * The name of an operation's own type, such as `ListPetsInput`. A description may have a schema of that name, which
 * keeps it: then `ListPetsOperationInput`, or with the least number from 2 that is free.
 */
export function operationTypeName(
  schemaTypes: ReadonlySet<string>,
  operation: string,
  suffix: string,
): string {
  const name = typeName(operation);
  if (!schemaTypes.has(name + suffix)) return name + suffix;
  const other = `${name}Operation${suffix}`;
  let free = other;
  for (let number = 2; schemaTypes.has(free); number += 1) free = `${other}${number}`;
  return free;
}
