import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject } from "@openapi-packages/runtime/internals";
import type { Json } from "@openapi-packages/description";
import type { Exchange } from "../../../wire/exchange.ts";
import { isSuccess } from "../flows/flow.ts";

/** A value at a bound that was refused, and valid values beside the bound. */
export interface AtBound {
  readonly value: Json;
  readonly inside: readonly Json[];
  /** The input whose one place has the value. */
  readonly input: CallInput;
  /** The place in the part of the input that has it, such as the body. */
  readonly tokens: readonly string[];
  /** Sends the same input with another value; `undefined` if it is not valid. */
  readonly send: (value: Json) => Promise<Exchange | undefined>;
}

/** A value that was taken beside the bound, and the refusal at it. */
export interface BesideBound {
  readonly taken: Json;
  readonly exchanges: readonly Exchange[];
}

/**
 * Finds out whether a value is refused because it is at its bound: with the value beside it the same request is
 * taken, before and after the value is refused again. A rule of the service between two members, or for a number
 * that is used up, would not fall there.
 *
 * @returns `undefined` if there may be another reason
 */
export async function refusedAtBound({
  value,
  inside,
  input,
  tokens,
  send,
}: AtBound): Promise<BesideBound | undefined> {
  const [first, second = first] = inside;
  if (first === undefined || second === undefined) return undefined;
  if (mayAddUp(input.body, tokens) || isOfNumbers(value)) return undefined;
  const meaning = typeof value === "number" ? [value, first] : [];
  if (meaning.some((one) => countOf(input, one) > (one === value ? 1 : 0))) return undefined;
  const before = await send(first);
  if (before === undefined || !isSuccess(before)) return undefined;
  const refused = await send(otherLike(value));
  if (refused === undefined || ![400, 422].includes(refused.response?.status ?? 0))
    return undefined;
  const after = await send(second);
  if (after === undefined || !isSuccess(after)) return undefined;
  return { taken: first, exchanges: [refused, after] };
}

/** True for a place within one of several items, whose sum may have a limit that no schema says, such as that of an order. */
function mayAddUp(whole: unknown, tokens: readonly string[]): boolean {
  const [token, ...rest] = tokens;
  if (token === undefined) return false;
  if (Array.isArray(whole)) return whole.length > 1 || mayAddUp(whole[Number(token)], rest);
  return isObject(whole) && mayAddUp(whole[token], rest);
}

/** True for a list of objects with numbers, for the same reason. */
const isOfNumbers = (value: Json): boolean =>
  Array.isArray(value) &&
  value.some(
    (item: Json) => isObject(item) && Object.values(item).some((one) => typeof one === "number"),
  );

/** Returns another text of the same length, since the refused one may have been used before. */
function otherLike(value: Json): Json {
  if (typeof value !== "string" || value === "") return value;
  const all = Array.from(value);
  return [...all.slice(0, -1), all.at(-1) === "z" ? "y" : "z"].join("");
}

/** Returns how often a value has a number, or so many items. */
function countOf(whole: unknown, number: unknown): number {
  if (whole === number) return 1;
  const own = Array.isArray(whole) && whole.length === number ? 1 : 0;
  const parts: unknown[] = Array.isArray(whole) || isObject(whole) ? Object.values(whole) : [];
  return parts.reduce<number>((sum, one) => sum + countOf(one, number), own);
}
