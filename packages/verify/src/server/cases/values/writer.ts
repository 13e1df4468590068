import type { CallInput } from "@openapi-packages/runtime/client";
import type { FoundOperation, MadeRecord } from "../../../records/made-record.ts";
import { recordIn } from "../../../records/record-keys.ts";
import { valuesAt, withValueAt } from "../../../records/places.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import type { WireRequest } from "../../../wire/wire-request.ts";
import type { Flow } from "../flows/flow.ts";
import type { ValuePlace } from "./value-places.ts";

/** The value of each changed place. */
export type Values = ReadonlyMap<ValuePlace, string | number | bigint>;

/** The result of writing values. */
export interface Written {
  readonly exchange: Exchange;
  /** The written record; `undefined` if it was refused. */
  readonly record: MadeRecord | undefined;
}

/** Writes values into a record, by one operation. */
export interface Writer {
  readonly by: FoundOperation;
  /** The input without other values, whose members have the places. */
  readonly input: CallInput;
  /** @returns `undefined` if the values cannot be written */
  write(values: Values): Promise<Written | undefined>;
}

/** Stands for an integer that no double holds, until the request is written. */
export const standIn = 7_316_041_285_903;

/** Returns a writer that creates a record each time. */
export function creator(flow: Flow, input: CallInput): Writer {
  const { create } = flow.resource;
  const { records } = flow.probe;
  let count = 0;
  return {
    by: create,
    input,
    async write(values) {
      count += 1;
      const other = records.varied(create.operation, input, count) ?? input;
      const { input: changed, integers } = withValues(other, values);
      if (integers.size === 0) {
        const written = await records.create(create.operation, changed);
        // A creation that was taken with other texts alone does not tell what becomes of these.
        const isOwn = [...values].every(([{ tokens }, value]) =>
          valuesAt(written.input.body, tokens).includes(value),
        );
        return isOwn ? written : undefined;
      }
      const exchange = await sendExactly(flow, create, changed, integers);
      if (exchange === undefined) return undefined;
      return { exchange, record: recordIn(flow.probe.api, create.operation, exchange, changed) };
    },
  };
}

/**
 * Returns a writer that changes one record; `undefined` if the operation has no input.
 *
 * @param change changes the input, for example to one with fewer members
 */
export async function changer(
  flow: Flow,
  by: FoundOperation,
  record: MadeRecord,
  change: (input: CallInput) => CallInput = (same) => same,
): Promise<Writer | undefined> {
  const { input: whole } = await flow.probe.records.inputFor(by.operation, record);
  if (whole === undefined) return undefined;
  const input = change(whole);
  return {
    by,
    input,
    async write(values) {
      const current = await flow.probe.records.withCurrentTag(by.operation, input);
      const { input: changed, integers } = withValues(current, values);
      const exchange = await sendExactly(flow, by, changed, integers);
      return exchange && { exchange, record };
    },
  };
}

/** Puts values into a body. Integers that a double does not hold are written later. */
function withValues(
  input: CallInput,
  values: Values,
): { readonly input: CallInput; readonly integers: ReadonlyMap<string, bigint> } {
  const integers = new Map<string, bigint>();
  let { body } = input;
  for (const [{ tokens }, value] of values) {
    const own = typeof value === "bigint" ? standIn + integers.size : value;
    if (typeof value === "bigint") integers.set(String(own), value);
    body = withValueAt(body, tokens, own);
  }
  return { input: { ...input, body }, integers };
}

async function sendExactly(
  { probe }: Flow,
  { operation }: FoundOperation,
  input: CallInput,
  integers: ReadonlyMap<string, bigint>,
): Promise<Exchange | undefined> {
  const request = await probe.write(operation, input);
  if (request === undefined) return undefined;
  const exact = withIntegers(request, integers);
  // The client could not write such integers.
  const own = integers.size === 0 ? input : undefined;
  return exact && probe.send(operation, exact, own);
}

/** Replaces the numbers that stand for integers; `undefined` if they are not found once each. */
function withIntegers(
  request: WireRequest,
  integers: ReadonlyMap<string, bigint>,
): WireRequest | undefined {
  if (integers.size === 0) return request;
  let text = new TextDecoder().decode(request.body);
  for (const [written, value] of integers) {
    if (text.split(written).length !== 2) return undefined;
    text = text.replace(written, String(value));
  }
  return { ...request, body: new TextEncoder().encode(text) };
}
