import type { SerializerNames } from "../../compile/serializers/serializer-compiler.ts";
import type { EmitModel } from "../emit-model.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { contractSymbols } from "../symbols.ts";
import { compiledFiles, type CompiledValue } from "./compiled-files.ts";

/** The compiled serializers, and the table that gives each operation its own. */
export function emitSerializers(model: EmitModel, options: EmitOptions): EmittedFile[] {
  const { operations, commonError, parts } = model.serializers;
  return compiledFiles(model, options, {
    table: "serializers",
    entry: "/serialization",
    operationType: "OperationSerializers",
    parts,
    symbol: contractSymbols.serializers,
    value: (operation) => operationSerializers(operations.get(operation) ?? new Map(), commonError),
  });
}

function operationSerializers(
  responses: SerializerNames,
  commonError: string | undefined,
): CompiledValue {
  const byStatus = Object.fromEntries(
    [...responses].map(([status, own]) => [status, Object.fromEntries(own)]),
  );
  const members = {
    ...(responses.size === 0 ? {} : { responses: byStatus }),
    ...(commonError === undefined ? {} : { commonError }),
  };
  const named = [...responses.values()].flatMap((own) => [...own.values()]);
  const calls = commonError === undefined ? named : [...named, commonError];
  return { members, helpers: [], calls };
}
