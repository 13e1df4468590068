import { existsSync, readFileSync } from "node:fs";
import { visible } from "../escape.ts";
import { importExtensions, type ImportExtension } from "../import-extension.ts";
import { containedPath } from "../write/contained-path.ts";
import { ScaffoldError } from "./scaffold-error.ts";

/** The layout of new handlers: a file per operation in a folder per tag, or a file per tag. */
export const layouts = ["operation", "tag"] as const;
export type Layout = (typeof layouts)[number];

/** The form of new handlers: handlers, or functions from a store of the user's to a handler. */
export const templates = ["plain", "store"] as const;
export type Template = (typeof templates)[number];

/** The place of the handler of an operation, under the names of that time. */
export interface ScaffoldedOperation {
  /** Method and path: with another operationId it is the same operation still. */
  readonly route: string;
  /** Its place in `Handlers`: the tag, and the method. */
  readonly group: string;
  readonly member: string;
  /** Relative to the folder of handlers, with `/`. */
  readonly file: string;
  /** The name of the constant. */
  readonly export: string;
  /** The types of its handler, its input and its result. */
  readonly types: readonly string[];
}

/** The handlers that were scaffolded into a folder: by operationId, so that later runs know a rename from a new operation. */
export interface ScaffoldRecord {
  readonly layout: Layout;
  readonly template: Template;
  readonly importExtension: ImportExtension;
  /** The file of verifiers, once it was made. */
  readonly security?: string | undefined;
  readonly operations: ReadonlyMap<string, ScaffoldedOperation>;
}

/** The file of the record, in the folder of handlers. It belongs into version control. */
export const recordName = ".openapi-scaffold.json";

/**
 * The record of a folder; `undefined` where there is none.
 *
 * @throws {ScaffoldError} when the file is not one that {@link recordText} makes
 * @throws {WriteError} when it is a symbolic link
 */
export function readRecord(out: string): ScaffoldRecord | undefined {
  const path = containedPath(out, recordName);
  if (!existsSync(path)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new ScaffoldError([`${recordName} is no JSON: ${(error as Error).message}`]);
  }
  if (!isRecord(value))
    throw new ScaffoldError([
      `${recordName} does not say what was scaffolded; take it from version control again, or delete it`,
    ]);
  return { ...value, operations: new Map(Object.entries(value.operations)) };
}

/** A record as text: a line per operation, sorted, so that versions of it can be merged. */
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

/** True if two records say the same, however they are laid out. */
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
    layouts.some((one) => one === layout) &&
    templates.some((one) => one === template) &&
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
