import type { ApiModel, Operation, OperationGroup } from "../../model/api-model.ts";
import { Expression, type DataConst, type DataObject, type DataValue } from "../data.ts";
import { documentation } from "../documentation.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { ModuleScope, type ModuleSymbol } from "../module-scope.ts";
import { runtimeType, runtimeValue } from "../../runtime-symbols.ts";
import { moduleFile } from "../statements.ts";
import { contractSymbols } from "../symbols.ts";
import type { DocumentedAnswer, MockAnswer, MockBody } from "../../mock/answers/mock-answer.ts";
import { mockAnswers } from "../../mock/answers/mock-answers.ts";
import { sharedAnswers, type SharedAnswers } from "../../mock/answers/shared-answers.ts";

const examplesModule = (group: OperationGroup): string => `mocks/src/examples/${group.fileName}.ts`;

/** A tag cannot have this name. */
const sharedModule = "mocks/src/examples/shared.ts";

/** What an operation answers unless told otherwise. */
export function exampleSymbol(group: OperationGroup, operation: Operation): ModuleSymbol {
  const name = `${operation.methodName}Example`;
  return { name, module: examplesModule(group), isType: false };
}

/** All that an operation may answer. */
export function examplesSymbol(group: OperationGroup, operation: Operation): ModuleSymbol {
  const name = `${operation.methodName}Examples`;
  return { name, module: examplesModule(group), isType: false };
}

/** Whether any operation of a group has an answer. */
export function hasExamples(model: ApiModel, { operations }: OperationGroup): boolean {
  const { answers } = mockAnswers(model);
  return operations.some((operation) => answers.has(operation));
}

/** The files of examples: one for each group, and what several operations answer alike. */
export function exampleFiles(model: ApiModel, options: EmitOptions): EmittedFile[] {
  const shared = sharedAnswers(model);
  const groups = model.groups.filter((group) => hasExamples(model, group));
  const files = groups.map((group) => examplesFile(model, group, shared, options));
  return shared.answers.length === 0 ? files : [...files, sharedFile(shared, options)];
}

function sharedFile({ answers }: SharedAnswers, { scope }: EmitOptions): EmittedFile {
  const names = new ModuleScope(
    sharedModule,
    scope,
    answers.map(({ name }) => name),
  );
  const type = names.use(runtimeType("/mock", "MockExample"));
  const constants = answers.map(({ name, documented }): DataConst => ({
    name,
    type,
    docs: documentation(`What several operations answer with status ${documented.answer.status}.`),
    value: documentedValue(documented, answerValue(names, documented.answer)),
  }));
  return moduleFile(sharedModule, names, [], constants);
}

function examplesFile(
  model: ApiModel,
  group: OperationGroup,
  shared: SharedAnswers,
  { scope }: EmitOptions,
): EmittedFile {
  const path = examplesModule(group);
  const symbols = group.operations.flatMap((operation) => [
    exampleSymbol(group, operation),
    examplesSymbol(group, operation),
  ]);
  const names = new ModuleScope(
    path,
    scope,
    symbols.map(({ name }) => name),
  );
  const constants = group.operations.flatMap((operation): DataConst[] => {
    const answers = mockAnswers(model).documented.get(operation) ?? [];
    const [first, ...others] = answers;
    if (first === undefined) return [];
    return [
      defaultExample(names, group, operation, first.answer),
      {
        name: examplesSymbol(group, operation).name,
        type: `readonly ${names.use(runtimeType("/mock", "MockExample"))}[]`,
        docs: documentation(`All that \`${operation.id}\` may answer, by status and name.`),
        value: [
          documentedValue(first, new Expression(exampleSymbol(group, operation).name)),
          ...others.map((documented) => listed(names, documented, shared)),
        ],
      },
    ];
  });
  return moduleFile(path, names, [], constants);
}

function defaultExample(
  names: ModuleScope,
  group: OperationGroup,
  operation: Operation,
  answer: MockAnswer,
): DataConst {
  const source = answer.isExample ? ": the description's example" : "";
  return {
    name: exampleSymbol(group, operation).name,
    // Written out, so that declarations of the package can be made without inference.
    type: `${names.use(runtimeType("/server", "Answer"))}<${names.use(contractSymbols.result(group, operation))}>`,
    docs: documentation(`What \`${operation.id}\` answers unless told otherwise${source}.`),
    value: answerValue(names, answer),
  };
}

/** One of the answers that are not the default. */
function listed(
  names: ModuleScope,
  documented: DocumentedAnswer,
  shared: SharedAnswers,
): DataValue {
  const name = shared.nameOf(documented);
  return name === undefined
    ? documentedValue(documented, answerValue(names, documented.answer))
    : new Expression(names.use({ name, module: sharedModule, isType: false }));
}

function documentedValue({ name, status, answer }: DocumentedAnswer, value: DataValue): DataObject {
  return { name, status, isExample: answer.isExample, answer: value };
}

function answerValue(
  names: ModuleScope,
  { status, contentType, headers, body }: MockAnswer,
): DataValue {
  const answer = { status, contentType, headers, body: body && bodyValue(names, body) };
  return new Expression(names.use(runtimeValue("/mock", "example")), [answer]);
}

function bodyValue(names: ModuleScope, body: MockBody): DataValue {
  switch (body.kind) {
    case "value":
      return body.value;
    case "stream":
      return new Expression(names.use(runtimeValue("/mock", "streamOf")), [body.items]);
    case "file":
      return new Expression("new Blob", [[body.text], { type: body.mediaType }]);
  }
}
