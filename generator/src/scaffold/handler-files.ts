import { StructureKind, VariableDeclarationKind, type StatementStructures } from "ts-morph";
import { documentation } from "../emit/documentation.ts";
import type { EmittedFile } from "../emit/emitted-file.ts";
import { fileName } from "../names.ts";
import type { ApiModel, Operation, OperationGroup } from "../model/api-model.ts";

/** An operation to write a handler for. */
export interface Selected {
  readonly group: OperationGroup;
  readonly operation: Operation;
}

/** How handler files are written. */
export interface HandlerFileOptions {
  readonly scope: string;
  /** What relative imports end with: `js` for compilers and bundlers, `ts` for Node's type stripping. */
  readonly importExtension: "js" | "ts";
}

/** A file per operation in a folder per tag, and an index that satisfies the server's `Handlers`. */
export function handlerFiles(
  model: ApiModel,
  selected: readonly Selected[],
  options: HandlerFileOptions,
): EmittedFile[] {
  return [...selected.map((one) => handlerFile(one, options)), indexFile(model, selected, options)];
}

const handlerPath = ({ group, operation }: Selected): string =>
  `${group.fileName}/${fileName(operation.methodName)}`;

function handlerFile(selected: Selected, { scope }: HandlerFileOptions): EmittedFile {
  const { operation } = selected;
  const type = `${operation.typeName}Handler`;
  const imports = importFrom(`${scope}/server`, ["NotImplementedError", `type ${type}`]);
  const handler: StatementStructures = {
    kind: StructureKind.VariableStatement,
    isExported: true,
    declarationKind: VariableDeclarationKind.Const,
    docs: documentation(operation.summary, `\`${operation.method} ${operation.path}\``),
    leadingTrivia: "\n",
    declarations: [
      {
        name: operation.variableName,
        type,
        initializer: `async (_input, { operation }) => {\nthrow new NotImplementedError(operation.operationId);\n}`,
      },
    ],
  };
  return {
    kind: "typescript",
    path: `${handlerPath(selected)}.ts`,
    structure: { statements: [imports, handler] },
  };
}

function importFrom(moduleSpecifier: string, namedImports: string[]): StatementStructures {
  return { kind: StructureKind.ImportDeclaration, moduleSpecifier, namedImports };
}

function indexFile(
  model: ApiModel,
  selected: readonly Selected[],
  options: HandlerFileOptions,
): EmittedFile {
  const { scope, importExtension } = options;
  const isComplete = selected.length === model.groups.flatMap((group) => group.operations).length;
  const imports = selected.map((one) =>
    importFrom(`./${handlerPath(one)}.${importExtension}`, [one.operation.variableName]),
  );
  const groups = model.groups.flatMap((group) => {
    const members = selected
      .filter((one) => one.group === group)
      .map(({ operation }) => memberText(operation));
    return members.length === 0 ? [] : [`${group.name}: {\n${members.join(",\n")}\n}`];
  });
  const object = `{\n${groups.join(",\n")}\n}`;
  const handlers: StatementStructures = {
    kind: StructureKind.VariableStatement,
    isExported: true,
    declarationKind: VariableDeclarationKind.Const,
    docs: documentation("Every handler, as `createServer` takes them."),
    leadingTrivia: "\n",
    declarations: [
      {
        name: "handlers",
        type: "Handlers",
        initializer: isComplete ? object : `partial(${object})`,
      },
    ],
  };
  const server = importFrom(`${scope}/server`, [
    ...(isComplete ? [] : ["partial"]),
    "type Handlers",
  ]);
  return {
    kind: "typescript",
    path: "index.ts",
    structure: { statements: [server, ...imports, handlers] },
  };
}

function memberText({ methodName, variableName }: Operation): string {
  return methodName === variableName ? methodName : `${methodName}: ${variableName}`;
}
