import { getMember, isObject } from "@openapi-packages/runtime/internals";
import { isTimeName } from "@openapi-packages/compiler/mock/state/times";
import { plainName, wordsOf } from "@openapi-packages/compiler/mock/state/words";
import type { Exchange } from "../../../wire/exchange.ts";
import type { Flow } from "../flows/flow.ts";

/** Words of members that say how many there are, which several records may have in common. */
const counts =
  /^(count|counts|total|totals|sum|size|balance|amount|remaining|left|available|stock|rank|position|place|queue|age|duration|elapsed|ms|seconds)$/;

/**
 * Returns the members that the service gives each record another value of, as it gives numbers of orders: whole
 * numbers that went up from creation to creation; those that may be such if there is one creation.
 */
export function ownNumbers(flow: Flow, creations: readonly OwnAnswer[]): readonly string[] {
  const { create, descriptor } = flow.resource;
  const [first, ...others] = creations.map(({ exchange }) => flow.shown(create, exchange));
  if (!isObject(first)) return [];
  return Object.keys(first).filter((name) => {
    const isWritten = creations.some(({ input }) => getMember(bodyOf(input), name) !== undefined);
    const isOwn = name === descriptor.key || isTimeName(name) || /_(at|on)$/.test(plainName(name));
    if (isWritten || isOwn || wordsOf(name).some((word) => counts.test(word))) return false;
    const values = [first, ...others].map((one) => numberIn(one, name));
    return values.every((one, index) => one > (index === 0 ? 0 : (values[index - 1] ?? Infinity)));
  });
}

/** A creation. */
export interface OwnAnswer {
  readonly input: { readonly body?: unknown };
  readonly exchange: Exchange;
}

/** Returns two creations with the same value of a member; `undefined` if there are none. */
export function sameNumber<One extends OwnAnswer>(
  flow: Flow,
  creations: readonly One[],
  names: readonly string[],
):
  { readonly name: string; readonly value: number; readonly two: readonly [One, One] } | undefined {
  const { create } = flow.resource;
  for (const name of names)
    for (const [index, one] of creations.entries()) {
      const value = numberIn(flow.shown(create, one.exchange), name);
      const other = creations
        .slice(0, index)
        .find(({ exchange }) => numberIn(flow.shown(create, exchange), name) === value);
      if (other !== undefined) return { name, value, two: [other, one] };
    }
  return undefined;
}

const bodyOf = ({ body }: OwnAnswer["input"]): object => (isObject(body) ? body : {});

/** Times in seconds and milliseconds are larger, and fractions no numbers that are given. */
const mostNumber = 1_000_000_000;

function numberIn(value: unknown, name: string): number {
  const own = isObject(value) ? getMember(value, name) : undefined;
  const text = typeof own === "string" ? /\d+$/.exec(own)?.[0] : undefined;
  const number = text === undefined ? own : Number(text);
  return Number.isInteger(number) && Number(number) < mostNumber ? Number(number) : Number.NaN;
}
