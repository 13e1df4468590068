import { StructureKind, type StatementStructures } from "ts-morph";
import { propertyKey } from "@openapi-packages/description/text/escape";
import { namedSchemes } from "@openapi-packages/description/model/named-schemes";
import { documentation } from "../documentation.ts";
import type { EmitModel } from "../emit-model.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { ModuleScope } from "../module-scope.ts";
import { runtimeType, runtimeValue } from "@openapi-packages/compiler/symbols/runtime-symbols";
import { moduleFile } from "../statements.ts";
import { contractSymbols } from "../symbols.ts";
import { schemesType } from "../type-text.ts";
import { descriptionSymbol } from "./description-files.ts";
import { jsonText } from "./json-type.ts";

/** Emits `createMock` with the types of operations and resources. */
export function createMockFile(model: EmitModel, options: EmitOptions): EmittedFile {
  const path = "mocks/src/create-mock.ts";
  const names = new ModuleScope(path, options, ["ApiMockTypes", "createMock"]);
  const create = names.use(runtimeValue("/mock", "createMock"));
  const mock: StatementStructures = {
    kind: StructureKind.Function,
    name: "createMock",
    isExported: true,
    docs: documentation(
      "Creates a mock of the API whose resources have a state: as handlers of MSW, as `fetch`, and as a server. Throws a `TypeError` for invalid options.",
    ),
    parameters: [
      {
        name: "options",
        type: `${names.use(runtimeType("/mock", "CreateMockOptions"))}<ApiMockTypes>`,
        hasQuestionToken: true,
      },
    ],
    returnType: `${names.use(runtimeType("/mock", "MswMock"))}<ApiMockTypes>`,
    statements: [`return ${create}<ApiMockTypes>(${names.use(descriptionSymbol)}, options);`],
  };
  return moduleFile(path, names, [mockTypes(names, model), mock]);
}

/** Emits the types as an alias, because an interface would have no index signature. */
function mockTypes(names: ModuleScope, model: EmitModel): StatementStructures {
  const table = names.use({ ...contractSymbols.operationTable, isType: true });
  const operations = `${names.use(runtimeType("/mock", "OperationTypes"))}<typeof ${table}>`;
  const resources = Object.entries(model.mock.state.resources).map(
    ([name, { schema }]) => `${propertyKey(name)}: ${jsonText(names, model, schema)};`,
  );
  const schemes = `schemes: ${schemesType(namedSchemes(model, model.groups))}`;
  return {
    kind: StructureKind.TypeAlias,
    name: "ApiMockTypes",
    isExported: true,
    docs: documentation(
      "The inputs and results of all operations, the types of all resources, and the security schemes that operations name.",
    ),
    type: `{ operations: ${operations}; resources: { ${resources.join(" ")} }; ${schemes} }`,
  };
}
