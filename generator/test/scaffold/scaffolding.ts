import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ts } from "ts-morph";
import {
  scaffold,
  type ScaffoldOptions,
  type ScaffoldResult,
} from "../../src/scaffold/scaffold.ts";
import { methodName, typeName, groupName } from "../../../packages/description/src/names/names.ts";
import { readTree, temporaryFolder, writeTree } from "../support.ts";

/** An operation of a description for tests of scaffolding. */
export interface TestOperation {
  readonly id: string;
  readonly tag: string;
  readonly route: string;
  /** `x-renamed-from`. */
  readonly from?: string;
}

/** Security schemes by name, each of which suffices for every operation. */
export type TestSchemes = Readonly<Record<string, object>>;

/** A description with some operations. */
export function describeOperations(
  operations: readonly TestOperation[],
  securitySchemes: TestSchemes = {},
): string {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { id, tag, route, from } of operations) {
    const [method = "", path = ""] = route.toLowerCase().split(" ");
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: "path",
      required: true,
      schema: { type: "string" },
    }));
    const responses = { 204: { description: "Done." } };
    const operation = { operationId: id, tags: [tag], parameters, responses };
    paths[path] = {
      ...paths[path],
      [method]: from === undefined ? operation : { ...operation, "x-renamed-from": from },
    };
  }
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Test", version: "1" },
    security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
    paths,
    components: { securitySchemes },
  });
}

/** A folder of handlers, and runs over it. */
export interface HandlerProject {
  readonly out: string;
  readonly files: () => Record<string, string>;
  readonly write: (files: Readonly<Record<string, string>>) => void;
  readonly run: (
    operations: readonly TestOperation[],
    more?: Partial<ScaffoldOptions>,
    schemes?: TestSchemes,
  ) => Promise<ScaffoldResult>;
}

/** An empty folder of handlers, in a project whose compiler wants imports that end with `.js`. */
export function handlerProject(root = temporaryFolder()): HandlerProject {
  const out = join(root, "handlers");
  writeFileSync(join(root, "tsconfig.json"), '{ "compilerOptions": { "module": "nodenext" } }');
  return {
    out,
    files: () => readTree(out),
    write: (files) => writeTree(out, files),
    run: (operations, more = {}, schemes = {}) => {
      const spec = join(root, "openapi.json");
      writeFileSync(spec, describeOperations(operations, schemes));
      return scaffold({ spec, out, scope: "@case", operations: [], tags: [], ...more });
    },
  };
}

/** The names that a run would touch, without the record. */
export const touched = ({ created, edited }: ScaffoldResult): string[] =>
  [...created, ...edited.map(({ path }) => path)].filter((path) => path.endsWith(".ts"));

/**
 * What a compiler says of handlers: against a server with these operations, of which it knows the
 * names alone.
 */
export function typeFaults(
  files: Readonly<Record<string, string>>,
  operations: readonly TestOperation[],
  schemes: readonly string[] = [],
): string[] {
  const texts = new Map<string, string>([
    ["/globals.d.ts", globals],
    ["/server.d.ts", serverTypes(operations) + securityTypes(schemes)],
    ...Object.entries(files)
      .filter(([path]) => path.endsWith(".ts"))
      .map(([path, text]) => [`/handlers/${path}`, text] as const),
  ]);
  const options: ts.CompilerOptions = {
    noLib: true,
    noEmit: true,
    strict: true,
    types: [],
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
  };
  const host: ts.CompilerHost = {
    getSourceFile: (path, target) => {
      const text = texts.get(path);
      return text === undefined ? undefined : ts.createSourceFile(path, text, target, true);
    },
    fileExists: (path) => texts.has(path),
    readFile: (path) => texts.get(path),
    getDefaultLibFileName: () => "/globals.d.ts",
    getCurrentDirectory: () => "/",
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
    writeFile: () => undefined,
    resolveModuleNameLiterals: (literals, from) =>
      literals.map(({ text }) => {
        const path =
          text === "@case/server" ? "/server.d.ts" : join(from, "..", text).replace(/\.js$/, ".ts");
        const isFound = texts.has(path);
        const extension = path.endsWith(".d.ts") ? ts.Extension.Dts : ts.Extension.Ts;
        return {
          resolvedModule: isFound ? { resolvedFileName: path, extension } : undefined,
        };
      }),
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) =>
        `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
    );
}

const globals = `
interface Array<T> { length: number; [index: number]: T }
interface Boolean {} interface CallableFunction {} interface Function {} interface IArguments {}
interface NewableFunction {} interface Number {} interface Object {} interface RegExp {}
interface String {} interface Date {} declare var Date: { new (): Date };
interface PromiseLike<T> { then(done: (value: T) => void): void }
interface Promise<T> extends PromiseLike<T> {} declare var Promise: { new <T>(): Promise<T> };
interface Symbol {} type Partial<T> = { [K in keyof T]?: T[K] };
`;

function serverTypes(operations: readonly TestOperation[]): string {
  const types = operations.map(
    ({ id }) =>
      `export type ${typeName(id)}Handler = (input: { id: string }, context: { operation: { operationId: string } }) => Promise<unknown>;
export type ${typeName(id)}Answer = unknown;`,
  );
  const groups = [...Map.groupBy(operations, ({ tag }) => groupName(tag))].map(([group, own]) => {
    const members = own.map(({ id }) => `${methodName(id)}: ${typeName(id)}Handler;`);
    return `${group}: { ${members.join(" ")} };`;
  });
  return `
export declare class NotImplementedError { constructor(operationId: string); }
export interface Handlers { ${groups.join(" ")} }
export declare function partial(handlers: { [Group in keyof Handlers]?: Partial<Handlers[Group]> }): Handlers;
${types.join("\n")}
`;
}

function securityTypes(schemes: readonly string[]): string {
  if (schemes.length === 0) return "";
  const members = schemes.map(
    (name) => `${JSON.stringify(name)}: (credential: { token: string }) => unknown;`,
  );
  return `export interface SecurityVerifiers { ${members.join(" ")} }\n`;
}

/** The text of a file of the project's folder. */
export const textOf = ({ out }: HandlerProject, path: string): string =>
  readFileSync(join(out, path), "utf8");
