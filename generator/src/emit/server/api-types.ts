import { StructureKind, type StatementStructures } from "ts-morph";
import { coversRefusal } from "@openapi-packages/compiler/compile/errors/plan-errors";
import type { ApiModel } from "@openapi-packages/description/model/api-model";
import { runtimeType } from "@openapi-packages/compiler/symbols/runtime-symbols";
import { documentation } from "../documentation.ts";
import type { ModuleScope } from "../module-scope.ts";
import { contractSymbols } from "../symbols.ts";
import { bodyText, typeText } from "../type-text.ts";

/** The names of the types that a server's options depend on. */
export const apiTypeNames = ["ErrorBody", "ServerApi"];

/** Emits the types that a server's options depend on: error bodies, and results by operation. */
export function apiTypes(names: ModuleScope, model: ApiModel): StatementStructures[] {
  const bodies = errorBodies(names, model);
  const table = names.use({ ...contractSymbols.operationTable, isType: true });
  const results = names.use(runtimeType("/server", "ResultsOf"));
  const errorBodyOf = names.use(runtimeType("/server", "ErrorBodyOf"));
  return [
    {
      kind: StructureKind.TypeAlias,
      name: "ErrorBody",
      isExported: true,
      docs: documentation(
        "The bodies of errors that operations document for statuses with which the server itself refuses.",
      ),
      type: `${errorBodyOf}<[${bodies.join(", ")}]>`,
    },
    {
      kind: StructureKind.Interface,
      name: "ServerApi",
      isExported: true,
      docs: documentation("The types that the options of `createServer` depend on."),
      properties: [
        { name: "results", type: `${results}<typeof ${table}>`, isReadonly: true },
        { name: "errorBody", type: "ErrorBody", isReadonly: true },
      ],
    },
  ];
}

/** Returns the distinct types of error bodies. */
function errorBodies(names: ModuleScope, { groups, commonErrors }: ApiModel): string[] {
  const documented = groups
    .flatMap((group) => group.operations)
    .flatMap(({ responses }) => responses.filter((one) => coversRefusal(one, responses)))
    .flatMap(({ content }) => content.filter(({ stream }) => stream === undefined))
    .map((media) => bodyText(names, media));
  const common = commonErrors === undefined ? [] : [typeText(names, commonErrors.schema)];
  return [...new Set([...documented, ...common])];
}
