import {
  Expression,
  type DataObject,
  type DataValue,
} from "@openapi-packages/compiler/compile/data";
import { documentation } from "../documentation.ts";
import type { EmitModel } from "../emit-model.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import type { ModuleSymbol } from "@openapi-packages/compiler/symbols/module-symbol";
import { ModuleScope } from "../module-scope.ts";
import { runtimeType, runtimeValue } from "@openapi-packages/compiler/symbols/runtime-symbols";
import { moduleFile } from "../statements.ts";
import { hasCodecs } from "@openapi-packages/compiler/compile/descriptors/codec-data";
import { hasErrorBodies } from "../contract/error-bodies.ts";
import { hasReceived } from "../contract/received-file.ts";
import { contractSymbols } from "../symbols.ts";
import { componentAnswers, componentExamples } from "@openapi-packages/compiler/mock/plan-mock";
import type { PlannedResource } from "@openapi-packages/compiler/mock/state/plan-state";
import type { PlannedSeed } from "@openapi-packages/compiler/mock/state/seeds";
import { callbacksSymbol, hasCallbacks } from "./callbacks-file.ts";
import { examplesOf } from "./example-files.ts";
import { answerData, examplesSymbol } from "./answer-data.ts";
import { groupSymbol } from "./operation-mocks.ts";

const symbols = {
  description: { name: "description", module: "mocks/src/description.ts", isType: false },
  components: { name: "componentAnswers", module: "mocks/src/component-answers.ts", isType: false },
  resources: { name: "resources", module: "mocks/src/resources.ts", isType: false },
} as const satisfies Record<string, ModuleSymbol>;

/** The symbol of the whole mock's description. */
export const descriptionSymbol: ModuleSymbol = symbols.description;

/** Emits the files of the whole mock: its description, the answers of components, and its resources. */
export function descriptionFiles(model: EmitModel, options: EmitOptions): EmittedFile[] {
  return [
    descriptionFile(model, options),
    componentsFile(model, options),
    ...(options.mockExamples === true ? [] : examplesFile(model, options)),
    resourcesFile(model, options),
  ];
}

function descriptionFile(model: EmitModel, options: EmitOptions): EmittedFile {
  const { name, module: path } = symbols.description;
  const names = new ModuleScope(path, options, [name]);
  const use = (symbol: ModuleSymbol): Expression => new Expression(names.use(symbol));
  const parts = {
    title: model.title,
    api: use(contractSymbols.api),
    operations: use(contractSymbols.operationTable),
    validators: use(contractSymbols.validatorTable),
    serializers: use(contractSymbols.serializerTable),
    errorBodies: hasErrorBodies(model) ? use(contractSymbols.errorBodies) : undefined,
    received: hasReceived(model) ? use(contractSymbols.received) : undefined,
    codecs: hasCodecs(model) ? use(contractSymbols.codecTable) : undefined,
    groups: model.groups.map((group) => use(groupSymbol(group))),
    components: use(symbols.components),
    resources: use(symbols.resources),
    sensitive: model.sensitive && use(contractSymbols.sensitive),
    callbacks: hasCallbacks(model) ? use(callbacksSymbol) : undefined,
  };
  const description = {
    name,
    type: names.use(runtimeType("/mock", "MockDescription")),
    docs: documentation("The description of the whole API's mock."),
    value: new Expression(names.use(runtimeValue("/mock", "mockDescription")), [parts]),
  };
  return moduleFile(path, names, [], [description]);
}

function componentsFile(model: EmitModel, options: EmitOptions): EmittedFile {
  const { name, module: path } = symbols.components;
  const names = new ModuleScope(path, options, [name]);
  const answers = [...componentAnswers(model.mock)].map(([component, own]): [string, DataValue] => [
    component,
    own.map((one) => answerData(names, one, examplesOf(model, options))),
  ]);
  const constant = {
    name,
    type: names.use(runtimeType("/mock", "ComponentAnswers")),
    docs: documentation("The answers of components other than successes, by component and status."),
    value: Object.fromEntries(answers),
  };
  return moduleFile(path, names, [], [constant]);
}

function examplesFile({ mock }: EmitModel, options: EmitOptions): EmittedFile[] {
  const examples = Object.fromEntries(componentExamples(mock));
  if (Object.keys(examples).length === 0) return [];
  const { name, module: path } = examplesSymbol;
  const names = new ModuleScope(path, options, [name]);
  const constant = {
    name,
    type: "{ readonly [name: string]: unknown }",
    docs: documentation("The description's examples in `components`, by their names."),
    value: examples,
  };
  return [moduleFile(path, names, [], [constant])];
}

function resourcesFile({ mock }: EmitModel, options: EmitOptions): EmittedFile {
  const { name, module: path } = symbols.resources;
  const names = new ModuleScope(path, options, [name]);
  const resources = Object.entries(mock.state.resources).map(
    ([resource, planned]) => [resource, resourceData(planned)] as const,
  );
  const constant = {
    name,
    type: names.use(runtimeType("/mock", "ResourceTable")),
    docs: documentation(
      "The resources of the mock, by the paths, schemas and examples of the description.",
    ),
    value: Object.fromEntries(resources),
  };
  return moduleFile(path, names, [], [constant]);
}

function resourceData({ seeds, ...descriptor }: PlannedResource): DataObject {
  // The value is plain data; the cast is needed because interfaces have no index signature.
  const data = descriptor as unknown as DataObject;
  return { ...data, schema: undefined, seeds: seeds.map(seedData) };
}

function seedData({ shown, scope, key }: PlannedSeed): DataObject {
  return {
    operationId: shown.operation.id,
    answer: shown.answer === 0 ? undefined : shown.answer,
    at: shown.at,
    scope: Object.keys(scope).length === 0 ? undefined : scope,
    key,
  };
}
