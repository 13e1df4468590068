import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { ampleInput } from "./ample.ts";
import { effectOf } from "./effects.ts";
import type { MadeRecord } from "./made-record.ts";
import { keyLike, valuesAt, withValueAt } from "./places.ts";
import type { About } from "./prepared-input.ts";
import type { Reference } from "./references.ts";

/** Adds to the input of a creation, or returns it as it is. */
export type Enrichment = typeof ampleInput;

/** What makes the records that an input refers to. */
export interface RecordMaker {
  make(
    resource: string,
    above: Readonly<Record<string, unknown>>,
    depth: number,
    enrich?: Enrichment,
  ): Promise<MadeRecord | undefined>;
  /** Makes a record the one that inputs refer to. */
  share(record: MadeRecord): void;
  referencesIn(operation: VerifiedOperation, body: unknown): readonly Reference[];
  inputFor(
    operation: VerifiedOperation,
    about: About,
    depth: number,
  ): Promise<{ readonly input: CallInput | undefined }>;
}

/** True for refusals that may be about the state of records: sold out, full, closed, or gone. */
export const isForState = (status: number): boolean =>
  [402, 404, 409, 410, 412, 423, 424].includes(status);

/**
 * Returns an input that refers to new records, where those before may be used up: sold out, full, or closed;
 * `undefined` if it refers to none that can be made.
 *
 * @param isAmple true for records with larger numbers, as of a stock
 * @param isBeside true to leave the records of the path as they are, where the body names others
 */
export async function renewedInput(
  api: VerifiedApi,
  records: RecordMaker,
  operation: VerifiedOperation,
  input: CallInput,
  isAmple: boolean,
  isBeside = false,
): Promise<CallInput | undefined> {
  const state = effectOf(api, operation);
  const references = records.referencesIn(operation, input.body);
  const above = (state?.path ?? []).map(({ resource }) => resource);
  const inBody = references.map(({ resource }) => resource);
  if (isBeside && (above.length === 0 || inBody.every((one) => above.includes(one))))
    return undefined;
  const named = new Set(
    isBeside ? inBody.filter((one) => !above.includes(one)) : [...above, ...inBody],
  );
  let isRenewed = false;
  for (const resource of named) {
    if (resource === undefined || resource === state?.resource) continue;
    const record = await records.make(resource, {}, 1, isAmple ? ampleInput : undefined);
    if (record === undefined) continue;
    records.share(record);
    isRenewed = true;
  }
  if (!isRenewed) return undefined;
  const { input: other } = await records.inputFor(operation, "new", 1);
  const body = references.reduce((whole, { pointer }) => {
    const [value] = valuesAt(other?.body, pointer);
    return value === undefined ? whole : withValueAt(whole, pointer, value);
  }, input.body);
  const path = isBeside ? input.path : { ...input.path, ...other?.path };
  return { ...input, ...(input.path && { path }), ...(body !== undefined && { body }) };
}

/**
 * Returns an input whose body names new records, below the same ones as before; `undefined` if it names none that can
 * be made.
 *
 * @param kept the place in the body of a record that stays. Default: all are new
 */
export async function withNewReferences(
  api: VerifiedApi,
  records: RecordMaker,
  operation: VerifiedOperation,
  input: CallInput,
  kept: readonly string[] = [],
): Promise<CallInput | undefined> {
  const above = (effectOf(api, operation)?.path ?? []).map(({ resource }) => resource);
  let { body } = input;
  for (const { pointer, resource } of records.referencesIn(operation, body)) {
    if (above.includes(resource) || pointer.join("/") === kept.join("/")) continue;
    const record = await records.make(resource, {}, 1);
    const key = record && keyLike(valuesAt(body, pointer)[0], record.key);
    if (key !== undefined) body = withValueAt(body, pointer, key);
  }
  return body === input.body ? undefined : { ...input, body };
}
