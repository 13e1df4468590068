import type { ApiModel } from "../../../model/api-model.ts";
import { Expression, type DataValue } from "../../data.ts";
import { documentation } from "../../documentation.ts";
import type { EmitOptions, EmittedFile } from "../../emitted-file.ts";
import { ModuleScope } from "../../module-scope.ts";
import { runtimePackage, runtimeType } from "../../runtime-symbols.ts";
import { moduleFile } from "../../statements.ts";
import { contractSymbols } from "../../symbols.ts";
import { compileSerializers, type SerializerNames } from "./compile-serializers.ts";

const compiledModule = "contract/src/serializers/compiled.js";

/** The compiled serializers, their types, and the table that gives each operation its own. */
export function emitSerializers(model: ApiModel, { scope }: EmitOptions): EmittedFile[] {
  const { code, exports, operations } = compileSerializers(model);
  const path = "contract/src/serializers.ts";
  const entries = [...operations];
  const declared = entries.map(([operation]) => contractSymbols.serializers(operation).name);
  const names = new ModuleScope(path, scope, [...declared, "serializers"]);
  const constants = entries.map(([operation, own]) => ({
    name: contractSymbols.serializers(operation).name,
    type: names.use(runtimeType("", "OperationSerializers")),
    docs: documentation(`What the answers of \`${operation.id}\` send.`),
    value: serializersOf(names, own),
  }));
  const table = {
    name: "serializers",
    docs: documentation("The serializers of every operation by its operationId."),
    value: Object.fromEntries(
      entries.map(([operation]): [string, DataValue] => [
        operation.id,
        new Expression(contractSymbols.serializers(operation).name),
      ]),
    ),
  };
  return [
    { kind: "printed", path: compiledModule, text: code },
    {
      kind: "printed",
      path: compiledModule.replace(/\.js$/, ".d.ts"),
      text: declarations(exports),
    },
    moduleFile(path, names, [], [...constants, table]),
  ];
}

function declarations(exports: readonly string[]): string {
  const lines = exports.map((name) => `export const ${name}: Serializer;`);
  return [`import type { Serializer } from "${runtimePackage}";`, "", ...lines, ""].join("\n");
}

function serializersOf(names: ModuleScope, { responses, commonError }: SerializerNames): DataValue {
  const use = (name: string): Expression =>
    new Expression(names.use({ name, module: "./serializers/compiled.js", isType: false }));
  const byStatus = [...responses].map(([status, own]): [string, DataValue] => [
    status,
    Object.fromEntries([...own].map(([mediaType, name]) => [mediaType, use(name)])),
  ]);
  return {
    responses: byStatus.length === 0 ? undefined : Object.fromEntries(byStatus),
    commonError: commonError === undefined ? undefined : use(commonError),
  };
}
