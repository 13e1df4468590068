import { posix } from "node:path";
import type { StatementStructures } from "ts-morph";
import type { ApiModel, Operation, OperationGroup } from "../../model/api-model.ts";
import { documentation, operationSummary } from "../documentation.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { ModuleScope, type ModuleSymbol } from "../module-scope.ts";
import { packageFiles, packageVersion } from "../package-files.ts";
import { dependencyRanges, mockPackage, runtimeType, runtimeValue } from "../../runtime-symbols.ts";
import { moduleFile, reexports } from "../statements.ts";
import { structureKinds } from "../structure-kinds.ts";
import { contractSymbols } from "../symbols.ts";
import { wholeMockModules, engineFiles } from "./engine-files.ts";
import { exampleFiles, exampleSymbol, hasExamples } from "./example-files.ts";
import { mockAnswers } from "../../mock/answers/mock-answers.ts";
import { mocksReadme } from "./mocks-readme.ts";
import { bySpecificity } from "../../mock/answers/specificity.ts";

/** The mocks: an MSW handler per operation, and all of them at once. */
export function emitMocks(model: ApiModel, options: EmitOptions): EmittedFile[] {
  const { scope } = options;
  return [
    ...packageFiles(model, {
      folder: "mocks",
      scope,
      description: `MSW mocks of ${model.title}`,
      dependencies: {
        [`${scope}/contract`]: packageVersion(model),
        [mockPackage]: dependencyRanges.mock,
      },
      peerDependencies: { msw: dependencyRanges.msw },
    }),
    mocksReadme(model, options),
    indexFile(model, options),
    ...exampleFiles(model, options),
    ...model.groups.map((group) => groupFile(model, group, options)),
    ...engineFiles(model, options),
  ];
}

const groupModule = (group: OperationGroup): string => `mocks/src/${group.fileName}.ts`;

const mockName = (operation: Operation): string => `mock${operation.typeName}`;

function mockSymbol(group: OperationGroup, operation: Operation): ModuleSymbol {
  return { name: mockName(operation), module: groupModule(group), isType: false };
}

function groupFile(model: ApiModel, group: OperationGroup, { scope }: EmitOptions): EmittedFile {
  const path = groupModule(group);
  const names = new ModuleScope(path, scope, group.operations.map(mockName));
  const statements = group.operations.map((operation) =>
    mockFunction(names, model, group, operation),
  );
  return moduleFile(path, names, statements);
}

function mockFunction(
  names: ModuleScope,
  model: ApiModel,
  group: OperationGroup,
  operation: Operation,
): StatementStructures {
  const input = names.use(contractSymbols.input(group, operation));
  const result = names.use(contractSymbols.result(group, operation));
  const values = [
    names.use(contractSymbols.api),
    names.use(contractSymbols.descriptor(group, operation)),
    names.use(contractSymbols.validators(operation)),
    mockAnswers(model).answers.has(operation)
      ? names.use(exampleSymbol(group, operation))
      : "undefined",
    "answer",
    "options",
  ];
  return {
    kind: structureKinds.function,
    name: mockName(operation),
    isExported: true,
    docs: operationSummary(
      operation,
      `Mocks \`${operation.id}\`, with its example, a given answer, or a handler as the server takes it`,
    ),
    parameters: [
      {
        name: "answer",
        type: `${names.use(runtimeType("/mock", "MockAnswer"))}<${input}, ${result}>`,
        hasQuestionToken: true,
      },
      {
        name: "options",
        type: names.use(runtimeType("/mock", "MockOptions")),
        hasQuestionToken: true,
      },
    ],
    returnType: names.use({ name: "HttpHandler", module: "msw", isType: true }),
    statements: [
      `return ${names.use(runtimeValue("/mock", "mockOperation"))}(${values.join(", ")});`,
    ],
  };
}

function indexFile(model: ApiModel, { scope }: EmitOptions): EmittedFile {
  const path = "mocks/src/index.ts";
  const names = new ModuleScope(path, scope, ["allMocks"]);
  const mocks = bySpecificity(
    model.groups.flatMap((group) => group.operations.map((operation) => ({ group, operation }))),
  );
  const calls = mocks.map(
    ({ group, operation }) => `${names.use(mockSymbol(group, operation))}(undefined, options),`,
  );
  const allMocks: StatementStructures = {
    kind: structureKinds.function,
    name: "allMocks",
    isExported: true,
    docs: documentation(
      "A mock of every operation, answering with the description's examples; static paths come before templates.",
    ),
    parameters: [
      {
        name: mocks.length === 0 ? "_options" : "options",
        type: names.use(runtimeType("/mock", "MockOptions")),
        hasQuestionToken: true,
      },
    ],
    returnType: `${names.use({ name: "HttpHandler", module: "msw", isType: true })}[]`,
    statements: [`return [\n${calls.join("\n")}\n];`],
  };
  const modules = model.groups.flatMap((group) => [
    `./${group.fileName}.ts`,
    ...(hasExamples(model, group) ? [`./examples/${group.fileName}.ts`] : []),
  ]);
  const own = wholeMockModules.map((module) => `./${posix.relative("mocks/src", module)}`);
  return moduleFile(path, names, [...reexports([...modules, ...own]), allMocks]);
}
