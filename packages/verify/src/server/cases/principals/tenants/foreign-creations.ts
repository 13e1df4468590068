import { getMember, isObject } from "@openapi-packages/runtime/internals";
import { resolvePointer } from "@openapi-packages/runtime";
import type { MadeRecord } from "../../../../records/made-record.ts";
import { recordIn } from "../../../../records/record-keys.ts";
import type { Probe } from "../../../../run/probe.ts";
import type { Exchange } from "../../../../wire/exchange.ts";
import { Flow, isDone, isGone, isSuccess } from "../../flows/flow.ts";
import type { TenantPair, TenantValue } from "./learn-tenants.ts";
import type { NamingCreation } from "./tenant-names.ts";

/** A creation whose body names what is another principal's. */
export interface ForeignCreation {
  readonly use: NamingCreation;
  readonly sent: Exchange;
  /** The record that was made with the other's value; `undefined` if none was. */
  readonly record: MadeRecord | undefined;
}

/** Creates a record in whose body another principal's value stands: 1 request. */
export async function foreignCreation(
  own: Probe,
  use: NamingCreation,
  value: TenantValue,
): Promise<ForeignCreation | undefined> {
  const { operation } = use.flow.create;
  if (!own.mayCall(operation)) return undefined;
  const { input } = await own.records.inputFor(operation, "new");
  if (input === undefined || !isObject(input.body)) return undefined;
  const free = own.records.varied(operation, input, 0) ?? input;
  const asked = { ...free, body: { ...(free.body as object), [use.member]: value } };
  const sent = await own.call(operation, asked);
  const made = isDone(sent) ? recordIn(own.api, operation, sent, asked) : undefined;
  const shown = resolvePointer(made?.value, made?.at ?? "");
  // A service may put its own value in the place of the one that was sent.
  const isKept = isObject(shown) && getMember(shown, use.member) === value;
  return { use, sent, record: isKept ? made : undefined };
}

/** Creates the same with a value that is the caller's own: 1 request. */
export async function ownCreation(
  own: Probe,
  { use, sent }: ForeignCreation,
  value: TenantValue,
): Promise<MadeRecord | undefined> {
  const { operation } = use.flow.create;
  const { input } = sent;
  if (input === undefined || !isObject(input.body)) return undefined;
  const varied = own.records.varied(operation, input, 1) ?? input;
  const asked = { ...varied, body: { ...(varied.body as object), [use.member]: value } };
  const exchange = await own.call(operation, asked);
  return isDone(exchange) ? recordIn(own.api, operation, exchange, asked) : undefined;
}

/** The answers that show whose a record is. */
export interface Sight {
  /** True if its creator does not see it, although that principal sees records with its own value. */
  readonly isHidden: boolean;
  /** True if the other principal reads it. */
  readonly isTheirs: boolean;
  readonly exchanges: readonly Exchange[];
}

/** Reads a record that was made with the other's value, by both: at most 4 requests. */
export async function sightOf(
  own: Probe,
  other: Probe,
  creation: ForeignCreation & { readonly record: MadeRecord },
  values: TenantPair,
): Promise<Sight> {
  const { record, use } = creation;
  const mine = await new Flow(own, use.flow).read(record);
  if (mine === undefined || !(isGone(mine) || mine.response?.status === 403))
    return { isHidden: false, isTheirs: false, exchanges: [] };
  const control = await ownCreation(own, creation, values.own);
  const seen = control && (await new Flow(own, use.flow).read(control));
  const theirs = await new Flow(other, use.flow).read(record);
  return {
    isHidden: seen !== undefined && isSuccess(seen),
    isTheirs: theirs !== undefined && isSuccess(theirs),
    exchanges: [mine, ...(theirs === undefined ? [] : [theirs])],
  };
}
