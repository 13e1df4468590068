import { operationGroups } from "@openapi-packages/description/model/api-model";
import {
  runtimeType,
  runtimeValue,
  type RuntimeValue,
} from "@openapi-packages/compiler/symbols/runtime-symbols";
import { nameTable, type DataConst } from "@openapi-packages/compiler/compile/data";
import {
  codecData,
  hasCodec,
  hasCodecs,
} from "@openapi-packages/compiler/compile/descriptors/codec-data";
import { documentation } from "../documentation.ts";
import type { EmitModel } from "../emit-model.ts";
import type { EmittedFile } from "../emitted-file.ts";
import { placedScope, type PlacedOptions } from "../module-parts.ts";
import { moduleHome } from "../package-names.ts";
import { moduleFile } from "../statements.ts";
import { contractSymbols } from "../symbols.ts";

/** Emits the module of codecs; no file if nothing is converted. */
export function codecsFile(model: EmitModel, options: PlacedOptions): EmittedFile[] {
  const { codecs } = model;
  if (codecs === undefined || !hasCodecs(model)) return [];
  const { module: path, name: table } = contractSymbols.codecTable;
  const operations = operationGroups(model)
    .flatMap((group) => group.operations)
    .filter((one) => hasCodec(model, one));
  const declared = operations.map((one) => contractSymbols.codec(one).name);
  const names = placedScope(path, options, [...declared, table]);
  for (const helper of codecs.helpers)
    names.use(runtimeValue("/conversion", helper as RuntimeValue<"/conversion">));
  const type = names.use(runtimeType("", "OperationCodec"));
  const decoder = codecs.functions.size === 0 ? "" : names.use(runtimeType("", "Decoder"));
  const functions = [...codecs.functions].map(
    ([name, code]) => `const ${name}: ${decoder} = ${code};`,
  );
  const constants = operations.map((operation): DataConst => ({
    name: contractSymbols.codec(operation).name,
    type,
    docs: documentation(`Converts the values of \`${operation.id}\`.`),
    value: codecData(codecs, codecs.operations.get(operation)),
  }));
  const rows = operations.map(
    (operation) => [operation.id, contractSymbols.codec(operation).name] as const,
  );
  const docs = documentation("The codecs of all operations that have one, by `operationId`.");
  return [
    moduleFile(moduleHome(path, options), names, functions, [
      ...constants,
      nameTable(table, docs, rows),
    ]),
  ];
}
