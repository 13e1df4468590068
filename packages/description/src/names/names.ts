import { createHash } from "node:crypto";

/**
 * This module alone turns words of a description into identifiers and file names. An identifier
 * consists of ECMAScript's `ID_Start` and `ID_Continue` characters (ECMA-262, section 12.7).
 */

const reservedWords = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for function if implements import in instanceof interface let new null package private protected " +
    "public return static super switch this throw true try typeof undefined var void while with yield"
  ).split(" "),
);

/**
 * Members that every object inherits, and `then`, for which `await` looks: a missing handler of
 * such a name would seem to exist.
 */
const inheritedMembers = new Set([...Object.getOwnPropertyNames(Object.prototype), "then"]);

/** Names that the contract exports besides the rows of its operation table. */
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

/** Global types that generated files use; a schema of the same name would shadow them. */
const globalTypes = new Set(["AsyncIterable", "Blob", "Record", "WithRequired"]);

/** Device names of Windows, which are reserved with any extension. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * The limit in bytes. File systems allow 255, including extensions and the suffixes of temporary
 * files.
 */
const longestFileName = 150;

/**
 * Splits a text at underscores and at characters that an identifier cannot contain, and drops invisible
 * ones. Composed and decomposed letters count as the same, as in file systems. An underscore between
 * digits stays, so that `v1_2` and `v12` differ. Words of a text in capitals are in lower case:
 * `LIST_PETS` is `list`, `pets`.
 */
function words(text: string): string[] {
  const found = text
    .normalize("NFC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .split(/[^\p{ID_Continue}]+|(?<!\d)_+|_+(?!\d)/u)
    .filter((word) => word !== "");
  return found.length > 1 && !/\p{Ll}/u.test(text)
    ? found.map((word) => word.toLowerCase())
    : found;
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/**
 * Converts the start of a word to lower case: its first letter, or its abbreviation, as in `APIKeys` →
 * `apiKeys`, `VPCs` → `vpcs`.
 */
function uncapitalize(word: string): string {
  const abbreviation = /^(?:[\p{Lu}\d]+s?$|\p{Lu}{2,}s(?=\p{Lu})|\p{Lu}+(?=\p{Lu}\p{Ll}))/u;
  const start = abbreviation.exec(word)?.[0] ?? word.charAt(0);
  return start.toLowerCase() + word.slice(start.length);
}

/** Joins words in camel case. */
function camelCase(text: string): string {
  const [first = "", ...rest] = words(text);
  return startable([uncapitalize(first), ...rest.map(capitalize)].join(""));
}

function startable(identifier: string): string {
  return /^\p{ID_Start}/u.test(identifier) ? identifier : `_${identifier}`;
}

/** The names of recent texts, because most are needed again wherever the type is used. */
const typeNames = new Map<string, string>();

const mostTypeNames = 20_000;

/**
 * Converts text to a type name: `list-pets` → `ListPets`, `assistant_id` → `AssistantId`, `APIKey` →
 * `APIKey`. Capitals within a word stay.
 */
export function typeName(text: string): string {
  const known = typeNames.get(text);
  if (known !== undefined) return known;
  const name = startable(words(text).map(capitalize).join(""));
  if (typeNames.size >= mostTypeNames) typeNames.clear();
  typeNames.set(text, name);
  return name;
}

/**
 * Like {@link typeName}, for a schema; the name of a type that generated files need gets a trailing
 * underscore.
 */
export function schemaTypeName(text: string): string {
  const name = typeName(text);
  return globalTypes.has(name) ? `${name}_` : name;
}

/**
 * Converts text to a method name: `CreateAssistantRun` → `createAssistantRun`, `droplets_list` →
 * `dropletsList`. The name of an inherited member, such as `constructor`, gets a trailing underscore.
 */
export function methodName(text: string): string {
  const name = camelCase(text);
  return inheritedMembers.has(name) ? `${name}_` : name;
}

/**
 * Like {@link methodName}, for a variable of the contract; a reserved or taken name gets a trailing
 * underscore.
 */
export function variableName(text: string): string {
  const name = methodName(text);
  return reservedWords.has(name) || contractNames.has(name) ? `${name}_` : name;
}

/** Like {@link methodName}, for a local variable; a reserved word gets a trailing underscore. */
export function localName(text: string): string {
  const name = methodName(text);
  return reservedWords.has(name) ? `${name}_` : name;
}

/** Converts a tag to a property name: `Assistant runs` → `assistantRuns`, `API keys` → `apiKeys`. */
export function groupName(tag: string): string {
  return camelCase(tag);
}

/** True for a text that can be a member of an object as it is, and that no object inherits. */
export const isMemberName = (text: string): boolean =>
  /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(text) && !inheritedMembers.has(text);

/**
 * Returns the words with which several names begin, without those that are a whole name: `oneClicks` for
 * `oneClicks_list` and `oneClicks_install`.
 */
export function commonStart(names: readonly string[]): string {
  const [first = [], ...others] = names.map(wordsWithin);
  const end = first.findIndex(
    (word, index) =>
      index === first.length - 1 ||
      others.some((other) => other[index] !== word || index === other.length - 1),
  );
  return others.length === 0 ? "" : first.slice(0, Math.max(end, 0)).join(" ");
}

/** Splits a text into words at capitals too: `reservedIPActions` is `reserved`, `IP`, `Actions`. */
export function wordsWithin(text: string): string[] {
  const plural = /(?<![\p{Lu}])(\p{Lu}{2,}s)(?![\p{Ll}])/gu;
  const parts = text
    .replace(plural, " $1 ")
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})(?!\b)/gu, "$1 $2");
  return words(parts);
}

/**
 * Converts text to a file name: `Assistant runs` → `assistant-runs`. It is in lower case, so that
 * no file system confuses two names. Names that are too long end with a hash; device names of
 * Windows get an underscore.
 */
export function fileName(text: string): string {
  const name = wordsWithin(text).join("-").toLowerCase();
  if (name === "" || devices.test(name)) return `${name}_`;
  if (Buffer.byteLength(name) <= longestFileName) return name;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 12);
  return `${[...name].slice(0, longestFileName / 5).join("")}-${hash}`;
}

/**
 * Names an operation without operationId by its method and path, with `By` before each parameter.
 * So `/pets/{tag}` and `/pets/tag` differ, and `/pets` and `/pets/` too.
 */
export function operationNameFromPath(method: string, path: string): string {
  const readable = path.replace(/\{/g, " by ").replace(/(?<=.)\/$/, " slash");
  return [method.toLowerCase(), ...words(readable)].map(capitalize).join("");
}

/** Names a webhook without operationId: its name, and its method if it has several. */
export function webhookOperationName(name: string, method: string): string {
  return [...words(name), "webhook", method.toLowerCase()].map(capitalize).join("");
}

/** Names a callback without operationId: the operation that announces it, and its name. */
export function callbackOperationName(operation: string, name: string, suffix: string): string {
  const parts = [...words(operation), ...words(name), "callback", suffix.toLowerCase()];
  return parts.map(capitalize).join("");
}

/**
 * Returns the name of an operation's type, such as `ListPetsInput`. If a schema already has that
 * name, it becomes `ListPetsOperationInput`, with a number from 2 if that is taken too.
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
