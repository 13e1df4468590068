import type { Exchange } from "../wire/exchange.ts";

/** True if the text of a refusal names a member. */
export const isNamedIn = ({ response }: Exchange, name: string): boolean =>
  [400, 409, 422].includes(response?.status ?? 0) &&
  new TextDecoder()
    .decode(response?.body)
    .split(/[^\w$-]+/)
    .includes(name);

/** Returns members with those first that the text of a refusal names. */
export function namedFirst(names: readonly string[], refusal: Exchange): string[] {
  const isNamed = (name: string): number => Number(isNamedIn(refusal, name));
  return names.toSorted((one, other) => isNamed(other) - isNamed(one));
}
