import { existsSync, readFileSync } from "node:fs";
import { handlerLayouts, handlerTemplates } from "@openapi-packages/cli/options/choices";
import { visible } from "@openapi-packages/description/text/escape";
import {
  importExtensions,
  type ImportExtension,
} from "@openapi-packages/cli/project/import-extension";
import { containedPath } from "../write/contained-path.ts";
import { ScaffoldError } from "./scaffold-error.ts";

/** The layout of new handlers: a file per operation in a folder per tag, or a file per tag. */
export type Layout = (typeof handlerLayouts)[number];

/** The form of new handlers: plain handlers, or functions that take the user's store and return a handler. */
export type Template = (typeof handlerTemplates)[number];

/** The recorded place of an operation's handler, with the names at that time. */
export interface ScaffoldedOperation {
  /** Method and path, by which an operation is recognized after its operationId changed. */
  readonly route: string;
  /** The place in `Handlers`: the tag, then the method. */
  readonly group: string;
  readonly member: string;
  /** The path relative to the folder of handlers, with `/`. */
  readonly file: string;
  /** The name of the constant. */
  readonly export: string;
  /** The types that the handler may use, in the order of `typesOf`. */
  readonly types: readonly string[];
}

/**
 * The handlers scaffolded into a folder, by operationId, so that later runs can distinguish a rename from a
 * new operation.
 */
export interface ScaffoldRecord {
  readonly layout: Layout;
  readonly template: Template;
  readonly importExtension: ImportExtension;
  /** The path of the file of verifiers, once it was created. */
  readonly security?: string | undefined;
  readonly operations: ReadonlyMap<string, ScaffoldedOperation>;
}

/** The file of the record, in the folder of handlers. It should be under version control. */
export const recordName = ".openapi-scaffold.json";

/**
 * Reads the record of a folder; `undefined` if there is none.
 *
 * @throws {ScaffoldError} if the file was not written by {@link recordText}
 * @throws {WriteError} if the file is a symbolic link
 */
export function readRecord(out: string): ScaffoldRecord | undefined {
  const path = containedPath(out, recordName);
  if (!existsSync(path)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new ScaffoldError([`${recordName} is not JSON: ${(error as Error).message}`]);
  }
  if (!isRecord(value))
    throw new ScaffoldError([
      `${recordName} does not say what was scaffolded; take it from version control again, or delete it`,
    ]);
  return { ...value, operations: new Map(Object.entries(value.operations)) };
}

/** Returns a record as text, one line per operation in sorted order, so that git can merge it. */
export function recordText({ operations, ...rest }: ScaffoldRecord): string {
  const lines = [...operations]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, operation]) => visible(`    ${JSON.stringify(id)}: ${JSON.stringify(operation)}`));
  const head = Object.entries(rest).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [
          visible(`  ${JSON.stringify(key)}: ${JSON.stringify(value)},
`),
        ],
  );
  return `{\n${head.join("")}  "operations": {\n${lines.join(",\n")}\n  }\n}\n`;
}

/** True if two records are equal, whatever their formatting on disk. */
export function isSameRecord(a: ScaffoldRecord | undefined, b: ScaffoldRecord): boolean {
  return a !== undefined && recordText(a) === recordText(b);
}

type StoredRecord = Omit<ScaffoldRecord, "operations"> & {
  readonly operations: Readonly<Record<string, ScaffoldedOperation>>;
};

function isRecord(value: unknown): value is StoredRecord {
  const stored = (value ?? {}) as Partial<StoredRecord>;
  const { layout, template, importExtension, security, operations } = stored;
  return (
    handlerLayouts.some((one) => one === layout) &&
    handlerTemplates.some((one) => one === template) &&
    importExtensions.some((one) => one === importExtension) &&
    (security === undefined || (typeof security === "string" && isWithin(security))) &&
    typeof operations === "object" &&
    operations !== null &&
    Object.values(operations).every(isOperation)
  );
}

function isOperation(value: unknown): value is ScaffoldedOperation {
  const operation = (value ?? {}) as Partial<ScaffoldedOperation>;
  const { route, group, member, file, export: name, types } = operation;
  return (
    [route, group, member, file, name].every((text) => typeof text === "string") &&
    isWithin(file ?? "") &&
    Array.isArray(types) &&
    types.every((text) => typeof text === "string")
  );
}

/** True if a path stays in the folder it is relative to. */
function isWithin(path: string): boolean {
  return (
    path.endsWith(".ts") &&
    !/[\\:\0]/.test(path) &&
    !path.split("/").some((part) => /^\.*$/.test(part))
  );
}
