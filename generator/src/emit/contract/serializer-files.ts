import type { EmitModel } from "../emit-model.ts";
import type { Expression, DataValue } from "../data.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { contractSymbols } from "../symbols.ts";
import { compiledFiles } from "./compiled-files.ts";
import type { SerializerNames } from "../../compile/serializers/compile-serializers.ts";

/** The compiled serializers, their types, and the table that gives each operation its own. */
export function emitSerializers(model: EmitModel, options: EmitOptions): EmittedFile[] {
  return compiledFiles(options, model.serializers, {
    table: "serializers",
    type: "Serializer",
    operationType: "OperationSerializers",
    symbol: contractSymbols.serializers,
    docs: ({ id }) => `What the answers of \`${id}\` send.`,
    value: serializersOf,
  });
}

function serializersOf(
  { responses, commonError }: SerializerNames,
  use: (name: string) => Expression,
): DataValue {
  const byStatus = [...responses].map(([status, own]): [string, DataValue] => [
    status,
    Object.fromEntries([...own].map(([mediaType, name]) => [mediaType, use(name)])),
  ]);
  return {
    responses: byStatus.length === 0 ? undefined : Object.fromEntries(byStatus),
    commonError: commonError === undefined ? undefined : use(commonError),
  };
}
