import type { OperationCodec } from "@openapi-packages/runtime";
import type { CompiledCodecs } from "../../compile/codecs/compile-codecs.ts";
import { codecData, hasCodec } from "../../compile/descriptors/codec-data.ts";
import { dataText } from "../../compile/data.ts";
import type { Operation } from "@openapi-packages/description/model/api-model";

/**
 * Makes the codecs of a description without generated code. Text of the description is in their code
 * only as literals.
 *
 * @param helpers the functions of the runtime that codecs call, by name
 */
export function runningCodecs(
  codecs: CompiledCodecs,
  helpers: Readonly<Record<string, unknown>>,
): (operation: Operation) => OperationCodec | undefined {
  const code = [...codecs.functions].map(([name, one]) => `const ${name} = ${one};`).join("\n");
  const made = new Map<Operation, OperationCodec>();
  return (operation) => {
    if (!hasCodec({ codecs }, operation)) return undefined;
    const known = made.get(operation);
    if (known !== undefined) return known;
    const own = dataText(codecData(codecs, codecs.operations.get(operation)));
    const make = new Function(...Object.keys(helpers), `"use strict";\n${code}\nreturn ${own};`);
    const codec = make(...Object.values(helpers)) as OperationCodec;
    made.set(operation, codec);
    return codec;
  };
}
