import type { EmitModel } from "../emit-model.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { ModuleScope } from "../module-scope.ts";
import { packageFiles, packageVersion } from "../package-files.ts";
import { packageName } from "../package-names.ts";
import {
  dependencyRanges,
  mockPackage,
  runtimePackage,
} from "@openapi-packages/compiler/symbols/runtime-symbols";
import { moduleFile, reexports } from "../statements.ts";
import { callbacksFile } from "./callbacks-file.ts";
import { createMockFile } from "./create-mock-file.ts";
import { descriptionFiles } from "./description-files.ts";
import { operationMocks } from "./operation-mocks.ts";
import { exampleFiles } from "./example-files.ts";
import { hasWebhooks, webhooksFile } from "./webhooks-file.ts";

/** Emits the mocks: `createMock`, and the description of the whole API's mock. */
export function emitMocks(model: EmitModel, options: EmitOptions): EmittedFile[] {
  const index = "mocks/src/index.ts";
  return [
    ...packageFiles(model, {
      folder: "mocks",
      naming: options,
      description: `MSW mocks of ${model.title}`,
      ...(options.mockExamples === true && { entries: { "./examples": "examples" } }),
      documents: ["AGENTS.md"],
      dependencies: {
        [packageName(options, "contract")]: packageVersion(model),
        [mockPackage]: dependencyRanges.mock,
        ...(hasWebhooks(model) ? { [runtimePackage]: dependencyRanges.runtime } : {}),
      },
      peerDependencies: { msw: dependencyRanges.msw },
    }),
    moduleFile(
      index,
      new ModuleScope(index, options, []),
      reexports([
        "./create-mock.ts",
        "./description.ts",
        ...(hasWebhooks(model) ? ["./webhooks.ts"] : []),
      ]),
    ),
    createMockFile(model, options),
    ...descriptionFiles(model, options),
    ...exampleFiles(model, options),
    ...callbacksFile(model, options),
    ...webhooksFile(model, options),
    ...model.groups.map((group) => operationMocks(model, group, options)),
  ];
}
