import { commentBlock, documentation } from "../emit/documentation.ts";
import type { OperationGroup, Operation } from "@openapi-packages/description/model/api-model";
import { fileName } from "@openapi-packages/description/names/names";
import type { Selected } from "./match-operations.ts";
import {
  withExtension,
  type ImportExtension,
} from "@openapi-packages/cli/project/import-extension";
import { generatedModule, type GeneratedModules } from "./generated-module.ts";
import type { Layout, Template } from "./record.ts";

/** How handlers are written into a folder. */
export interface HandlerStyle extends GeneratedModules {
  readonly layout: Layout;
  readonly template: Template;
}

/** The names that the text of a handler uses. */
export interface HandlerNames {
  readonly variable: string;
  readonly handlerType: string;
  /** The return type. It is declared, so that members missing in the description do not compile. */
  readonly answerType: string;
  readonly notImplemented: string;
  readonly storeType: string;
}

/** Returns the default path of a handler's file. */
export function handlerPath({ group, operation }: Selected, layout: Layout): string {
  if (layout === "tag") return `${group.fileName}.ts`;
  return `${group.fileName}/${fileName(operation.methodName)}.ts`;
}

/** Returns the path of the file that declares the store, avoiding that of a tag. */
export function storePath(groups: readonly OperationGroup[], { layout }: HandlerStyle): string {
  const isTaken = layout === "tag" && groups.some((group) => group.fileName === "store");
  return isTaken ? "handler-store.ts" : "store.ts";
}

/** Returns the specifier by which a file imports another one in the folder. */
export function relativeImport(from: string, to: string, extension: ImportExtension): string {
  const up = "../".repeat(from.split("/").length - 1);
  return withExtension(`${up === "" ? "./" : up}${to}`, extension);
}

/** Returns a handler as a statement, roughly in Prettier's style. */
export function handlerStatement(
  operation: Operation,
  names: HandlerNames,
  template: Template,
  body: string | undefined,
): string {
  const { variable, handlerType, storeType } = names;
  const [doc] = documentation(operation.summary, `\`${operation.method} ${operation.path}\``);
  const comment = commentBlock(doc?.description.trimStart() ?? "");
  const handler = body ?? stub(names);
  return template === "store"
    ? `${comment}export const ${variable} = (_store: ${storeType}): ${handlerType} => ${handler};\n`
    : `${comment}export const ${variable}: ${handlerType} = ${handler};\n`;
}

/** Returns a handler that is not written yet, which answers 501. */
export function stub({
  notImplemented,
  answerType,
}: Pick<HandlerNames, "notImplemented"> & { readonly answerType: string | undefined }): string {
  const returnType = answerType === undefined ? "" : `: Promise<${answerType}>`;
  return `async (_input, { operation })${returnType} => {\nthrow new ${notImplemented}(operation.operationId);\n}`;
}

/** Returns a new file of handlers. */
export function handlerFile(
  path: string,
  handlers: readonly { readonly operation: Operation; readonly body: string | undefined }[],
  style: HandlerStyle,
  store: string,
): string {
  const { template, importExtension } = style;
  const server = generatedModule(style, "server", path);
  const values = handlers.every(({ body }) => body !== undefined) ? [] : ["NotImplementedError"];
  const types = handlers.flatMap(({ operation, body }) =>
    handlerTypes(operation, body).map((name) => `type ${name}`),
  );
  const isTypes = values.length === 0;
  const names = [...values, ...(isTypes ? types.map((type) => type.slice(5)) : types)].join(", ");
  const imports = [`import ${isTypes ? "type " : ""}{ ${names} } from "${server}";`];
  if (template === "store")
    imports.push(`import type { Store } from "${relativeImport(path, store, importExtension)}";`);
  const statements = handlers.map(({ operation, body }) =>
    handlerStatement(operation, handlerNames(operation), template, body),
  );
  return `${imports.join("\n")}\n\n${statements.join("\n")}`;
}

/** Returns the types that a handler imports. One made from an example declares no return type. */
export const handlerTypes = ({ typeName }: Operation, body: string | undefined): string[] =>
  body === undefined ? [`${typeName}Answer`, `${typeName}Handler`] : [`${typeName}Handler`];

/** Returns the names for a handler in a file of its own. */
export function handlerNames({ variableName, typeName }: Operation): HandlerNames {
  return {
    variable: variableName,
    handlerType: `${typeName}Handler`,
    answerType: `${typeName}Answer`,
    notImplemented: "NotImplementedError",
    storeType: "Store",
  };
}

/** The text of the file that declares the store, which the user completes. */
export const storeFile = `/** What the handlers work on: data, queues, other services. It is handed to each of them. */
export interface Store {
  /** The time, which tests can set. */
  readonly now: () => Date;
}

/** The store of a running service. */
export function createStore(): Store {
  return { now: () => new Date() };
}
`;

/** A handler for the index, with its place. */
export interface IndexEntry extends Selected {
  readonly file: string;
  readonly export: string;
  readonly isStore: boolean;
}

/** A name that the index re-exports from another file. */
export interface Passed {
  readonly name: string;
  readonly path: string;
}

/** Returns a new index, which has every handler in the form that the server takes. */
export function indexFile(
  entries: readonly IndexEntry[],
  isComplete: boolean,
  style: HandlerStyle,
  { store, security }: { readonly store: string; readonly security: Passed | undefined },
): string {
  const { template, importExtension } = style;
  const taken = new Set(["handlers", "createHandlers", "partial", "store"]);
  if (security !== undefined) taken.add(security.name);
  const byFile = new Map<string, string[]>();
  const members = new Map<OperationGroup, string[]>();
  for (const { group, operation, file, export: name, isStore } of entries) {
    let local = name;
    for (let number = 2; taken.has(local); number += 1) local = `${name}${number}`;
    taken.add(local);
    const specifiers = byFile.get(file) ?? [];
    byFile.set(file, [...specifiers, local === name ? name : `${name} as ${local}`]);
    const value = isStore ? `${local}(store)` : local;
    members.set(group, [...(members.get(group) ?? []), memberText(operation.methodName, value)]);
  }
  const imports = [...byFile].map(
    ([file, names]) =>
      `import { ${names.join(", ")} } from "${relativeImport("index.ts", file, importExtension)}";`,
  );
  const groups = [...members].map(([{ name }, texts]) => `${name}: {\n${texts.join(",\n")}\n}`);
  const object = `{\n${groups.join(",\n")}\n}`;
  const handlers = isComplete ? object : `partial(${object})`;
  const names = isComplete ? "type { Handlers }" : "{ partial, type Handlers }";
  const server = `import ${names} from "${generatedModule(style, "server", "index.ts")}";`;
  const passed =
    security === undefined
      ? []
      : [
          "",
          `export { ${security.name} } from "${relativeImport("index.ts", security.path, importExtension)}";`,
        ];
  if (template === "plain")
    return [
      server,
      ...imports,
      ...passed,
      "",
      comment,
      `export const handlers: Handlers = ${handlers};\n`,
    ].join("\n");
  const type = `import type { Store } from "${relativeImport("index.ts", store, importExtension)}";`;
  const value = isComplete ? `(${handlers})` : handlers;
  const start = "export const createHandlers = (store: Store): Handlers =>";
  return [server, ...imports, type, ...passed, "", comment, `${start} ${value};\n`].join("\n");
}

const comment = "/** Every handler, as `createServer` takes them. */";

/** Returns a member of an object literal, in shorthand if name and value are equal. */
export function memberText(name: string, value: string): string {
  return name === value ? name : `${name}: ${value}`;
}
