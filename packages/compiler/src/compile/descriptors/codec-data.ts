import type { CompiledCodec, CompiledCodecs } from "../codecs/compile-codecs.ts";
import type { Operation } from "@openapi-packages/description/model/api-model";
import { Expression, type DataValue } from "../data.ts";

/** A model with its codecs; `undefined` if callers and handlers use plain JSON. */
interface WithCodecs {
  readonly codecs: CompiledCodecs | undefined;
}

/** True if any operation has values that are not plain JSON, such as dates. */
export const hasCodecs = ({ codecs }: WithCodecs): boolean =>
  codecs !== undefined && (codecs.operations.size > 0 || codecs.commonError !== undefined);

/** True if an operation has values that are not plain JSON, such as dates. */
export const hasCodec = ({ codecs }: WithCodecs, operation: Operation): boolean =>
  codecs !== undefined && (codecs.operations.has(operation) || codecs.commonError !== undefined);

/** Returns the codec of an operation as data. */
export function codecData(
  { commonError, commonErrorHasBigInts }: CompiledCodecs,
  codec: CompiledCodec | undefined,
): DataValue {
  const { locations = [], body, responses, headers } = codec ?? {};
  const byStatus = [...(responses ?? [])].map(([status, own]) => [status, dataOf(own)] as const);
  return {
    ...Object.fromEntries([...locations].map(([name, code]) => [name, new Expression(code)])),
    body: body && dataOf(body),
    responses: byStatus.length === 0 ? undefined : Object.fromEntries(byStatus),
    headers: headers && dataOf(headers),
    commonError: commonError === undefined ? undefined : new Expression(commonError),
    json:
      codec?.hasBigInts === true || commonErrorHasBigInts
        ? { parse: new Expression("parseExact"), raw: new Expression("rawIntegers") }
        : undefined,
  };
}

function dataOf(decoders: ReadonlyMap<string, string>): DataValue {
  if (decoders.size === 0) return undefined;
  return Object.fromEntries([...decoders].map(([name, code]) => [name, new Expression(code)]));
}
