import type { StatementStructures } from "ts-morph";
import type { ApiModel, OperationGroup } from "../../model/api-model.ts";
import { propertyKey } from "../../escape.ts";
import { Expression, type DataObject, type DataValue } from "../data.ts";
import { documentation } from "../documentation.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { ModuleScope, type ModuleSymbol } from "../module-scope.ts";
import { runtimeType, runtimeValue } from "../../runtime-symbols.ts";
import { moduleFile } from "../statements.ts";
import { structureKinds } from "../structure-kinds.ts";
import { contractSymbols } from "../symbols.ts";
import { typeText } from "../type-text.ts";
import { examplesSymbol } from "./example-files.ts";
import { mockAnswers } from "../../mock/answers/mock-answers.ts";
import { resourceSchemas, stateOf } from "../../mock/state/state-of.ts";

/** The files of the whole mock, in a folder of their own: a tag may be called like one of them. */
const modules = {
  description: "mocks/src/mock/description.ts",
  state: "mocks/src/mock/state.ts",
  createMock: "mocks/src/mock/create-mock.ts",
} as const;

const symbols = {
  description: { name: "description", module: modules.description, isType: false },
  state: { name: "state", module: modules.state, isType: false },
} as const satisfies Record<string, ModuleSymbol>;

/** The modules of the whole mock that users see. */
export const wholeMockModules = [modules.createMock, modules.description];

/** The mock of the whole API: what it is made from, what it remembers, and what makes it. */
export function engineFiles(model: ApiModel, options: EmitOptions): EmittedFile[] {
  return [
    createMockFile(model, options),
    descriptionFile(model, options),
    stateFile(model, options),
  ];
}

function descriptionFile(model: ApiModel, { scope }: EmitOptions): EmittedFile {
  const names = new ModuleScope(modules.description, scope, [symbols.description.name]);
  const operations = model.groups.flatMap((group) => operationValues(names, model, group));
  const description = {
    name: symbols.description.name,
    type: names.use(runtimeType("/mock", "MockDescription")),
    docs: documentation("What a mock of the whole API is made from."),
    value: {
      title: model.title,
      api: new Expression(names.use(contractSymbols.api)),
      operations,
      state: new Expression(names.use(symbols.state)),
    },
  };
  return moduleFile(modules.description, names, [], [description]);
}

function operationValues(names: ModuleScope, model: ApiModel, group: OperationGroup): DataObject[] {
  const { answers } = mockAnswers(model);
  return group.operations.map((operation) => ({
    operation: new Expression(names.use(contractSymbols.descriptor(group, operation))),
    summary: operation.summary === "" ? undefined : operation.summary,
    tag: group.tag,
    validators: new Expression(names.use(contractSymbols.validators(operation))),
    serializers: new Expression(names.use(contractSymbols.serializers(operation))),
    answers: answers.has(operation)
      ? new Expression(names.use(examplesSymbol(group, operation)))
      : [],
  }));
}

function stateFile(model: ApiModel, { scope }: EmitOptions): EmittedFile {
  const names = new ModuleScope(modules.state, scope, [symbols.state.name]);
  const { resources, operations } = stateOf(model);
  const plain = Object.fromEntries(
    Object.entries(resources).map(([name, resource]) => [name, { ...resource }]),
  );
  const state = {
    name: symbols.state.name,
    type: names.use(runtimeType("/mock", "StateDescriptor")),
    docs: documentation("What a mock remembers, and how, as paths, schemas and examples tell."),
    // Nothing but data, which the examples are a part of.
    value: { resources: plain, operations } as unknown as DataValue,
  };
  return moduleFile(modules.state, names, [], [state]);
}

function createMockFile(model: ApiModel, { scope }: EmitOptions): EmittedFile {
  const path = modules.createMock;
  const names = new ModuleScope(path, scope, ["ApiMockTypes", "createMock"]);
  const create = names.use(runtimeValue("/mock", "createMock"));
  const mock: StatementStructures = {
    kind: structureKinds.function,
    name: "createMock",
    isExported: true,
    docs: documentation(
      "Makes a mock of the whole API that remembers what it is told: as handlers of MSW, as `fetch`, and as a server. Options that make no sense are a `TypeError`.",
    ),
    parameters: [
      {
        name: "options",
        type: `${names.use(runtimeType("/mock", "CreateMockOptions"))}<ApiMockTypes>`,
        hasQuestionToken: true,
      },
    ],
    returnType: `${names.use(runtimeType("/mock", "MswMock"))}<ApiMockTypes>`,
    statements: [`return ${create}<ApiMockTypes>(${names.use(symbols.description)}, options);`],
  };
  return moduleFile(path, names, [mockTypes(names, model), mock]);
}

/** An alias and no interface, which would have no index signature. */
function mockTypes(names: ModuleScope, model: ApiModel): StatementStructures {
  const operations = model.groups.flatMap((group) =>
    group.operations.map((operation) => {
      const input = names.use(contractSymbols.input(group, operation));
      const result = names.use(contractSymbols.result(group, operation));
      return `${propertyKey(operation.id)}: { input: ${input}; result: ${result} };`;
    }),
  );
  const resources = [...resourceSchemas(model)].map(
    ([name, place]) => `${propertyKey(name)}: ${typeText(names, place)};`,
  );
  const members = (texts: readonly string[]): string =>
    texts.length === 0 ? "{}" : `{\n${texts.join("\n")}\n}`;
  return {
    kind: structureKinds.typeAlias,
    name: "ApiMockTypes",
    isExported: true,
    docs: documentation("The input and the results of every operation, and what is remembered."),
    type: `{\noperations: ${members(operations)};\nresources: ${members(resources)};\n}`,
  };
}
