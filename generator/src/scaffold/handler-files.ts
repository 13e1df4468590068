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

/** A file per operation in a folder per tag, and an index that satisfies the server's `Handlers`. */
export function handlerFiles(
  model: ApiModel,
  selected: readonly Selected[],
  isComplete: boolean,
  scope: string,
): EmittedFile[] {
  return [...selected.map((one) => handlerFile(one, scope)), indexFile(model, selected, isComplete, scope)];
}

const handlerPath = ({ group, operation }: Selected): string => `${group.fileName}/${fileName(operation.methodName)}.ts`;

function handlerFile(selected: Selected, scope: string): EmittedFile {
  const { operation } = selected;
  const type = `${operation.typeName}Handler`;
  const statements: StatementStructures[] = [
    importTypes(scope, [type]),
    {
      kind: StructureKind.VariableStatement,
      isExported: true,
      declarationKind: VariableDeclarationKind.Const,
      docs: documentation(operation.summary, `\`${operation.method} ${operation.path}\``),
      declarations: [
        {
          name: operation.variableName,
          type,
          initializer: `async (_input, { operation }) => {\nthrow new NotImplementedError(operation.operationId);\n}`,
        },
      ],
    },
  ];
  const values: StatementStructures = {
    kind: StructureKind.ImportDeclaration,
    moduleSpecifier: `${scope}/server`,
    namedImports: ["NotImplementedError"],
  };
  return { kind: "typescript", path: handlerPath(selected), structure: { statements: [values, ...statements] } };
}

function importTypes(scope: string, names: string[]): StatementStructures {
  return {
    kind: StructureKind.ImportDeclaration,
    moduleSpecifier: `${scope}/server`,
    isTypeOnly: true,
    namedImports: names,
  };
}

function indexFile(model: ApiModel, selected: readonly Selected[], isComplete: boolean, scope: string): EmittedFile {
  const imports = selected.map(
    (one): StatementStructures => ({
      kind: StructureKind.ImportDeclaration,
      moduleSpecifier: `./${handlerPath(one)}`,
      namedImports: [one.operation.variableName],
    }),
  );
  const groups = model.groups.flatMap((group) => {
    const members = selected.filter((one) => one.group === group).map(({ operation }) => memberText(operation));
    return members.length === 0 ? [] : [`${group.name}: {\n${members.join(",\n")}\n}`];
  });
  const object = `{\n${groups.join(",\n")}\n}`;
  const partial: StatementStructures = {
    kind: StructureKind.ImportDeclaration,
    moduleSpecifier: `${scope}/server`,
    namedImports: ["partial"],
  };
  const handlers: StatementStructures = {
    kind: StructureKind.VariableStatement,
    isExported: true,
    declarationKind: VariableDeclarationKind.Const,
    docs: documentation("Every handler, as `createServer` takes them."),
    declarations: [{ name: "handlers", type: "Handlers", initializer: isComplete ? object : `partial(${object})` }],
  };
  const statements = [...(isComplete ? [] : [partial]), importTypes(scope, ["Handlers"]), ...imports, handlers];
  return { kind: "typescript", path: "index.ts", structure: { statements } };
}

function memberText({ methodName, variableName }: Operation): string {
  return methodName === variableName ? methodName : `${methodName}: ${variableName}`;
}
