import { isObject } from "@openapi-packages/description/json/json";
import type { ApiModel } from "@openapi-packages/description/model/api-model";
import type { EmitOptions, EmittedFile, Emitter, EmitterNote } from "./emitted-file.ts";
import { isPromise, shownValue } from "@openapi-packages/description/text/shown-value";
import { EmitterError, emitterName } from "./emitter-error.ts";
import { packageOf, TakenPaths } from "./taken-paths.ts";

/** The files of a run, with the emitters that wrote them. */
export interface EmittedFiles {
  readonly files: readonly EmittedFile[];
  /** Maps the path of a file to the name of the user's emitter that wrote it. */
  readonly emitters: ReadonlyMap<string, string>;
  /** The notes of the user's emitters, in order. */
  readonly notes: readonly SaidNote[];
}

/** A note with the name of its emitter. */
export interface SaidNote {
  readonly emitter: string;
  readonly text: string;
}

/**
 * Runs the user's emitters in order, and adds their files to those of the packages. The model is
 * frozen first, so an emitter that changes it fails; so does one whose files cannot be written.
 *
 * @param own the files of the packages
 * @param packages the list of the user, including names, so that errors can tell positions
 * @throws {EmitterError} if an emitter throws, does not return files, or returns a path that is
 * outside of a folder of the output or taken
 */
export function runEmitters(
  model: ApiModel,
  options: EmitOptions,
  packages: readonly (string | Emitter)[],
  own: readonly EmittedFile[] = [],
): EmittedFiles {
  const emitters = new Map<string, string>();
  if (!packages.some((one) => typeof one === "function"))
    return { files: own, emitters, notes: [] };
  deepFreeze(model);
  const taken = new TakenPaths();
  for (const { path } of own) taken.take(path, packageOf(path));
  const files = [...own];
  const notes: SaidNote[] = [];
  for (const [index, emitter] of packages.entries()) {
    if (typeof emitter === "string") continue;
    const name = emitterName(emitter, index);
    for (const file of emittedBy(emitter, name, model, Object.freeze({ ...options }))) {
      if (file.kind === "note") {
        notes.push({ emitter: name, text: file.text });
        continue;
      }
      taken.take(file.path, name);
      emitters.set(file.path, name);
      files.push(file);
    }
  }
  return { files, emitters, notes };
}

/**
 * Wraps a function that formats or compiles modules, so that its errors name the emitter of the
 * module.
 */
export function namingEmitters<Text, Made>(
  { emitters }: EmittedFiles,
  make: (path: string, text: Text) => Promise<Made>,
): (path: string, text: Text) => Promise<Made> {
  return async (path, text) => {
    const name = emitters.get(path);
    if (name === undefined) return make(path, text);
    try {
      return await make(path, text);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new EmitterError(name, message.includes(path) ? message : `${path}: ${message}`, error);
    }
  };
}

function emittedBy(
  emitter: Emitter,
  name: string,
  model: ApiModel,
  options: EmitOptions,
): readonly (EmittedFile | EmitterNote)[] {
  let files: unknown;
  try {
    files = emitter(model, options);
  } catch (error) {
    throw new EmitterError(name, textOf(error), error);
  }
  if (!Array.isArray(files)) {
    // The rejection of an async emitter is ignored: being async is the error to report.
    if (files instanceof Promise) files.catch(() => {});
    throw new EmitterError(name, notFiles(files, emitter.name));
  }
  for (const [index, file] of files.entries()) checkFile(file, name, index);
  return files as readonly (EmittedFile | EmitterNote)[];
}

const textOf = (error: unknown): string =>
  error instanceof Error && error.message !== "" ? error.message : String(error);

/** @param name the name of the emitter's function */
function notFiles(given: unknown, name: string): string {
  if (typeof given === "function")
    return `it gives a function, so it is what makes an emitter: call it in the list, ${name || "make"}()`;
  const way = isPromise(given)
    ? ", at once: what it waits for comes before the run"
    : isIterable(given)
      ? ": write [...files] for what is no array"
      : "";
  return `it gives ${shownValue(given)}; an emitter returns an array of files${way}`;
}

const isIterable = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Symbol.iterator in value;

function checkFile(file: unknown, name: string, index: number): void {
  const { path, kind, text, structure, content, own } = (file ?? {}) as Readonly<
    Record<string, unknown>
  >;
  if (kind === "note" && typeof text === "string") return;
  const statements = (structure as { statements?: unknown } | null | undefined)?.statements;
  const isFile =
    typeof path === "string" &&
    ((kind === "text" && typeof text === "string") ||
      (kind === "package" &&
        typeof content === "object" &&
        content !== null &&
        own instanceof Set) ||
      (kind === "module" && Array.isArray(statements) && statements.every(isStatement)));
  if (!isFile) {
    const place = typeof path === "string" ? JSON.stringify(path) : `files[${index}]`;
    const message = `${place} is not a file; make files with moduleFile, codeFile, jsonFile, markdownFile or packageFiles`;
    throw new EmitterError(name, message);
  }
  const problem = pathProblem(path);
  if (problem !== undefined) throw new EmitterError(name, `${JSON.stringify(path)} ${problem}`);
}

const isStatement = (value: unknown): boolean =>
  typeof value === "string" || (isObject(value) && typeof value["kind"] === "number");

/**
 * Says why a path cannot be that of a generated file on every file system; `undefined` if it can.
 */
function pathProblem(path: string): string | undefined {
  const parts = path.split("/");
  if (parts.length < 2) return "is in no folder; its first segment names the folder of the package";
  if (parts.some((part) => /^\.*$/.test(part)) || /^[a-z]:/i.test(path))
    return "would leave its folder; a path is relative, without empty segments, . and ..";
  if (/[\u0000-\u001f\u007f\\:*?"<>|]/.test(path) || parts.some((part) => /[ .]$/.test(part)))
    return "has a character that file systems refuse; fileName makes a name for a text";
  if (parts.at(-1)?.toLowerCase() === ".openapi-packages.json")
    return "is where the generator keeps its record of the folder";
  if (parts[1]?.toLowerCase() === "dist" && parts.length > 2)
    return "is in dist, which the generator makes of src; give it another folder";
  return undefined;
}

/** Freezes plain data deeply, including circular references. */
function deepFreeze(value: object): void {
  const stack: object[] = [value];
  for (let one = stack.pop(); one !== undefined; one = stack.pop()) {
    if (Object.isFrozen(one)) continue;
    Object.freeze(one);
    for (const member of Object.values(one) as unknown[])
      if (typeof member === "object" && member !== null) stack.push(member);
  }
}
