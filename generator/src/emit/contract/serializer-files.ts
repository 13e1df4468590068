import type { SerializerNames } from "@openapi-packages/compiler/compile/serializers/serializer-compiler";
import { Expression, type DataValue } from "@openapi-packages/compiler/compile/data";
import type { EmitModel } from "../emit-model.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { runtimeType } from "@openapi-packages/compiler/symbols/runtime-symbols";
import { contractSymbols } from "../symbols.ts";
import { compiledFiles } from "./compiled-files.ts";

/** Emits the compiled serializers, and their table by operation. */
export function emitSerializers(model: EmitModel, options: EmitOptions): EmittedFile[] {
  const { operations, commonError, parts } = model.serializers;
  return compiledFiles(model, options, {
    table: "serializers",
    entry: "/serialization",
    parts,
    symbol: contractSymbols.serializers,
    type: (names) => ({ name: names.use(runtimeType("", "OperationSerializers")) }),
    declares: (operation) => [contractSymbols.serializers(operation).name],
    value: (operation, use) =>
      operationSerializers(operations.get(operation) ?? new Map(), commonError, use),
  });
}

function operationSerializers(
  responses: SerializerNames,
  commonError: string | undefined,
  use: (name: string) => string,
): DataValue {
  const serializer = (name: string): DataValue => new Expression(use(name));
  const byStatus = [...responses].map(([status, own]): [string, DataValue] => [
    status,
    Object.fromEntries([...own].map(([mediaType, name]) => [mediaType, serializer(name)])),
  ]);
  return {
    responses: byStatus.length === 0 ? undefined : Object.fromEntries(byStatus),
    commonError: commonError === undefined ? undefined : serializer(commonError),
  };
}
